import type { Area } from '@tablewire/contracts/estate/book'
import { Controller } from 'react-hook-form'
import { DayInput } from '#src/kit/form/DayInput.tsx'
import { FieldGrid, TextInput } from '#src/kit/form/Fields.tsx'
import { TimeField } from '#src/kit/form/TimeField.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { at, type BookForm } from './book-form.ts'
import { useT } from './use-t.ts'

/** What it is called, and its first and last day. */
export const DateFields = ({ form: { control }, path }: { form: BookForm; path: string }) => {
  const t = useT()
  return (
    <>
      <TextInput control={control} name={at(`${path}.name`)} label={t('days.name')} required slotProps={{ htmlInput: { maxLength: 80 } }} />
      <DayInput control={control} name={at(`${path}.fromOn`)} label={t('days.fromOn')} required />
      <DayInput control={control} name={at(`${path}.toOn`)} label={t('days.toOn')} required />
    </>
  )
}

export const EditClosure = ({ form, index, areas }: { form: BookForm; index: number; areas: readonly Area[] }) => {
  const t = useT()
  const path = `closures.${index}`
  return (
    <FieldGrid style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' }}>
      <DateFields form={form} path={path} />
      <TimeField control={form.control} name={at(`${path}.from`)} label={t('hours.from')} hint={t('days.times.hint')} optional />
      <TimeField control={form.control} name={at(`${path}.to`)} label={t('hours.to')} optional />
      <Controller
        control={form.control}
        name={at(`${path}.areaId`)}
        render={({ field: { ref, value, onChange, ...field }, fieldState }) => (
          <TextField
            {...field}
            select
            inputRef={ref}
            label={t('days.area')}
            value={(value as string | null) ?? ''}
            error={fieldState.invalid}
            helperText={fieldState.error?.message}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          >
            <option value="">{t('days.area.all')}</option>
            {areas.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </TextField>
        )}
      />
    </FieldGrid>
  )
}
