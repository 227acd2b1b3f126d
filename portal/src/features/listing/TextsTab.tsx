import { styled } from '@mui/material/styles'
import { listingCategories, listingCuisines } from '@tablewire/contracts/listing/terms.rules'
import type { Control } from 'react-hook-form'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import type { ListingForm } from './listing-form.ts'
import { TermsField } from './TermsField.tsx'
import { useT } from './use-t.ts'

const Stack = styled('div')({ display: 'grid', gap: 22 })
const categories = Object.keys(listingCategories) as (keyof typeof listingCategories)[]

export const TextsTab = ({ control, venueName }: { control: Control<ListingForm>; venueName: string }) => {
  const t = useT()
  return (
    <>
      <FormSection title={t('s.name')} hint={t('s.name.hint')}>
        <Stack>
          <TextInput
            control={control}
            name="displayName"
            label={t('displayName')}
            hint={t('displayName.hint')}
            placeholder={venueName}
            slotProps={{ htmlInput: { maxLength: 160, dir: 'auto' } }}
          />
          <LangTexts control={control} name="names" label={t('names')} rows={1} maxLength={160} />
        </Stack>
      </FormSection>
      <FormSection title={t('s.about')} hint={t('s.about.hint')}>
        <Stack>
          <LangTexts control={control} name="shortTexts" label={t('shortTexts')} hint={t('shortTexts.hint')} rows={2} maxLength={250} />
          <LangTexts control={control} name="longTexts" label={t('longTexts')} hint={t('longTexts.hint')} rows={6} maxLength={5000} />
        </Stack>
      </FormSection>
      <FormSection title={t('s.kind')} hint={t('s.kind.hint')}>
        <TermsField
          control={control}
          name="categories"
          label={t('categories')}
          terms={categories.map((value) => ({ value, label: t(`cat.${value}`) }))}
        />
        <TermsField
          control={control}
          name="cuisines"
          label={t('cuisines')}
          terms={listingCuisines.map((value) => ({ value, label: t(`cu.${value}`) }))}
        />
      </FormSection>
    </>
  )
}
