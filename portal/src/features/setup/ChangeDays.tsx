import type { Book } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { newId } from '#src/api/random-key.ts'
import { Card } from '#src/kit/Card.tsx'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { FieldGrid } from '#src/kit/form/Fields.tsx'
import { formatDate } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { sortedHours, withoutDay } from './book-edits.ts'
import { weekdayOf } from './calendar.ts'
import type { Range } from './MonthGrid.tsx'
import { Fieldset } from '#src/kit/form/Fieldset.tsx'
import { TimeText } from '#src/kit/form/TimeField.tsx'
import { useT } from './use-t.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'

const kinds = ['shut', 'partly', 'special'] as const
type Kind = (typeof kinds)[number]
const scopes = ['date', 'range', 'always'] as const
type Scope = (typeof scopes)[number]
type DaysChange = { kind: Kind; scope: Scope; toOn: string; from: string; to: string; areaId: string; name: string }

/** What the book becomes; `always` is a matter of the week, not of dates. */
const applied = (book: Book, fromOn: string, { kind, scope, toOn, from, to, areaId, name }: DaysChange): Partial<Book> => {
  const weekday = weekdayOf(fromOn)
  if (scope === 'always') {
    if (kind === 'shut') return withoutDay(book, weekday)
    return { openingHours: sortedHours([...book.openingHours.filter(({ day }) => day !== weekday), { day: weekday, from, to }]) }
  }
  const dates = { id: newId(), name, fromOn, toOn: scope === 'date' ? fromOn : toOn }
  if (kind === 'special') return { specialDays: [...book.specialDays, { ...dates, openingHours: [{ from, to }], shifts: null }] }
  const times = kind === 'shut' ? { from: null, to: null } : { from, to }
  return { closures: [...book.closures, { ...dates, ...times, areaId: areaId === '' ? null : areaId }] }
}

type ChangeDaysProps = { book: Book; range: Range; onApply: (parts: Partial<Book>, always: boolean) => void; onClose: () => void }

/** A date or several: shut, partly shut, or with hours of their own; this date, this range, or always on that weekday. */
export const ChangeDays = ({ book, range, onApply, onClose }: ChangeDaysProps) => {
  const t = useT()
  const [wanted, setWanted] = useState<DaysChange>({
    kind: 'shut',
    scope: range.from === range.to ? 'date' : 'range',
    toOn: range.to,
    from: '12:00',
    to: '17:00',
    areaId: '',
    name: '',
  })
  const set = (parts: Partial<DaysChange>): void => setWanted({ ...wanted, ...parts })
  const { kind, scope } = wanted
  const always = scope === 'always'
  // A part of a day is shut on dates only: for every week there are the opening hours.
  const possible = always ? kinds.filter((one) => one !== 'partly') : kinds
  const apply = (): void => {
    const name = wanted.name.trim() || t(kind === 'special' ? 'days.special' : 'days.shut')
    onApply(applied(book, range.from, { ...wanted, name }), always)
  }
  return (
    <Card
      title={
        range.from === range.to
          ? formatDate(range.from, 'long')
          : t('days.range', { from: formatDate(range.from), to: formatDate(range.to) })
      }
    >
      <div style={{ display: 'grid', gap: 16 }}>
        <Fieldset>
          <legend>{t('days.kind')}</legend>
          <RadioGroup row value={kind} onChange={(_, value) => set({ kind: value as Kind })}>
            {possible.map((one) => (
              <FormControlLabel key={one} value={one} control={<Radio />} label={t(`days.kind.${one}`)} />
            ))}
          </RadioGroup>
        </Fieldset>
        <Fieldset>
          <legend>{t('days.scope')}</legend>
          <RadioGroup
            row
            value={scope}
            onChange={(_, value) => set({ scope: value as Scope, ...(value === 'always' && kind === 'partly' ? { kind: 'shut' } : {}) })}
          >
            {scopes.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio />}
                label={t(`days.scope.${one}`, { day: weekdayName(weekdayOf(range.from), 'long') })}
              />
            ))}
          </RadioGroup>
        </Fieldset>
        <Fields book={book} wanted={wanted} range={range} set={set} />
        <div style={{ display: 'flex', gap: 8 }}>
          <Button variant="contained" disabled={scope === 'range' && wanted.toOn < range.from} onClick={apply}>
            {t('days.apply')}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

type FieldsProps = { book: Book; wanted: DaysChange; range: Range; set: (parts: Partial<DaysChange>) => void }

const Fields = ({ book, wanted, range, set }: FieldsProps) => {
  const t = useT()
  const { kind, scope } = wanted
  const always = scope === 'always'
  const early = scope === 'range' && wanted.toOn < range.from
  return (
    <FieldGrid>
      {always ? null : (
        <TextField
          label={t('days.name')}
          value={wanted.name}
          slotProps={{ htmlInput: { maxLength: 80 } }}
          onChange={({ target }) => set({ name: target.value })}
        />
      )}
      {scope === 'range' ? (
        <LabelledDay
          label={t('days.toOn')}
          date={wanted.toOn || undefined}
          min={range.from}
          error={early}
          helperText={early ? t('days.early') : undefined}
          onDate={(toOn) => set({ toOn })}
        />
      ) : null}
      {kind === 'shut' ? null : (
        <>
          <TimeText label={t('hours.from')} value={wanted.from} onChange={(from) => set({ from: from ?? '' })} />
          <TimeText label={t('hours.to')} value={wanted.to} onChange={(to) => set({ to: to ?? '' })} />
        </>
      )}
      {kind === 'special' || always ? null : (
        <TextField select label={t('days.area')} value={wanted.areaId} onChange={({ target }) => set({ areaId: target.value })}>
          <option value="">{t('days.area.all')}</option>
          {book.areas.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </TextField>
      )}
    </FieldGrid>
  )
}
