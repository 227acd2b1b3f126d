import { weekdays } from '#src/kit/week.ts'
import { mdiClose, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { Icon } from '#src/kit/Icon.tsx'
import { FieldGrid } from '#src/kit/form/Fields.tsx'
import { Fieldset } from '#src/kit/form/Fieldset.tsx'
import { DateFields } from './EditClosure.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { TimeText } from '#src/kit/form/TimeField.tsx'
import { newId } from '#src/api/random-key.ts'
import { newShift } from './book-edits.ts'
import { at, type BookForm } from './book-form.ts'
import { type SpecialDay, weekdayOf } from './calendar.ts'
import type { ShiftPath } from './setting-place.ts'
import { useT } from './use-t.ts'

type EditSpecialDayProps = {
  form: BookForm
  index: number
  book: Book
  errors: Readonly<Record<string, string>>
  shift: string | undefined
  onShift: (id: string | undefined) => void
}

/** A date with hours of its own: the week's shifts cut to them, or shifts made for the occasion. */
export const EditSpecialDay = ({ form, index, book, errors, shift, onShift }: EditSpecialDayProps) => {
  const t = useT()
  const path = `specialDays.${index}`
  const one = book.specialDays[index]!
  const set = (parts: Partial<SpecialDay>): void => form.setValue(at(path), { ...one, ...parts } as never, { shouldDirty: true })
  const ownShifts = (): Shift[] =>
    book.shifts.filter(({ days }) => days.includes(weekdayOf(one.fromOn))).map((like) => ({ ...like, id: newId(), days: [...weekdays] }))
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <FieldGrid style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' }}>
        <DateFields form={form} path={path} />
      </FieldGrid>
      <Hours one={one} path={path} errors={errors} set={set} />
      <div>
        <FormControlLabel
          label={t('days.ownShifts')}
          control={<Switch checked={one.shifts !== null} onChange={(_, on) => set({ shifts: on ? ownShifts() : null })} />}
        />
        <FormHelperText>{t('days.ownShifts.hint')}</FormHelperText>
      </div>
      {one.shifts ? (
        <OwnShifts form={form} path={path} shifts={one.shifts} set={(shifts) => set({ shifts })} shift={shift} onShift={onShift} />
      ) : null}
    </div>
  )
}

type HoursProps = {
  one: SpecialDay
  path: string
  errors: Readonly<Record<string, string>>
  set: (parts: Pick<SpecialDay, 'openingHours'>) => void
}

const Hours = ({ one: { openingHours }, path, errors, set }: HoursProps) => {
  const t = useT()
  return (
    <Fieldset>
      <legend>{t('hours.title')}</legend>
      {openingHours.map((hours, place) => (
        <div
          key={place}
          style={{ display: 'grid', gridTemplateColumns: '96px 96px 36px', alignItems: 'center', gap: 8, marginBlockEnd: 8 }}
        >
          {(['from', 'to'] as const).map((side) => (
            <TimeText
              key={side}
              bare
              name={`${path}.openingHours.${place}.${side}`}
              label={t(`hours.${side}`)}
              value={hours[side]}
              error={errors[`${path}.openingHours.${place}.${side}`]}
              onChange={(time) =>
                set({ openingHours: openingHours.map((old, other) => (other === place ? { ...old, [side]: time ?? '' } : old)) })
              }
            />
          ))}
          <IconButton
            size="small"
            aria-label={t('hours.delete', { day: '', from: hours.from, to: hours.to })}
            onClick={() => set({ openingHours: openingHours.filter((_, other) => other !== place) })}
          >
            <Icon path={mdiClose} size={16} />
          </IconButton>
        </div>
      ))}
      {openingHours.length < 8 ? (
        <Button
          size="small"
          startIcon={<Icon path={mdiPlus} size={16} />}
          onClick={() => set({ openingHours: [...openingHours, { from: '12:00', to: '23:00' }] })}
        >
          {t('hours.more')}
        </Button>
      ) : null}
    </Fieldset>
  )
}

type OwnShiftsProps = {
  form: BookForm
  path: string
  shifts: Shift[]
  set: (shifts: Shift[]) => void
  shift: string | undefined
  onShift: (id: string | undefined) => void
}

const OwnShifts = ({ form, path, shifts, set, shift, onShift }: OwnShiftsProps) => {
  const t = useT()
  const open = shifts.findIndex(({ id }) => id === shift)
  const add = (made: Shift): void => {
    set([...shifts, made])
    onShift(made.id)
  }
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {shifts.map(({ id, name, from, to }) => (
          <Button
            key={id}
            size="small"
            variant="outlined"
            aria-pressed={id === shift}
            onClick={() => onShift(id === shift ? undefined : id)}
          >
            {name || t('shift.unnamed')} {from}–{to}
          </Button>
        ))}
        <Button
          size="small"
          startIcon={<Icon path={mdiPlus} size={16} />}
          onClick={() => add(newShift(t('shift.new'), weekdays, shifts.at(-1)))}
        >
          {t('week.add')}
        </Button>
      </div>
      {open >= 0 ? (
        <ShiftCard
          form={form}
          path={`${path}.shifts.${open}` as ShiftPath}
          onClose={() => onShift(undefined)}
          onCopy={() => add({ ...shifts[open]!, id: newId() })}
          onDelete={() => {
            onShift(undefined)
            set(shifts.filter((_, other) => other !== open))
          }}
        />
      ) : null}
    </div>
  )
}
