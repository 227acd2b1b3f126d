import Button from '@mui/material/Button'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { brand } from '#src/api/brand.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { fieldError } from '#src/kit/error-text.ts'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { Form, PasswordField, textIn } from './Fields.tsx'
import { Refusal } from './Refusal.tsx'
import { QuietLink } from './SignInForm.tsx'
import { useRefusalText } from './use-refusal-text.ts'
import { useT } from './use-t.ts'

const shortest = 10
const recovering = () => import('./recover.ts')

/** A token no server ever gave is answered with what is wrong about its form; for people it is the same thing. */
const isNoLink = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 429

type Link = { state: 'checking' | 'invalid' } | { state: 'good'; invited: boolean } | { state: 'failed'; error: unknown }

const checked = async (token: string): Promise<Link> => {
  try {
    return { state: 'good', invited: (await (await recovering()).checkLink(token)) === 'invitation' }
  } catch (error) {
    return isNoLink(error) ? { state: 'invalid' } : { state: 'failed', error }
  }
}

const useLink = (token: string) => {
  const [link, setLink] = useState<Link>({ state: 'checking' })
  useEffect(() => {
    void checked(token).then(setLink)
  }, [token])
  const again = (): void => {
    setLink({ state: 'checking' })
    void checked(token).then(setLink)
  }
  return { link, again, invalidate: () => setLink({ state: 'invalid' }) }
}

type Problems = { password?: string; repeat?: string; refusal?: string }

const NewPasswordForm = ({ token, invited, onInvalid }: { token: string; invited: boolean; onInvalid: () => void }) => {
  const t = useT()
  const navigate = useNavigate()
  const refusalText = useRefusalText()
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const check = (password: string, repeat: string): Problems => {
    if (password === '') return { password: t('required') }
    if (password.length < shortest) return { password: t('minValue', { value: shortest }) }
    return repeat === password ? {} : { repeat: t(repeat === '' ? 'required' : 'reset.differ') }
  }
  const save = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form)
    const password = textIn(data, 'password')
    const found = check(password, textIn(data, 'repeat'))
    setProblems(found)
    const first = found.password ? 'password' : found.repeat ? 'repeat' : undefined
    if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    setBusy(true)
    try {
      await (await recovering()).setNewPassword(token, password)
      toast.success(t(invited ? 'invited.done' : 'reset.done'))
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'token.invalid') return onInvalid()
      const own = fieldError(error, 'newPassword')
      setProblems(own ? { password: own } : { refusal: refusalText(error) })
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) void save(event.currentTarget)
  }
  return (
    <Form onSubmit={onSubmit} noValidate aria-busy={busy}>
      <Refusal>{problems.refusal}</Refusal>
      <PasswordField
        label={t('reset.new')}
        name="password"
        autoComplete="new-password"
        autoFocus
        error={problems.password !== undefined}
        helperText={problems.password ?? t('reset.hint', { value: shortest })}
      />
      <PasswordField
        label={t('reset.repeat')}
        name="repeat"
        autoComplete="new-password"
        error={problems.repeat !== undefined}
        helperText={problems.repeat}
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy} loadingPosition="start">
        {t('reset.submit')}
      </Button>
      <QuietLink to="/login">{t('second.back')}</QuietLink>
    </Form>
  )
}

/** The page behind the link of the mail. */
export const ResetPage = () => {
  const t = useT()
  const { token = '' } = useParams({ strict: false })
  const { link, again, invalidate } = useLink(token)
  if (link.state === 'invalid')
    return (
      <AuthLayout title={t('invalidToken')} subtitle={t('reset.invalid')} focusTitle>
        <Form as="div">
          <QuietLink to="/forgot-password">{t('reset.askAgain')}</QuietLink>
          <QuietLink to="/login">{t('second.back')}</QuietLink>
        </Form>
      </AuthLayout>
    )
  const invited = link.state === 'good' && link.invited
  return (
    <AuthLayout
      title={t(invited ? 'invited.title' : 'reset.title', { brand: brand.name })}
      subtitle={t(invited ? 'invited.subtitle' : 'reset.subtitle', { brand: brand.name })}
    >
      {link.state === 'failed' ? <ErrorState error={link.error} onRetry={again} /> : null}
      {link.state === 'checking' ? <FormSkeleton fields={3} /> : null}
      {link.state === 'good' ? <NewPasswordForm token={token} invited={link.invited} onInvalid={invalidate} /> : null}
    </AuthLayout>
  )
}
