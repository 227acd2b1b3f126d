import type { Control } from 'react-hook-form'
import { FieldGrid, NumberField, SwitchField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import type { CompanyFields } from './company-form.ts'
import { InstallLink } from './InstallLink.tsx'
import { useT } from './use-t.ts'

/** A year. */
const mostMinutes = 525_600

/** What the company asks of channels for all of its venues, where it begins with Meta, and how long it knows its guests. */
export const CompanyRules = ({ control }: { control: Control<CompanyFields> }) => {
  const t = useT()
  const notice = { control, min: 0, max: mostMinutes, unit: t('unit.min'), fraction: true }
  return (
    <>
      <FormSection title={t('s.channels')} hint={t('s.channels.hint')}>
        <FieldGrid>
          <NumberField {...notice} name="minAdvanceBooking" label={t('f.minAdvanceBooking')} hint={t('h.minAdvanceBooking')} />
          <NumberField
            {...notice}
            name="minAdvanceBookingCancelling"
            label={t('f.minAdvanceBookingCancelling')}
            hint={t('h.minAdvanceBookingCancelling')}
          />
          <InstallLink control={control} name="fbInstallLink" hint={t('h.fbInstallLink')} />
          <div className="wide">
            <SwitchField
              control={control}
              name="includeSourceInNotes"
              label={t('f.includeSourceInNotes')}
              hint={t('h.includeSourceInNotes')}
            />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title={t('s.guests')} hint={t('s.guests.hint')}>
        <FieldGrid>
          <NumberField
            control={control}
            name="guestMonths"
            min={1}
            max={120}
            unit={t('unit.months')}
            label={t('f.guestMonths')}
            hint={t('h.guestMonths')}
          />
          <NumberField
            control={control}
            name="bookingMonths"
            min={13}
            max={120}
            unit={t('unit.months')}
            label={t('f.bookingMonths')}
            hint={t('h.bookingMonths')}
          />
          <div className="wide">
            <SwitchField control={control} name="guestsShared" label={t('f.guestsShared')} hint={t('h.guestsShared')} />
          </div>
        </FieldGrid>
      </FormSection>
    </>
  )
}
