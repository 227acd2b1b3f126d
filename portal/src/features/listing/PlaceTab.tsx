import { listingNetworks } from '@tablewire/contracts/listing/terms.rules'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FieldGrid, NumberField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { isHttps, type ListingForm } from './listing-form.ts'
import { useT } from './use-t.ts'

/** Coasts and borders are half a megabyte: only who looks at a place loads them. */
const PositionMap = lazyWithRetry(async () => (await import('./PositionMap.tsx')).PositionMap)

export const PlaceTab = ({ form }: { form: UseFormReturn<ListingForm> }) => {
  const t = useT()
  const { control } = form
  const [latitude, longitude] = useWatch({ control, name: ['latitude', 'longitude'] })
  const link = {
    rules: { validate: (text: unknown) => isHttps(text as string) || t('https') },
    type: 'url' as const,
    placeholder: 'https://',
  }
  const place = { latitude, longitude }
  const move = (next: { latitude: number; longitude: number }): void => {
    const options = { shouldDirty: true, shouldValidate: true }
    form.setValue('latitude', next.latitude, options)
    form.setValue('longitude', next.longitude, options)
  }
  return (
    <>
      <FormSection title={t('s.place')} hint={t('s.place.hint')}>
        <FieldGrid>
          <TextInput className="wide" control={control} name="address" label={t('address')} slotProps={{ htmlInput: { maxLength: 200 } }} />
          <TextInput control={control} name="postalCode" label={t('postalCode')} slotProps={{ htmlInput: { maxLength: 20 } }} />
          <TextInput control={control} name="city" label={t('city')} slotProps={{ htmlInput: { maxLength: 120 } }} />
          <TextInput control={control} name="phone" type="tel" label={t('phone')} slotProps={{ htmlInput: { maxLength: 40 } }} />
        </FieldGrid>
        <div style={{ marginBlock: 18 }}>
          <PositionMap place={place} onMove={move} />
        </div>
        <FieldGrid>
          <NumberField control={control} name="latitude" fraction min={-90} max={90} label={t('latitude')} />
          <NumberField control={control} name="longitude" fraction min={-180} max={180} label={t('longitude')} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('s.links')} hint={t('s.links.hint')}>
        <FieldGrid>
          <TextInput className="wide" control={control} name="website" label={t('website')} {...link} />
          <TextInput className="wide" control={control} name="menuUrl" label={t('menuUrl')} {...link} />
          <TextInput className="wide" control={control} name="bookingUrl" label={t('bookingUrl')} {...link} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('social')}>
        <FieldGrid>
          {listingNetworks.map((one) => (
            <TextInput key={one} control={control} name={`social.${one}`} label={t(`net.${one}`)} {...link} />
          ))}
        </FieldGrid>
      </FormSection>
    </>
  )
}
