import type { Proof } from '@tablewire/contracts/identity/security'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { proofFrom, type ProofWay } from '#src/api/proof.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { missingIn, ProofFields, type ProofDraft, type ProofErrors } from '#src/kit/form/ProofFields.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { StepDialog } from './StepDialog.tsx'
import { useT } from './use-t.ts'

type ProofDialogProps = {
  title: string
  action: string
  danger?: boolean
  /** The second factors that can be shown here; without one the password is enough. */
  ways: readonly ProofWay[]
  email: string
  /** What throws stays in this dialog, and so does what was written. */
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** Which field is wrong, if it is one of them. */
const faultOf = (error: unknown): keyof ProofErrors | undefined => {
  const code = error instanceof ApiError ? error.code : undefined
  return code === 'password.wrong' ? 'password' : code === 'otp.wrong' ? 'code' : undefined
}

export const ProofDialog = ({ title, action, danger = false, ways, email, onProof, onClose, children }: ProofDialogProps) => {
  const t = useT()
  const office = useOfficeT()
  const [shown, setShown] = useState<ProofDraft>({ password: '', way: ways[0], code: '' })
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<ProofErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const prove = async (form: HTMLFormElement): Promise<void> => {
    const focus = (field: keyof ProofErrors): void => form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.select()
    const missing = missingIn(shown, t('required'))
    setRefusal(undefined)
    setFaults(missing ?? {})
    if (missing) return focus(missing.password ? 'password' : 'code')
    setBusy(true)
    try {
      await onProof(await proofFrom(shown))
    } catch (error) {
      const field = faultOf(error)
      const text =
        error instanceof Error && error.name === 'PasskeyCanceled' ? office('proof.canceled') : errorText(error, phrasesNow('kit'))
      if (field) setFaults({ [field]: text })
      else setRefusal(text)
      focus(field ?? 'code')
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepDialog
      title={title}
      action={action}
      danger={danger}
      busy={busy}
      refusal={refusal}
      onAction={(form) => void prove(form)}
      onClose={onClose}
    >
      {children}
      <ProofFields ways={ways} email={email} shown={shown} faults={faults} onChange={setShown} />
    </StepDialog>
  )
}
