import { type Passkey, security } from '@tablewire/contracts/identity/security'
import { api } from '#src/api/client.ts'
import { NamePasskey } from './NamePasskey.tsx'
import { useT } from './use-t.ts'

type RenamePasskeyProps = { passkey: Passkey; onDone: () => void; onClose: () => void }

export const RenamePasskey = ({ passkey, onDone, onClose }: RenamePasskeyProps) => {
  const t = useT()
  const rename = async (name: string): Promise<void> => {
    await api(security.renamePasskey, { params: { id: passkey.id }, body: { name } })
    onDone()
  }
  return (
    <NamePasskey title={t('passkey.rename.title')} action={t('passkey.rename')} before={passkey.name} onName={rename} onClose={onClose} />
  )
}
