import { mdiFileTableOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { FileButton } from '#src/kit/form/FileButton.tsx'
import { formatBytes } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { LabelledProgress } from './ImportProgress.tsx'
import { useT } from './use-t.ts'

const Drop = styled(FileButton)(({ theme }) => ({
  minHeight: 148,
  padding: 20,
  '& > strong': { color: theme.vars.palette.text.primary, fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' },
}))
const Wrong = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '8px 0 0', color: theme.vars.palette.tone.danger.text }))

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
  const sending = file !== undefined && sent !== undefined
  return (
    <div>
      <Drop
        accept=".csv,.txt,.tsv,.gz,.xlsx"
        testId="import-file"
        disabled={sending}
        aria-describedby={refusal ? id : undefined}
        data-wrong={refusal !== undefined}
        onFiles={([chosen]) => onChoose(chosen)}
      >
        <Icon path={mdiFileTableOutline} size={30} />
        <strong>{file?.name ?? t('file.choose')}</strong>
        <span>{file ? formatBytes(file.size) : t('file.hint')}</span>
      </Drop>
      {sending ? (
        <LabelledProgress label={t('file.sending', { sent: formatBytes(sent), size: formatBytes(file.size) })} value={sent / file.size} />
      ) : null}
      {refusal ? (
        <Wrong id={id} role="alert">
          {refusal}
        </Wrong>
      ) : null}
    </div>
  )
}
