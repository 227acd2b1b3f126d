import { mdiKeyVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type SyntheticEvent, useId, useRef, useState } from 'react'
import type { FactorChallenge } from '@tablewire/contracts/identity/session'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { Form, PasswordField, textIn } from './Fields.tsx'
import { Refusal } from './Refusal.tsx'
import { looksLikeSignIn, typedEmail } from './typed-email.ts'
import { useRefusalText } from './use-refusal-text.ts'
import { signingIn, usePasskey } from './use-passkey.ts'
import { useT } from './use-t.ts'
import type { Way } from './use-target.ts'

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 16px' })
const Remember = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  width: 'fit-content',
  minHeight: 28,
  fontSize: '0.875rem',
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
})
const Hint = styled('p')(({ theme }) => ({ flexBasis: '100%', margin: 0, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary }))
const Box = styled('input')(({ theme }) => ({
  width: 18,
  height: 18,
  margin: 0,
  accentColor: theme.vars.palette.primary.main,
  cursor: 'inherit',
}))
const Anchor = styled('a')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 28,
  color: theme.vars.palette.accent.text,
  fontSize: '0.875rem',
  fontWeight: 500,
  textDecoration: 'none',
  borderRadius: 4,
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
  '@media (pointer: coarse)': { minHeight: 44 },
}))
export const QuietLink = createLink((props: ComponentProps<'a'>) => <Anchor {...props} />)
const Or = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  margin: '-2px 0',
  color: theme.vars.palette.text.secondary,
  fontSize: '0.8125rem',
  '&::before, &::after': { content: '""', flex: 1, height: 1, backgroundColor: theme.vars.palette.divider },
}))

type Problems = { email?: string; password?: string; refusal?: string }
export type SignInFormProps = {
  way: Way
  /** What brought somebody back to this step. */
  refusal: string | undefined
  onSecondStep: (challenge: FactorChallenge) => void
}

/** Remembers nothing but what stands in its two fields; the browser's own password manager does the rest. */
const useSignIn = ({ way, refusal, onSecondStep }: SignInFormProps) => {
  const t = useT()
  const refusalText = useRefusalText()
  const [problems, setProblems] = useState<Problems>(refusal ? { refusal } : {})
  const [busy, setBusy] = useState<'password' | 'passkey'>()
  const passkey = usePasskey({
    signed: () => void way.go(),
    refused: (error) => setProblems({ refusal: refusalText(error) }),
  })
  const check = (email: string, password: string): Problems => ({
    ...(email.trim() === '' ? { email: t('required') } : looksLikeSignIn(email) ? {} : { email: t('emailInvalid') }),
    ...(password === '' ? { password: t('required') } : {}),
  })
  const run = async (kind: 'password' | 'passkey', work: () => Promise<void>): Promise<void> => {
    setBusy(kind)
    way.prepare()
    try {
      await work()
      await way.go()
    } catch (error) {
      const { SecondStepNeeded } = await signingIn()
      if (error instanceof SecondStepNeeded) return onSecondStep(error.challenge)
      setProblems({ refusal: refusalText(error) })
    } finally {
      setBusy(undefined)
    }
  }
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form)
    const email = textIn(data, 'username')
    const password = textIn(data, 'password')
    typedEmail.keep(email)
    const found = check(email, password)
    setProblems(found)
    if (found.email ?? found.password) {
      form.querySelector<HTMLElement>(`[name="${found.email ? 'username' : 'password'}"]`)?.focus()
      return
    }
    await run('password', async () => (await signingIn()).signIn({ email, password, remember: data.get('remember') !== null }))
    form.querySelector<HTMLInputElement>('[name="password"]')?.select()
  }
  const byPasskey = (form: HTMLFormElement): void => {
    setProblems({})
    void run('passkey', () => passkey.show(new FormData(form).get('remember') !== null))
  }
  return { problems, busy, submit, byPasskey: passkey.possible ? byPasskey : undefined }
}

/** The first step: e-mail or user name and password, or a passkey alone. */
export const SignInForm = (props: SignInFormProps) => {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit, byPasskey } = useSignIn(props)
  const [firstEmail] = useState(typedEmail.get)
  const hint = useId()
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) void submit(event.currentTarget)
  }
  return (
    <Form ref={form} onSubmit={onSubmit} onInput={() => void signingIn().catch(() => undefined)} noValidate aria-busy={busy !== undefined}>
      <Refusal>{problems.refusal}</Refusal>
      <TextField
        label={t('emailOrUsername')}
        name="username"
        autoComplete="username webauthn"
        defaultValue={firstEmail}
        // Nothing else can be done on this page.
        autoFocus={firstEmail === ''}
        error={problems.email !== undefined}
        helperText={problems.email}
        // A user name has no @: a field for addresses alone would refuse it, and a phone would begin it with a capital.
        slotProps={{ htmlInput: { spellCheck: false, inputMode: 'email', autoCapitalize: 'none' } }}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        autoFocus={firstEmail !== ''}
        error={problems.password !== undefined}
        helperText={problems.password}
      />
      <Row>
        <Remember>
          <Box type="checkbox" name="remember" aria-describedby={hint} />
          {t('remember')}
        </Remember>
        <QuietLink to="/forgot-password" onClick={() => typedEmail.keep(textIn(new FormData(form.current!), 'username'))}>
          {t('forgot.link')}
        </QuietLink>
        <Hint id={hint}>{t('remember.hint')}</Hint>
      </Row>
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy === 'password'} loadingPosition="start">
        {t(busy === 'password' ? 'submitting' : 'submit')}
      </Button>
      {byPasskey ? (
        <>
          <Or>{t('or')}</Or>
          <Button
            type="button"
            variant="outlined"
            color="inherit"
            size="large"
            fullWidth
            startIcon={<Icon path={mdiKeyVariant} size={18} />}
            loading={busy === 'passkey'}
            loadingPosition="start"
            onClick={() => (busy ? undefined : byPasskey(form.current!))}
          >
            {t('passkey.button')}
          </Button>
        </>
      ) : null}
    </Form>
  )
}
