import { mdiAlertCircleOutline, mdiEyeOffOutline, mdiEyeOutline, mdiAppleKeyboardCaps } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type SyntheticEvent, type KeyboardEvent, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { safeReturn } from './return-url.ts'
import { useT } from './use-t.ts'

const Form = styled('form')({ display: 'grid', gap: 18 })
/** There before it speaks, and without a place of its own while silent. */
const Alert = styled('div')({ '&:empty': { position: 'absolute' } })
const Refusal = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  padding: '10px 12px',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.tone.danger.soft,
  color: theme.vars.palette.tone.danger.text,
  fontSize: '0.875rem',
  fontWeight: 500,
  lineHeight: 1.45,
  whiteSpace: 'pre-line',
}))
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
const Box = styled('input')(({ theme }) => ({
  width: 18,
  height: 18,
  margin: 0,
  accentColor: theme.vars.palette.primary.main,
  cursor: 'inherit',
}))
const Caps = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  color: theme.vars.palette.tone.warning.text,
  fontWeight: 500,
}))

/** The contract and what checks it come while the first letters are written. */
const signingIn = () => import('./sign-in.ts')

type Problems = { email?: string; password?: string; refusal?: string }
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())

/** Remembers nothing but what stands in its two fields; the browser's own password manager does the rest. */
const useSignIn = () => {
  const t = useT()
  const router = useRouter()
  const { returnUrl } = useSearch({ strict: false })
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const check = (email: string, password: string): Problems => ({
    ...(email.trim() === '' ? { email: t('required') } : looksLikeEmail(email) ? {} : { email: t('emailInvalid') }),
    ...(password === '' ? { password: t('required') } : {}),
  })
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form)
    const textOf = (name: string): string => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    const [email, password] = [textOf('username'), textOf('password')]
    const found = check(email, password)
    setProblems(found)
    if (found.email ?? found.password) {
      form.querySelector<HTMLElement>(`[name="${found.email ? 'username' : 'password'}"]`)?.focus()
      return
    }
    setBusy(true)
    const target = safeReturn(returnUrl, location.origin)
    void router.preloadRoute({ to: target === '/' ? '/reservations' : target } as never)
    try {
      const { signIn } = await signingIn()
      await signIn({ email, password, remember: data.get('remember') !== null })
      await router.navigate({ href: target, replace: true })
    } catch (error) {
      const own = error instanceof ApiError && error.code === 'access.no_role'
      setProblems({ refusal: own ? t('noRole') : errorText(error, phrasesNow('kit')) })
      form.querySelector<HTMLInputElement>('[name="password"]')?.select()
    } finally {
      setBusy(false)
    }
  }
  return { problems, busy, submit }
}

export const SignInForm = () => {
  const t = useT()
  const { problems, busy, submit } = useSignIn()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const lookAtCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) void submit(event.currentTarget)
  }
  const eye = t(shown ? 'password.hide' : 'password.show')
  return (
    <Form onSubmit={onSubmit} onInput={() => void signingIn().catch(() => undefined)} noValidate aria-busy={busy}>
      <Alert role="alert">
        {problems.refusal ? (
          <Refusal>
            <Icon path={mdiAlertCircleOutline} />
            {problems.refusal}
          </Refusal>
        ) : null}
      </Alert>
      <TextField
        label={t('email')}
        name="username"
        type="email"
        autoComplete="username"
        // Nothing else can be done on this page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={problems.email !== undefined}
        helperText={problems.email}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      <TextField
        label={t('password')}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        inputRef={password}
        error={problems.password !== undefined}
        helperText={
          problems.password ??
          (capsLock ? (
            <Caps>
              <Icon path={mdiAppleKeyboardCaps} size={16} />
              {t('capsLock')}
            </Caps>
          ) : undefined)
        }
        onKeyDown={lookAtCaps}
        onKeyUp={lookAtCaps}
        onBlur={() => setCapsLock(false)}
        endAdornment={
          <IconButton
            edge="end"
            size="small"
            aria-label={eye}
            aria-pressed={shown}
            title={eye}
            onClick={() => {
              setShown(!shown)
              password.current?.focus()
            }}
          >
            <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />
          </IconButton>
        }
      />
      <Remember>
        <Box type="checkbox" name="remember" />
        {t('remember')}
      </Remember>
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy} loadingPosition="start">
        {t(busy ? 'submitting' : 'submit')}
      </Button>
    </Form>
  )
}
