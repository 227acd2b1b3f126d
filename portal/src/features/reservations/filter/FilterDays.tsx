import { LabelledDay } from '#src/kit/DayField.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import type { Search } from '../reservation-search.ts'
import { useT } from '../use-t.ts'

/** The days of the list, by meal or creation date. */
export const FilterDays = ({ search, onChange }: { search: Search; onChange: (patch: UrlPatch) => void }) => {
  const t = useT()
  const date = (key: 'from' | 'to') => (
    <LabelledDay
      label={t(`range.${key}Label`)}
      date={search[key]}
      text="–"
      max={key === 'from' ? search.to : undefined}
      min={key === 'to' ? search.from : undefined}
      onDate={(day) => onChange({ [key]: day })}
      onClear={() => onChange({ [key]: undefined })}
    />
  )
  return (
    <fieldset className="choices wide">
      <legend>{t('filter.range')}</legend>
      <TextField
        select
        label={t('range.basis')}
        value={search.basis}
        onChange={({ target }) => onChange({ basis: target.value === 'creation' ? 'creation' : undefined })}
        slotProps={{ select: { native: true } }}
      >
        <option value="meal">{t('range.meal')}</option>
        <option value="creation">{t('range.creationLong')}</option>
      </TextField>
      {date('from')}
      {date('to')}
    </fieldset>
  )
}
