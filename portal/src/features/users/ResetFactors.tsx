import { security, type SecurityState } from '@tablewire/contracts/security'
import { type UserDetail, users } from '@tablewire/contracts/users'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { proofFrom, proofWays } from '#src/api/proof.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { missingIn, ProofFields, type Shown, type ShownFaults } from '#src/kit/form/ProofFields.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'

type Props = { user: UserDetail; onSaved: (user: UserDetail) => void; onClose: () => void }

/** Somebody lost phone and codes: whoever takes them away shows who he is, as for a change of his own. */
export const ResetFactors = (props: Props) => {
  const own = useEndpoint(security.state, {}, { staleTime: 0 })
  return own.data ? <Ask {...props} own={own.data} /> : null
}

const Ask = ({ user, own, onSaved, onClose }: Props & { own: SecurityState }) => {
  const t = useT()
  const office = useOfficeT()
  const email = useSession().userData?.email ?? ''
  const ways = proofWays(own)
  const [shown, setShown] = useState<Shown>({ password: '', way: ways[0], code: '' })
  const [faults, setFaults] = useState<ShownFaults>({})
  const [busy, setBusy] = useState(false)
  const name = fullName(user)
  const reset = async (): Promise<void> => {
    setBusy(true)
    try {
      onSaved(await api(users.resetFactors, { params: { id: user.id }, body: await proofFrom(shown) }))
      toast.success(t('factors.done', { name }))
      onClose()
    } catch (error) {
      const canceled = error instanceof Error && error.name === 'PasskeyCanceled'
      const text = canceled ? office('proof.canceled') : errorText(error, phrasesNow('kit'))
      if (error instanceof ApiError && error.code === 'otp.wrong') setFaults({ code: text })
      else if (error instanceof ApiError && error.code === 'password.wrong') setFaults({ password: text })
      else toast.error(text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('factors.ask', { name })}
      confirmLabel={t('factors.reset')}
      danger
      ready={missingIn(shown, ' ') === undefined}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void reset()}
    >
      <p style={{ marginBlockStart: 0 }}>{t('factors.text')}</p>
      <ProofFields ways={ways} email={email} shown={shown} faults={faults} onChange={setShown} />
    </ConfirmDialog>
  )
}
