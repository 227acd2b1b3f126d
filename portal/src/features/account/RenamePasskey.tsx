import { type Passkey, security } from '@tablewire/contracts/security'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { StepDialog } from './StepDialog.tsx'
import { useT } from './use-t.ts'

type RenamePasskeyProps = { passkey: Passkey; onDone: () => void; onClose: () => void }

export const RenamePasskey = ({ passkey, onDone, onClose }: RenamePasskeyProps) => {
  const t = useT()
  const [name, setName] = useState(passkey.name)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const empty = name.trim() === ''
  const save = async (): Promise<void> => {
    if (empty) return
    setBusy(true)
    try {
      await api(security.renamePasskey, { params: { id: passkey.id }, body: { name: name.trim() } })
      onDone()
    } catch (error) {
      setRefusal(errorText(error, phrasesNow('kit')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepDialog
      title={t('passkey.rename.title')}
      action={t('passkey.rename')}
      busy={busy}
      refusal={refusal}
      onAction={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('passkey.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={empty}
        helperText={empty ? t('required') : undefined}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
    </StepDialog>
  )
}
