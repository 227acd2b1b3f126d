import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type SyntheticEvent, useState } from 'react'
import { TextField } from '#src/kit/TextField.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { Form, QuietButton, textIn } from './Fields.tsx'
import { Refusal } from './Refusal.tsx'
import { QuietLink } from './SignInForm.tsx'
import { looksLikeEmail, typedEmail } from './typed-email.ts'
import { useRefusalText } from './use-refusal-text.ts'
import { useT } from './use-t.ts'

const Ways = styled('div')({ display: 'grid', justifyItems: 'start', gap: 6, marginTop: 24 })
const Hint = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.875rem', lineHeight: 1.5 }))

const useAsk = () => {
  const t = useT()
  const refusalText = useRefusalText()
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<{ email?: string; refusal?: string }>({})
  const [busy, setBusy] = useState(false)
  const ask = async (form: HTMLFormElement): Promise<void> => {
    const email = textIn(new FormData(form), 'username').trim()
    typedEmail.keep(email)
    const wrong = email === '' ? t('required') : looksLikeEmail(email) ? undefined : t('emailInvalid')
    setProblem(wrong ? { email: wrong } : {})
    if (wrong) return form.querySelector<HTMLInputElement>('[name="username"]')?.focus()
    setBusy(true)
    try {
      const { askForLink } = await import('./recover.ts')
      await askForLink(email)
      setSentTo(email)
    } catch (error) {
      setProblem({ refusal: refusalText(error) })
    } finally {
      setBusy(false)
    }
  }
  return { sentTo, again: () => setSentTo(undefined), problem, busy, ask }
}

/** Whoever forgot the password. The page knows no more than the server says: nothing about which addresses exist. */
export const ForgotPage = () => {
  const t = useT()
  const { sentTo, again, problem, busy, ask } = useAsk()
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) void ask(event.currentTarget)
  }
  const back = <QuietLink to="/login">{t('second.back')}</QuietLink>
  if (sentTo !== undefined)
    return (
      <AuthLayout title={t('forgot.sent.title')} subtitle={t('forgot.sent.text', { email: sentTo })} focusTitle>
        <Hint>{t('forgot.sent.hint')}</Hint>
        <Ways>
          <QuietButton type="button" onClick={again}>
            {t('forgot.again')}
          </QuietButton>
          {back}
        </Ways>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
      <Form onSubmit={onSubmit} noValidate aria-busy={busy}>
        <Refusal>{problem.refusal}</Refusal>
        <TextField
          label={t('email')}
          name="username"
          type="email"
          autoComplete="username"
          // The link goes to an address: a user name typed before is none.
          defaultValue={looksLikeEmail(typedEmail.get()) ? typedEmail.get() : ''}
          autoFocus
          error={problem.email !== undefined}
          helperText={problem.email}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        <Button type="submit" variant="contained" size="large" fullWidth loading={busy} loadingPosition="start">
          {t('forgot.submit')}
        </Button>
        {back}
      </Form>
    </AuthLayout>
  )
}
