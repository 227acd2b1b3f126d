import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { Control } from 'react-hook-form'
import { FieldGrid, NumberField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { useT } from './use-t.ts'
import type { VenueForm } from './venue-form.ts'

type TabProps = { control: Control<VenueForm>; venue: VenueDetail }

export const HubTab = ({ control, venue }: TabProps) => {
  const t = useT()
  return (
    <>
      <FormSection title={t('section.face')} hint={t('section.face.hint')}>
        <FieldGrid>
          <TextInput
            control={control}
            name="displayName"
            label={t('displayName')}
            hint={t('displayName.hint')}
            placeholder={venue.name}
            slotProps={{ htmlInput: { maxLength: 160 } }}
          />
          <TextInput
            control={control}
            name="displayColor"
            label={t('displayColor')}
            hint={t('displayColor.hint')}
            placeholder="#7367F0"
            rules={{ validate: (text: unknown) => text === '' || /^#[0-9a-f]{6}$/i.test(text as string) || t('colour.wrong') }}
          />
          <TextInput
            control={control}
            name="emailDomain"
            label={t('emailDomain')}
            hint={t('emailDomain.hint')}
            placeholder="example.com"
            slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none' } }}
          />
        </FieldGrid>
      </FormSection>
      <PaymentSection control={control} venue={venue} />
      <FormSection title={t('section.limits')} hint={t('section.limits.hint')}>
        <FieldGrid>
          <NumberField
            control={control}
            name="maxDays"
            label={t('maxDays')}
            hint={t('maxDays.hint')}
            unit={t('unit.days')}
            required
            min={1}
            max={730}
          />
          <NumberField
            control={control}
            name="cutOff"
            label={t('cutOff')}
            hint={t('cutOff.hint')}
            unit={t('unit.minutes')}
            min={0}
            max={10_080}
          />
          <NumberField
            control={control}
            name="cancellationWindow"
            label={t('cancellationWindow')}
            hint={t('cancellationWindow.hint')}
            unit={t('unit.minutes')}
            required
            min={0}
            max={525_600}
          />
          <NumberField
            control={control}
            name="holdingTime"
            label={t('holdingTime')}
            hint={t('holdingTime.hint')}
            unit={t('unit.seconds')}
            required
            min={30}
            max={3600}
          />
          <SwitchField control={control} name="bookeableAreas" label={t('bookeableAreas')} hint={t('bookeableAreas.hint')} />
        </FieldGrid>
      </FormSection>
    </>
  )
}

export const ConfirmationTab = ({ control }: Pick<TabProps, 'control'>) => {
  const t = useT()
  return (
    <FormSection title={t('section.confirmation')} hint={t('section.confirmation.hint')}>
      <LangTexts control={control} name="confirmationText" label={t('confirmationText')} hint={t('confirmationText.hint')} rows={6} />
    </FormSection>
  )
}
