import type { Offered } from '@tablewire/contracts/booking/availability'
import { Controller, useFormContext } from 'react-hook-form'
import { TextField } from '#src/kit/TextField.tsx'
import { chosenDuration, type FormValues } from './reservation-form.ts'
import { useT } from './use-t.ts'

/** How long the party stays, where the venue's own system lets it be chosen or cannot do without. */
export const DurationField = ({ offered }: { offered: Offered | undefined }) => {
  const t = useT()
  const { control } = useFormContext<FormValues>()
  const durations = offered?.durations ?? []
  const required = offered?.requiresDuration ?? false
  if (!required && !durations.length) return null
  const missing = t(durations.length ? 'form.durationMissing' : 'form.durationWrong')
  return (
    <Controller
      control={control}
      name="duration"
      rules={{ validate: (typed) => !required || chosenDuration(typed, offered).value !== '' || missing }}
      render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => {
        const shared = { inputRef: ref, onBlur, required, error: error !== undefined, helperText: error?.message }
        if (!durations.length)
          return (
            <TextField
              {...shared}
              type="number"
              label={t('form.durationMinutes')}
              value={value === '' ? '' : Number(value) / 60}
              slotProps={{ htmlInput: { min: 1, max: 1440 } }}
              onChange={({ target }) => onChange(target.value === '' ? '' : String(Number(target.value) * 60))}
            />
          )
        return (
          <TextField
            {...shared}
            select
            label={t('form.duration')}
            value={chosenDuration(value, offered).value}
            onChange={onChange}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{t(required ? 'form.durationMissing' : 'form.durationUsual')}</option>
            {durations.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </TextField>
        )
      }}
    />
  )
}
