import { styled } from '@mui/material/styles'
import { security } from '@tablewire/contracts/identity/security'
import { lazy, Suspense, useState } from 'react'
import { api } from '#src/api/client.ts'
import type { ProofWay } from '#src/api/proof.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { StepDialog } from './StepDialog.tsx'
import { useT } from './use-t.ts'

const QrCode = lazy(() => import('#src/kit/QrCode.tsx').then((module) => ({ default: module.QrCode })))

const Space = styled('div')({ minHeight: 208 })
const Secret = styled('code')(({ theme }) => ({
  display: 'block',
  padding: theme.spacing(1, 1.5),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.sunken,
  fontSize: '0.875rem',
  letterSpacing: '0.06em',
  overflowWrap: 'anywhere',
  userSelect: 'all',
}))

type Secrets = { secret: string; uri: string }
type SetUpAppProps = {
  email: string
  ways: readonly ProofWay[]
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** In groups of four, as one types it off a screen. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** AC9: password, QR code, first code; only then a code is asked for at every sign-in. */
export const SetUpApp = ({ email, ways, onDone, onClose }: SetUpAppProps) => {
  const t = useT()
  const [secrets, setSecrets] = useState<Secrets>()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  if (!secrets)
    return (
      <ProofDialog
        title={t('app.setUp')}
        action={t('continue')}
        ways={ways}
        email={email}
        onProof={async (proof) => setSecrets(await api(security.startTotp, { body: proof }))}
        onClose={onClose}
      >
        <p>{t('app.setUp.text')}</p>
      </ProofDialog>
    )
  const confirm = async (form: HTMLFormElement): Promise<void> => {
    const field = form.querySelector<HTMLInputElement>('[name="otp"]')!
    setWrong(field.value.trim() === '' ? t('required') : undefined)
    if (field.value.trim() === '') return field.focus()
    setBusy(true)
    try {
      onDone((await api(security.confirmTotp, { body: { otp: field.value } })).recoveryCodes)
    } catch (error) {
      setWrong(errorText(error, phrasesNow('kit')))
      field.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepDialog title={t('app.setUp')} action={t('app.activate')} busy={busy} onAction={(form) => void confirm(form)} onClose={onClose}>
      <p>{t('app.scan')}</p>
      <Space>
        <Suspense>
          <QrCode text={secrets.uri} label={t('app.qr')} />
        </Suspense>
      </Space>
      <p>{t('app.type')}</p>
      <Secret>{inGroups(secrets.secret)}</Secret>
      <TextField
        label={t('app.code')}
        name="otp"
        autoComplete="one-time-code"
        autoFocus
        error={wrong !== undefined}
        helperText={wrong ?? t('app.code.hint')}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7, spellCheck: false } }}
      />
    </StepDialog>
  )
}
