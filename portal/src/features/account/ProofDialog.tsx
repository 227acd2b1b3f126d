import { type ReactNode, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { StepDialog } from './StepDialog.tsx'
import { useT } from './use-t.ts'

/** Who sits there is asked once more: with the password, or with a code where an app is set up. */
export type Proof = { currentPassword: string } | { otp: string }

type ProofDialogProps = {
  title: string
  action: string
  danger?: boolean
  /** An app is set up, so its code will do. */
  byCode: boolean
  email: string
  /** What throws stays in this dialog, and so does what was written. */
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && (error.code === 'password.wrong' || error.code === 'otp.wrong')

export const ProofDialog = ({ title, action, danger = false, byCode, email, onProof, onClose, children }: ProofDialogProps) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const name = byCode ? 'otp' : 'password'
  const prove = async (form: HTMLFormElement): Promise<void> => {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`)!
    const value = field.value.trim()
    setRefusal(undefined)
    setWrong(value === '' ? t('required') : undefined)
    if (value === '') return field.focus()
    setBusy(true)
    try {
      await onProof(byCode ? { otp: value } : { currentPassword: field.value })
    } catch (error) {
      const text = errorText(error, phrasesNow('kit'))
      if (isWrong(error)) setWrong(text)
      else setRefusal(text)
      field.select()
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
      {/* Password managers want to know whose password it is. */}
      {byCode ? null : <input type="hidden" name="username" autoComplete="username" value={email} />}
      <TextField
        label={t(byCode ? 'proof.code' : 'proof.password')}
        name={name}
        type={byCode ? 'text' : 'password'}
        autoComplete={byCode ? 'one-time-code' : 'current-password'}
        // The one thing asked here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={wrong !== undefined}
        helperText={wrong ?? t(byCode ? 'proof.code.hint' : 'proof.password.hint')}
        slotProps={{ htmlInput: byCode ? { inputMode: 'numeric', maxLength: 7 } : {} }}
      />
    </StepDialog>
  )
}
