import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { isTrivialPin, pinShape } from '@tablewire/contracts/identity/shared-devices.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#src/api/client.ts'
import { keyOf, useCall, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { Form } from './ProfileForm.tsx'
import { useT } from './use-t.ts'

type Fields = { pin: string; pinPassword: string }
const nothing: Fields = { pin: '', pinPassword: '' }

const Acts = styled('div')({ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 12 })
const State = styled('p')({ gridColumn: '1 / -1', margin: 0, minHeight: '1.5em' })

const usePin = () => {
  const t = useT()
  const client = useQueryClient()
  const query = useEndpoint(sharedDevices.pin, {}, { meta: { shown: true } })
  const show = (state: { pinSet: boolean; changedAt: string | null }): void => void client.setQueryData(keyOf(sharedDevices.pin, {}), state)
  const remove = useCall(sharedDevices.removePin, {
    onSuccess: (state) => {
      show(state)
      toast.success(t('pin.removed'))
    },
  })
  return { query, show, remove }
}

/** Whom the keypad of a shared tablet lets in by it. Written, never read. */
export const PinSection = ({ email }: { email: string }) => {
  const t = useT()
  const { query, show, remove } = usePin()
  const { register, handleSubmit, reset, setError, formState } = useForm<Fields>({ defaultValues: nothing })
  const showRefusal = useShowRefusal<Fields>(setError, ['pin', 'pinPassword'], { 'password.wrong': 'pinPassword', 'pin.trivial': 'pin' })
  const change = handleSubmit(async ({ pin, pinPassword }) => {
    try {
      show(await api(sharedDevices.setPin, { body: { pin, currentPassword: pinPassword } }))
      reset(nothing)
      toast.success(t('pin.saved'))
    } catch (error) {
      showRefusal(error)
    }
  })
  const fault = (pin: string): true | string => {
    if (!pinShape.test(pin)) return t('pin.shape')
    return !isTrivialPin(pin) || t('pin.trivial')
  }
  const field = (name: keyof Fields, label: string, validate: (value: string) => true | string) => {
    const { ref, ...rest } = register(name, { validate })
    const { [name]: wrong } = formState.errors
    return { ...rest, inputRef: ref, label, type: 'password', error: wrong !== undefined, helperText: wrong?.message, required: true }
  }
  const { data } = query
  if (query.isError && !data)
    return (
      <FormSection title={t('pin.title')} hint={t('pin.hint')}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </FormSection>
    )
  return (
    <FormSection title={t('pin.title')} hint={t('pin.hint')}>
      <Form onSubmit={change} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <State>{data ? (data.changedAt ? t('pin.since', { at: formatInstant(data.changedAt) }) : t('pin.none')) : null}</State>
        <TextField
          {...field('pin', t('pin.new'), fault)}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
        />
        <TextField
          {...field('pinPassword', t('password.current'), (value) => value !== '' || t('required'))}
          autoComplete="current-password"
        />
        <Acts>
          <Button type="submit" variant="contained" loading={formState.isSubmitting}>
            {t(data?.pinSet ? 'pin.change' : 'pin.save')}
          </Button>
          {data?.pinSet ? (
            <Button variant="outlined" color="inherit" loading={remove.isPending} onClick={() => remove.mutate({})}>
              {t('pin.remove')}
            </Button>
          ) : null}
        </Acts>
      </Form>
    </FormSection>
  )
}
