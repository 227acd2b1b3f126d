import { styled } from '@mui/material/styles'
import { listingAttributes, listingDress, listingParking, listingPayments } from '@tablewire/contracts/listing/terms.rules'
import type { Control } from 'react-hook-form'
import { FieldGrid, SelectField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import type { ListingForm } from './listing-form.ts'
import { TermsField } from './TermsField.tsx'
import { useT } from './use-t.ts'

const Attributes = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 190px), 1fr))',
  gap: 14,
})

export const OfferTab = ({ control }: { control: Control<ListingForm> }) => {
  const t = useT()
  const said = (['yes', 'no'] as const).map((value) => ({ value, label: t(`attr.${value}`) }))
  return (
    <>
      <FormSection title={t('s.price')}>
        <FieldGrid>
          <SelectField
            control={control}
            name="priceRange"
            label={t('priceRange')}
            empty={t('price.none')}
            options={(['1', '2', '3', '4'] as const).map((value) => ({ value, label: t(`price.${value}`) }))}
          />
          <SelectField
            control={control}
            name="dress"
            label={t('dress')}
            empty={t('price.none')}
            options={listingDress.map((value) => ({ value, label: t(`dr.${value}`) }))}
          />
        </FieldGrid>
        <TermsField
          control={control}
          name="payments"
          label={t('payments')}
          terms={listingPayments.map((value) => ({ value, label: t(`pay.${value}`) }))}
        />
        <TermsField
          control={control}
          name="parking"
          label={t('parking')}
          terms={listingParking.map((value) => ({ value, label: t(`pa.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t('s.attributes')} hint={t('s.attributes.hint')}>
        <Attributes>
          {listingAttributes.map((one) => (
            <SelectField
              key={one}
              control={control}
              name={`attributes.${one}`}
              label={t(`at.${one}`)}
              empty={t('attr.unsaid')}
              options={said}
            />
          ))}
        </Attributes>
      </FormSection>
    </>
  )
}
