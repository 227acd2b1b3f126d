import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { Control } from 'react-hook-form'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { countryOptions, currencyOptions, zoneOptions } from '#src/kit/form/options.ts'
import { BookingPageLink } from './BookingPageLink.tsx'
import { useT } from './use-t.ts'
import type { VenueForm } from './venue-form.ts'

export const DetailsTab = ({ control, venue }: { control: Control<VenueForm>; venue: VenueDetail }) => {
  const t = useT()
  return (
    <>
      <FormSection title={t('section.name')} hint={t('section.name.hint')}>
        <FieldGrid>
          <TextInput
            className="wide"
            control={control}
            name="name"
            label={t('name')}
            required
            slotProps={{ htmlInput: { maxLength: 160 } }}
          />
          <TextInput
            control={control}
            name="externalId"
            label={t('externalId')}
            hint={t('externalId.hint')}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <TextInput
            control={control}
            name="tripadvisorId"
            label={t('tripadvisorId')}
            hint={t('tripadvisorId.hint')}
            slotProps={{ htmlInput: { maxLength: 500, spellCheck: false } }}
          />
          <SwitchField control={control} name="active" label={t('venueActive')} hint={t('active.hint')} />
          <SwitchField control={control} name="sdkAccess" label={t('sdkAccess')} hint={t('sdkAccess.hint')} />
          {venue.sdkAccess && venue.active ? (
            <div className="wide">
              <BookingPageLink venueId={venue.id} />
            </div>
          ) : null}
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.place')} hint={t('section.place.hint')}>
        <FieldGrid>
          <TextInput className="wide" control={control} name="address" label={t('address')} slotProps={{ htmlInput: { maxLength: 200 } }} />
          <TextInput control={control} name="postalCode" label={t('postalCode')} slotProps={{ htmlInput: { maxLength: 20 } }} />
          <TextInput control={control} name="city" label={t('city')} slotProps={{ htmlInput: { maxLength: 120 } }} />
          <SelectField control={control} name="countryCode" label={t('countryCode')} required options={countryOptions(countryCodes)} />
          <TextInput
            control={control}
            name="phoneNumber"
            type="tel"
            label={t('phoneNumber')}
            hint={t('phoneNumber.hint')}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          <NumberField control={control} name="latitude" fraction min={-90} max={90} label={t('latitude')} hint={t('latitude.hint')} />
          <NumberField control={control} name="longitude" fraction min={-180} max={180} label={t('longitude')} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.money')} hint={t('section.money.hint')}>
        <FieldGrid>
          <SelectField control={control} name="timezone" label={t('timezone')} hint={t('timezone.hint')} required options={zoneOptions()} />
          <SelectField control={control} name="currency" label={t('currency')} required options={currencyOptions()} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.party')} hint={t('section.party.hint')}>
        <FieldGrid>
          <NumberField control={control} name="minCovers" label={t('minCovers')} required min={1} max={1000} />
          <NumberField control={control} name="maxCovers" label={t('maxCovers')} required min={1} max={1000} />
        </FieldGrid>
      </FormSection>
    </>
  )
}
