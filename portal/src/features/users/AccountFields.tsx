import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import type { Control } from 'react-hook-form'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import type { Account } from './user-form.ts'
import { useT } from './use-t.ts'

const langs = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'nl', label: 'Nederlands' },
]
const isMail = (value: unknown): boolean =>
  typeof value !== 'string' || value.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
const isUsername = (value: unknown): boolean =>
  typeof value !== 'string' || value === '' || /^[a-z0-9][a-z0-9._-]{2,39}$/i.test(value.trim())

/** Who somebody is and how he signs in. */
export const AccountFields = ({ control, isNew = false }: { control: Control<Account>; isNew?: boolean }) => {
  const t = useT()
  const text = (maxLength: number) => ({ htmlInput: { maxLength } })
  return (
    <>
      <FormSection title={t('s.person')} hint={t('s.person.hint')}>
        <FieldGrid>
          <TextInput control={control} name="firstName" label={t('f.firstName')} required slotProps={text(80)} />
          <TextInput control={control} name="lastName" label={t('f.lastName')} required slotProps={text(80)} />
          <TextInput control={control} name="city" label={t('f.city')} slotProps={text(120)} />
          <SelectField
            control={control}
            name="country"
            label={t('f.country')}
            options={countryOptions(countryCodes)}
            empty={t('noCountry')}
          />
          <SelectField control={control} name="lang" label={t('f.lang')} hint={t('h.lang')} options={langs} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('s.signIn')} hint={t(isNew ? 's.signIn.new' : 's.signIn.hint')}>
        <FieldGrid>
          <TextInput
            control={control}
            name="email"
            type="email"
            label={t('f.email')}
            required
            rules={{ validate: { mail: (value: unknown) => isMail(value) || t('wrong.email') } }}
            autoComplete="off"
            slotProps={text(320)}
          />
          <TextInput
            control={control}
            name="username"
            label={t('f.username')}
            hint={t('h.username')}
            rules={{ validate: { name: (value: unknown) => isUsername(value) || t('wrong.username') } }}
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
          />
        </FieldGrid>
      </FormSection>
    </>
  )
}
