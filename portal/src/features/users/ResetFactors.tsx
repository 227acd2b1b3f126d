import type { Proof } from '@tablewire/contracts/identity/security'
import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import { api } from '#src/api/client.ts'
import { toast } from '#src/kit/toasts.ts'
import { ConfirmByProof } from './ConfirmByProof.tsx'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'

type Props = { user: UserDetail; onSaved: (user: UserDetail) => void; onClose: () => void }

/** Somebody lost phone and codes: whoever takes them away shows who he is, as for a change of his own. */
export const ResetFactors = ({ user, onSaved, onClose }: Props) => {
  const t = useT()
  const name = fullName(user)
  const reset = async (proof: Proof): Promise<void> => {
    onSaved(await api(users.resetFactors, { params: { id: user.id }, body: proof }))
    toast.success(t('factors.done', { name }))
    onClose()
  }
  return (
    <ConfirmByProof
      title={t('factors.ask', { name })}
      text={t('factors.text')}
      action={t('factors.reset')}
      danger
      onProof={reset}
      onClose={onClose}
    />
  )
}
