import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { session } from '@tablewire/contracts/identity/session'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#src/api/client.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { Form } from './ProfileForm.tsx'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { useT } from './use-t.ts'

type Fields = { currentPassword: string; newPassword: string }
const shortest = 10

const Check = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  fontSize: '0.875rem',
  cursor: 'pointer',
  gridColumn: '1 / -1',
})
const Box = styled('input')(({ theme }) => ({ width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main }))

export const PasswordForm = ({ email }: { email: string }) => {
  const t = useT()
  const [shown, setShown] = useState(false)
  const { register, handleSubmit, reset, setError, formState } = useForm<Fields>({
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const showRefusal = useShowRefusal<Fields>(setError, ['currentPassword', 'newPassword'], { 'password.wrong': 'currentPassword' })
  const change = handleSubmit(async (body) => {
    try {
      await api(session.changePassword, { body })
      reset()
      toast.success(t('passwordUpdatedSuccessfully'))
    } catch (error) {
      showRefusal(error)
    }
  })
  const password = (name: keyof Fields, label: string, least: number) => {
    const rule = (value: string): true | string => (value === '' ? t('required') : value.length >= least || t('minValue', { value: least }))
    const { ref, ...field } = register(name, { validate: rule })
    return {
      ...field,
      inputRef: ref,
      label,
      type: shown ? 'text' : 'password',
      error: formState.errors[name] !== undefined,
      helperText: formState.errors[name]?.message,
      required: true,
    }
  }
  return (
    <FormSection title={t('password.title')} hint={t('password.hint')}>
      <Form onSubmit={change} noValidate>
        {/* Password managers want to know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="wide">
          <TextField {...password('currentPassword', t('password.current'), 1)} autoComplete="current-password" />
        </div>
        <div className="wide">
          <TextField {...password('newPassword', t('password.new'), shortest)} autoComplete="new-password" />
        </div>
        <Check>
          <Box type="checkbox" checked={shown} onChange={(event) => setShown(event.target.checked)} />
          {t('password.show')}
        </Check>
        <Button className="act" type="submit" variant="contained" loading={formState.isSubmitting}>
          {t('password.save')}
        </Button>
      </Form>
    </FormSection>
  )
}
