import { type Proof, security, type SecurityState } from '@tablewire/contracts/identity/security'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { proofFrom, proofWays } from '#src/api/proof.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { missingIn, ProofFields, type ProofDraft, type ProofErrors } from '#src/kit/form/ProofFields.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { toast } from '#src/kit/toasts.ts'

type Props = {
  title: string
  text: string
  action: string
  danger?: boolean
  /** What throws stays in this dialog, and so does what was written. */
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks who sits there before it is done: the password, and a second factor where there is one. */
export const ConfirmByProof = (props: Props) => {
  const own = useEndpoint(security.state, {}, { staleTime: 0 })
  return own.data ? <Ask {...props} own={own.data} /> : null
}

const Ask = ({ title, text, action, danger = false, onProof, onClose, own }: Props & { own: SecurityState }) => {
  const office = useOfficeT()
  const email = useSession().userData?.email ?? ''
  const ways = proofWays(own)
  const [shown, setShown] = useState<ProofDraft>({ password: '', way: ways[0], code: '' })
  const [faults, setFaults] = useState<ProofErrors>({})
  const [busy, setBusy] = useState(false)
  const prove = async (): Promise<void> => {
    setBusy(true)
    setFaults({})
    try {
      await onProof(await proofFrom(shown))
    } catch (error) {
      const canceled = error instanceof Error && error.name === 'PasskeyCanceled'
      const said = canceled ? office('proof.canceled') : errorText(error, phrasesNow('kit'))
      if (error instanceof ApiError && error.code === 'otp.wrong') setFaults({ code: said })
      else if (error instanceof ApiError && error.code === 'password.wrong') setFaults({ password: said })
      else toast.error(said)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={action}
      danger={danger}
      ready={missingIn(shown, ' ') === undefined}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void prove()}
    >
      <p style={{ marginBlockStart: 0 }}>{text}</p>
      <ProofFields ways={ways} email={email} shown={shown} faults={faults} onChange={setShown} />
    </ConfirmDialog>
  )
}
