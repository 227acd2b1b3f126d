import { styled } from '@mui/material/styles'
import { type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { toast } from '../toasts.ts'
import { useT } from '../use-t.ts'

const Drop = styled('button')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  width: '100%',
  border: `1px dashed ${theme.vars.palette.ground.edge}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.field,
  color: theme.vars.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.8125rem',
  textAlign: 'center',
  cursor: 'pointer',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  '&:disabled': { cursor: 'default' },
  '&&[data-over="true"]': {
    borderStyle: 'solid',
    borderColor: theme.vars.palette.accent.ring,
    backgroundColor: theme.vars.palette.accent.soft,
  },
}))

type FileButtonProps = Omit<ComponentProps<typeof Drop>, 'theme' | 'as' | 'sx' | 'type' | 'onClick'> & {
  /** Endings, `.csv,.gz`. */
  accept: string
  /** By which tests find the field behind the button. */
  testId: string
  /** Several at once are welcome; otherwise whoever drops several is told that one is taken at a time. */
  many?: boolean
  /** One is being worked on, and the next has to wait, which is said. */
  busy?: boolean
  onFiles: (files: readonly [File, ...File[]]) => void
}

/** Files by click or by dropping them here; none is left out without a word. */
export const FileButton = ({ accept, testId, many = false, busy = false, onFiles, ...button }: FileButtonProps) => {
  const t = useT()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: Iterable<File>): void => {
    const [first, ...more] = list
    if (!first || button.disabled) return
    if (busy) toast.info(t('file.busy'))
    else if (more.length > 0 && !many) toast.info(t('file.one'))
    else onFiles([first, ...more])
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <Drop
        {...button}
        type="button"
        data-over={over}
        aria-busy={busy || button['aria-busy']}
        onClick={() => (busy ? toast.info(t('file.busy')) : chooser.current?.click())}
        onDragOver={(event) => {
          // Also where none is taken: the browser would leave the page for the file.
          event.preventDefault()
          if (button.disabled) event.dataTransfer.dropEffect = 'none'
          else setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        data-testid={testId}
        accept={accept}
        multiple={many}
        onChange={({ target }) => {
          take(target.files ?? [])
          // The same file again, repaired, has to be noticed.
          target.value = ''
        }}
      />
    </>
  )
}
