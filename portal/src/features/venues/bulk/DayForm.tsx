import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { BulkChange } from '@tablewire/contracts/estate/bulk-changes'
import { useEffect, useMemo, useState } from 'react'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { TimeText } from '#src/kit/form/TimeField.tsx'
import { FieldGrid } from '#src/kit/form/Fields.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'
import type { FormProps } from './PlaceForms.tsx'

const blank = { name: '', fromOn: '', toOn: '', closed: true, from: '12:00', to: '16:00', keep: false }
type Typed = typeof blank
const clock = /^([01]\d|2[0-3]):[0-5]\d$/
/** What may still become a time, or be tidied into one when the field is left. */
const half = /^[\d:.h]{0,4}$/i

/** What is wrong with what is typed, beside the field that it is about. */
const faultsOf = ({ fromOn, toOn, closed, from, to }: Typed) => {
  const early = fromOn !== '' && toOn !== '' && toOn < fromOn
  // From midnight to midnight is the whole day.
  const noLength = from === to && from !== '00:00' && clock.test(from)
  return {
    ...(early ? { toOn: 'bulk.day.early' as const } : {}),
    ...(!closed && !clock.test(from) && !half.test(from) ? { from: 'bulk.day.noTime' as const } : {}),
    ...(!closed && !clock.test(to) && !half.test(to) ? { to: 'bulk.day.noTime' as const } : {}),
    ...(!closed && noLength ? { to: 'bulk.day.noLength' as const } : {}),
  }
}

/** Whole once it has a name, days in their order and, unless closed, hours. */
const changeOf = (typed: Typed): BulkChange | undefined => {
  const { name, fromOn, toOn, closed, from, to, keep } = typed
  const day = { name: name.trim(), fromOn, toOn: toOn || fromOn, openingHours: closed ? [] : [{ from, to }] }
  const times = day.openingHours.every((hours) => clock.test(hours.from) && clock.test(hours.to))
  if (!day.name || !fromOn || !times || Object.keys(faultsOf(typed)).length) return undefined
  return { kind: 'day', day, existing: keep ? 'keep' : 'replace' }
}

type DateProps = { label: string; value: string; required?: boolean; error?: string | undefined; onChange: (value: string) => void }
const DateText = ({ label, value, required = false, error, onChange }: DateProps) => (
  <LabelledDay
    label={label}
    date={value || undefined}
    text="–"
    required={required}
    error={error !== undefined}
    helperText={error}
    onDate={onChange}
    onClear={() => onChange('')}
  />
)

/** One closure, or one day with hours of its own. */
export const DayForm = ({ onChange }: FormProps) => {
  const t = useT()
  const [typed, setTyped] = useState(blank)
  const change = useMemo(() => changeOf(typed), [typed])
  useEffect(() => onChange(change), [change, onChange])
  const set = (some: Partial<Typed>): void => setTyped({ ...typed, ...some })
  const faults = faultsOf(typed)
  const said = (field: keyof typeof faults): string | undefined => faults[field] && t(faults[field])
  return (
    <>
      <TextField
        label={t('bulk.day.name')}
        value={typed.name}
        required
        onChange={({ target }) => set({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <FieldGrid>
        <DateText label={t('bulk.day.from')} value={typed.fromOn} required onChange={(fromOn) => set({ fromOn })} />
        <DateText label={t('bulk.day.to')} value={typed.toOn} error={said('toOn')} onChange={(toOn) => set({ toOn })} />
      </FieldGrid>
      <FormControlLabel
        label={t('bulk.day.closed')}
        control={<Checkbox checked={typed.closed} onChange={(_, closed) => set({ closed })} />}
      />
      {typed.closed ? null : (
        <FieldGrid>
          <TimeText label={t('bulk.day.opens')} value={typed.from} error={said('from')} onChange={(from) => set({ from: from ?? '' })} />
          <TimeText label={t('bulk.day.closes')} value={typed.to} error={said('to')} onChange={(to) => set({ to: to ?? '' })} />
        </FieldGrid>
      )}
      <FormControlLabel label={t('bulk.day.keep')} control={<Checkbox checked={typed.keep} onChange={(_, keep) => set({ keep })} />} />
      <p style={{ margin: 0, fontSize: '0.8125rem' }}>{t('bulk.day.hint')}</p>
    </>
  )
}
