import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { brands } from '@tablewire/contracts/identity/brands'
import { users } from '@tablewire/contracts/identity/users'
import type { Control } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import type { CompanyFields } from './company-form.ts'
import { CompanyRules } from './CompanyRules.tsx'
import { useT } from './use-t.ts'

/** Whose names the reader may choose from; what is chosen already keeps its place among them. */
type CompanyFormProps = {
  control: Control<CompanyFields>
  companyId?: string
  brand?: { id: string; name: string } | undefined
  owner?: { id: string; name: string } | undefined
}

type Option = { value: string; label: string }
const withChosen = (options: readonly Option[], chosen: { id: string; name: string } | undefined): Option[] =>
  chosen && !options.some(({ value }) => value === chosen.id) ? [{ value: chosen.id, label: chosen.name }, ...options] : [...options]

export const CompanyForm = ({ control, companyId, brand, owner }: CompanyFormProps) => {
  const t = useT()
  const ability = useAbility()
  const mayBrand = ability.can('read', 'brands')
  const known = useEndpoint(brands.list, { query: { limit: 200 } }, { enabled: mayBrand })
  const people = useEndpoint(
    users.list,
    { query: { limit: 200, filters: { companyId: companyId ?? '' } } },
    { enabled: companyId !== undefined },
  )
  const brandOptions = (known.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const ownerOptions = (people.data?.data ?? []).map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))
  const text = (maxLength: number) => ({ htmlInput: { maxLength } })
  return (
    <>
      <FormSection title={t('s.company')} hint={t('s.company.hint')}>
        <FieldGrid>
          <TextInput control={control} name="name" label={t('f.name')} required slotProps={text(160)} />
          <TextInput control={control} name="legalName" label={t('f.legalName')} hint={t('h.legalName')} slotProps={text(160)} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('s.address')} hint={t('s.address.hint')}>
        <FieldGrid>
          <TextInput control={control} name="address" label={t('f.address')} className="wide" slotProps={text(200)} />
          <TextInput control={control} name="postalCode" label={t('f.postalCode')} slotProps={text(20)} />
          <TextInput control={control} name="city" label={t('f.city')} slotProps={text(120)} />
          <SelectField
            control={control}
            name="countryCode"
            label={t('f.country')}
            required
            options={countryOptions(countryCodes)}
            empty={t('choose')}
          />
        </FieldGrid>
      </FormSection>
      <CompanyRules control={control} />
      <FormSection title={t('s.face')} hint={t('s.face.hint')}>
        <FieldGrid>
          <SelectField
            control={control}
            name="brandId"
            label={t('f.brand')}
            hint={t(mayBrand ? 'h.brand' : 'h.brand.platform')}
            disabled={!mayBrand}
            options={withChosen(brandOptions, brand)}
            empty={t('brand.default')}
          />
          {companyId ? (
            <SelectField
              control={control}
              name="ownerId"
              label={t('f.owner')}
              hint={t('h.owner')}
              options={withChosen(ownerOptions, owner)}
              empty={t('owner.first')}
            />
          ) : null}
        </FieldGrid>
      </FormSection>
    </>
  )
}
