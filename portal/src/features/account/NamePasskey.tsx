import { type ReactNode, useState } from 'react'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { StepDialog } from './StepDialog.tsx'
import { useT } from './use-t.ts'

type NamePasskeyProps = {
  title: string
  action: string
  /** The name to begin with. */
  before: string
  children?: ReactNode
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** A name to know a passkey by. */
export const NamePasskey = ({ title, action, before, children, onName, onClose }: NamePasskeyProps) => {
  const t = useT()
  const [name, setName] = useState(before)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const empty = name.trim() === ''
  const save = async (): Promise<void> => {
    if (empty) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await onName(name.trim())
    } catch (error) {
      setRefusal(errorText(error, phrasesNow('kit')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepDialog title={title} action={action} busy={busy} refusal={refusal} onAction={() => void save()} onClose={onClose}>
      {children}
      <TextField
        label={t('passkey.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoFocus
        error={empty}
        helperText={empty ? t('required') : undefined}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
    </StepDialog>
  )
}
