import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Profile } from '@tablewire/contracts/session'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { saveProfile } from '#src/api/profile.ts'
import { useLang } from '#src/i18n/lang.ts'
import { Card } from '#src/kit/Card.tsx'
import { SelectInput } from '#src/kit/SelectInput.tsx'
import { TextInput } from '#src/kit/TextInput.tsx'
import { toast } from '#src/kit/toasts.ts'
import { countryOptions } from './countries.ts'
import { useShowRefusal } from './use-show-refusal.ts'
import { useT } from './use-t.ts'

export const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  gap: 18,
  '& > .wide': { gridColumn: '1 / -1' },
  '& > .act': { gridColumn: '1 / -1', justifySelf: 'start' },
})

type Fields = { firstName: string; lastName: string; city: string; country: string }
const fieldsOf = ({ firstName, lastName, city, country }: Profile): Fields => ({
  firstName,
  lastName,
  city: city ?? '',
  country: country ?? '',
})

/** SE1: the profile as one knows oneself; the country goes out as an option with its value. */
export const ProfileForm = ({ profile }: { profile: Profile }) => {
  const t = useT()
  const lang = useLang()
  // oxlint-disable-next-line react/exhaustive-deps -- the names of countries change with the language
  const countries = useMemo(() => [{ value: '', label: t('profile.noCountry') }, ...countryOptions()], [lang, t])
  const { register, control, handleSubmit, reset, setError, formState } = useForm<Fields>({ defaultValues: fieldsOf(profile) })
  const showRefusal = useShowRefusal<Fields>(setError, ['firstName', 'lastName', 'city', 'country'])
  const save = handleSubmit(async (fields) => {
    try {
      await saveProfile({ ...fields, city: fields.city.trim() || null, country: fields.country ? { value: fields.country } : null })
      reset(fields)
      toast.success(t('profileEditedSuccessfully'))
    } catch (error) {
      showRefusal(error)
    }
  })
  const text = (name: 'firstName' | 'lastName' | 'city', required = false) => {
    const { ref, ...field } = register(name, required ? { validate: (value) => value.trim() !== '' || t('required') } : {})
    return { ...field, inputRef: ref, label: t(`profile.${name}`), problem: formState.errors[name]?.message, required }
  }
  return (
    <Card title={t('profile.title')}>
      <Form onSubmit={save} noValidate>
        <div className="wide">
          <TextInput label={t('profile.email')} value={profile.email} readOnly hint={t('profile.emailHint')} autoComplete="username" />
        </div>
        <TextInput {...text('firstName', true)} autoComplete="given-name" />
        <TextInput {...text('lastName', true)} autoComplete="family-name" />
        <TextInput {...text('city')} autoComplete="address-level2" />
        <Controller
          control={control}
          name="country"
          render={({ field, fieldState }) => (
            <SelectInput
              label={t('profile.country')}
              value={field.value}
              onChange={field.onChange}
              options={countries}
              problem={fieldState.error?.message}
              autoComplete="country"
            />
          )}
        />
        <Button className="act" type="submit" variant="contained" loading={formState.isSubmitting} disabled={!formState.isDirty}>
          {t('profile.save')}
        </Button>
      </Form>
    </Card>
  )
}
