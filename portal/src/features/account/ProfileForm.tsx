import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Profile } from '@tablewire/contracts/identity/session'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { saveProfile } from '#src/api/profile.ts'
import { useLang } from '#src/i18n/lang.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { countryOptions } from '#src/kit/form/options.ts'
import { DraftNote } from '#src/kit/form/DraftNote.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
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
  const countries = useMemo(() => [{ value: '', label: t('profile.noCountry') }, ...countryOptions(countryCodes)], [lang, t])
  const form = useForm<Fields>({ defaultValues: fieldsOf(profile) })
  const { register, control, handleSubmit, reset, setError, formState } = form
  const draft = useDraft(form, { key: 'profile', owner: profile.id, of: 0 })
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
    return {
      ...field,
      inputRef: ref,
      label: t(`profile.${name}`),
      error: formState.errors[name] !== undefined,
      helperText: formState.errors[name]?.message,
      required,
    }
  }
  return (
    <FormSection title={t('profile.title')} hint={t('profile.hint')}>
      <Form onSubmit={save} noValidate>
        <div className="wide">
          <TextField
            label={t('profile.email')}
            value={profile.email}
            readOnly
            helperText={t('profile.emailHint')}
            autoComplete="username"
          />
        </div>
        {profile.username === null ? null : (
          <div className="wide">
            <TextField label={t('profile.username')} value={profile.username} readOnly helperText={t('profile.usernameHint')} />
          </div>
        )}
        <TextField {...text('firstName', true)} autoComplete="given-name" />
        <TextField {...text('lastName', true)} autoComplete="family-name" />
        <TextField {...text('city')} autoComplete="address-level2" />
        <Controller
          control={control}
          name="country"
          render={({ field, fieldState }) => (
            <TextField
              select
              label={t('profile.country')}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.invalid}
              helperText={fieldState.error?.message}
              autoComplete="country"
            >
              {countries.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </TextField>
          )}
        />
        {draft.restored ? (
          <div className="wide">
            <DraftNote restored onDrop={draft.drop} />
          </div>
        ) : null}
        <Button className="act" type="submit" variant="contained" loading={formState.isSubmitting} disabled={!formState.isDirty}>
          {t('profile.save')}
        </Button>
      </Form>
    </FormSection>
  )
}
