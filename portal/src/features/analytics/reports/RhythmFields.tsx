import { type Control, useWatch } from 'react-hook-form'
import { NumberField, SelectField } from '#src/kit/form/Fields.tsx'
import { zoneOptions } from '#src/kit/form/options.ts'
import { TimeField } from '#src/kit/form/TimeField.tsx'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { useT } from '../use-t.ts'
import type { ReportForm } from './report-form.ts'

/** When it comes: how often, on which day, at what time of which zone. */
export const RhythmFields = ({ control, rhythm }: { control: Control<ReportForm>; rhythm: ReportForm['rhythm'] }) => {
  const t = useT()
  const zone = useWatch({ control, name: 'timezone' })
  return (
    <>
      <SelectField
        control={control}
        name="rhythm"
        label={t('report.rhythm')}
        options={(['daily', 'weekly', 'monthly'] as const).map((value) => ({ value, label: t(`report.rhythm.${value}`) }))}
      />
      {rhythm === 'weekly' ? (
        <SelectField
          control={control}
          name="weekday"
          label={t('report.weekday')}
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day, 'long') }))}
        />
      ) : null}
      {rhythm === 'monthly' ? (
        <NumberField
          control={control}
          name="monthDay"
          label={t('report.monthDay')}
          hint={t('report.monthDay.hint')}
          min={1}
          max={31}
          required
        />
      ) : null}
      <TimeField control={control} name="time" label={t('report.time')} hint={t('report.time.hint')} />
      <SelectField control={control} name="timezone" label={t('report.zone')} options={zoneOptions(zone)} required />
    </>
  )
}
