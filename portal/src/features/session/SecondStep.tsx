import { mdiKeyVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { FactorChallenge, FactorMethod } from '@tablewire/contracts/identity/session'
import { type SyntheticEvent, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { hasPasskeys } from '#src/api/has-passkeys.ts'
import { showPasskey } from '#src/api/webauthn.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { Form, QuietButton, textIn } from './Fields.tsx'
import { Refusal } from './Refusal.tsx'
import type { Factor } from './sign-in.ts'
import { signingIn } from './use-passkey.ts'
import { useRefusalText } from './use-refusal-text.ts'
import { useT } from './use-t.ts'
import type { Way } from './use-target.ts'

const Ways = styled('div')({ display: 'grid', justifyItems: 'start', gap: 6 })

/** The field of a code reads as what it is: wide figures, one by one. */
const codeStyle = { fontFamily: 'ui-monospace, monospace', fontSize: '1.25rem', letterSpacing: '0.2em' } as const

type SecondStepProps = {
  challenge: FactorChallenge
  way: Way
  /** Back to the password; with a word when the server no longer knows this sign-in. */
  onBack: (refusal?: string) => void
}

const useSecondStep = ({ challenge, way, onBack }: SecondStepProps) => {
  const refusalText = useRefusalText()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async (factorOf: () => Promise<Factor>): Promise<void> => {
    setBusy(true)
    setRefusal(undefined)
    way.prepare()
    try {
      const factor = await factorOf()
      await (await signingIn()).confirmSignIn(challenge.challenge, factor)
      await way.go()
    } catch (error) {
      // Too late, or too often: this sign-in begins again with the password.
      const over = error instanceof ApiError && (error.code === 'challenge.expired' || error.code === 'access.no_role')
      if (over) onBack(refusalText(error))
      else setRefusal(refusalText(error))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, busy, confirm, say: setRefusal }
}

/** AC9: after the right password, a code of the app, a recovery code, or a passkey. */
export const SecondStep = (props: SecondStepProps) => {
  const { challenge, onBack } = props
  const t = useT()
  const ways = challenge.methods.filter((method) => method !== 'passkey' || (challenge.passkey && hasPasskeys()))
  const [method, setMethod] = useState<FactorMethod>(
    ways.includes('totp') ? 'totp' : (ways.find((one) => one === 'passkey') ?? 'recovery_code'),
  )
  const { refusal, busy, confirm, say } = useSecondStep(props)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (): Promise<void> => {
    const code = textIn(new FormData(form.current!), 'code').trim()
    if (code === '') {
      say(t('required'))
    } else {
      await confirm(() => Promise.resolve(method === 'totp' ? { otp: code } : { recovery_code: code }))
    }
    form.current?.querySelector<HTMLInputElement>('[name="code"]')?.select()
  }
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (busy) return
    if (method === 'passkey') void confirm(async () => ({ assertion: await showPasskey(challenge.passkey!) }))
    else void submit()
  }
  return (
    <Form ref={form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <Refusal>{refusal}</Refusal>
      {method === 'totp' ? (
        <TextField
          key="totp"
          label={t('second.code')}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          helperText={t('second.code.hint')}
          onChange={({ target }) => {
            // The sixth figure is the last one.
            if (/^\d{3} ?\d{3}$/.test(target.value) && !busy) form.current?.requestSubmit()
          }}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7, style: codeStyle, spellCheck: false } }}
        />
      ) : null}
      {method === 'recovery_code' ? (
        <TextField
          key="recovery"
          label={t('second.recovery')}
          name="code"
          autoComplete="off"
          autoFocus
          helperText={t('second.recovery.hint')}
          slotProps={{
            htmlInput: { maxLength: 40, autoCapitalize: 'none', spellCheck: false, style: { ...codeStyle, letterSpacing: '0.06em' } },
          }}
        />
      ) : null}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        loadingPosition="start"
        startIcon={method === 'passkey' ? <Icon path={mdiKeyVariant} size={18} /> : null}
      >
        {t(method === 'passkey' ? 'second.showPasskey' : 'second.confirm')}
      </Button>
      <Ways>
        {ways
          .filter((one) => one !== method)
          .map((one) => (
            <QuietButton
              key={one}
              type="button"
              onClick={() => {
                say(undefined)
                setMethod(one)
              }}
            >
              {t(`second.use.${one}`)}
            </QuietButton>
          ))}
        <QuietButton type="button" onClick={() => onBack()}>
          {t('second.back')}
        </QuietButton>
      </Ways>
    </Form>
  )
}
