import { mdiFileTableOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { type DragEvent, useId, useRef, useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Bar } from './Bar.tsx'
import { useT } from './use-t.ts'

const Drop = styled('button')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  width: '100%',
  minHeight: 148,
  padding: 20,
  border: `1px dashed ${theme.vars.palette.ground.edge}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.field,
  color: theme.vars.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.8125rem',
  textAlign: 'center',
  cursor: 'pointer',
  '& > strong': { color: theme.vars.palette.text.primary, fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' },
  '&[data-over="true"]': {
    borderStyle: 'solid',
    borderColor: theme.vars.palette.accent.ring,
    backgroundColor: theme.vars.palette.accent.soft,
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  '&:disabled': { cursor: 'default' },
}))
const Wrong = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '8px 0 0', color: theme.vars.palette.tone.danger.text }))

const megabytes = (bytes: number): string => formatNumber(bytes / 1_048_576, { maximumFractionDigits: bytes < 10_485_760 ? 1 : 0 })

type FileDropProps = {
  file: File | undefined
  /** Bytes that arrived, while it is sent. */
  sent: number | undefined
  refusal: string | undefined
  onChoose: (file: File) => void
}

/** A file by click or by dropping it, with its progress while it is on its way. */
export const FileDrop = ({ file, sent, refusal, onChoose }: FileDropProps) => {
  const t = useT()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const sending = file !== undefined && sent !== undefined
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !sending) onChoose(dropped)
  }
  return (
    <div>
      <Drop
        type="button"
        data-over={over}
        disabled={sending}
        aria-describedby={refusal ? id : undefined}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon path={mdiFileTableOutline} size={30} />
        <strong>{file?.name ?? t('file.choose')}</strong>
        <span>{file ? t('file.size', { size: megabytes(file.size) }) : t('file.hint')}</span>
      </Drop>
      {sending ? <Bar label={t('file.sending', { sent: megabytes(sent), size: megabytes(file.size) })} value={sent / file.size} /> : null}
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        data-testid="import-file"
        accept=".csv,.txt,.tsv,.gz,.xlsx"
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) onChoose(chosen)
          // The same file again, repaired, has to be noticed.
          target.value = ''
        }}
      />
      {refusal ? (
        <Wrong id={id} role="alert">
          {refusal}
        </Wrong>
      ) : null}
    </div>
  )
}
