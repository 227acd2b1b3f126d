import { styled } from '@mui/material/styles'
import { type ComponentProps, type DragEvent, useRef, useState } from 'react'

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
  onFile: (file: File) => void
}

/** A file by click or by dropping it here. */
export const FileButton = ({ accept, testId, onFile, ...button }: FileButtonProps) => {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !button.disabled) onFile(dropped)
  }
  return (
    <>
      <Drop
        {...button}
        type="button"
        data-over={over}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
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
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) onFile(chosen)
          // The same file again, repaired, has to be noticed.
          target.value = ''
        }}
      />
    </>
  )
}
