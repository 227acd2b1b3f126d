import { mdiClipboardTextOutline, mdiClockAlertOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { useState } from 'react'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { Card } from '#src/kit/Card.tsx'
import { Banner } from '#src/kit/Banner.tsx'
import { OpeningHours } from './OpeningHours.tsx'
import { PasteHours } from './PasteHours.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { Week } from './week/Week.tsx'
import { weekdayName, Weekdays } from '#src/kit/Weekdays.tsx'
import { newId } from '#src/api/random-key.ts'
import { copiedDay, hoursForShifts, newShift, splitOff } from './book-edits.ts'
import { type BookForm, change } from './book-form.ts'
import type { ShiftPath } from './setting-place.ts'
import { useT } from './use-t.ts'
import { outsideHours, timeOf } from './week-line.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  marginBlockEnd: theme.spacing(1.5),
  '& > p': { ...theme.typography.caption, flex: '1 1 260px', margin: 0, color: theme.vars.palette.text.secondary },
  // A phone shows the days, where nothing is dragged.
  [theme.breakpoints.down('sm')]: { '& > p': { display: 'none' } },
}))
const Below = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2), marginBlockStart: theme.spacing(2) }))

type WeekTabProps = {
  venueId: string
  form: BookForm
  book: Book
  errors: Readonly<Record<string, string>>
  /** The shift whose card is open, by its id. */
  shift: string | undefined
  onShift: (id: string | undefined) => void
}

/** What a new or copied shift is called while its name is taken. */
const freeName = (name: string, shifts: readonly Shift[]): string => {
  const taken = new Set(shifts.map((shift) => shift.name))
  let number = 2
  while (taken.has(`${name} ${number}`)) number++
  return taken.has(name) ? `${name} ${number}` : name
}

export const WeekTab = ({ venueId, form, book, errors, shift, onShift }: WeekTabProps) => {
  const t = useT()
  const [copying, setCopying] = useState<number>()
  const [pasting, setPasting] = useState(false)
  const { shifts } = book
  const index = shifts.findIndex(({ id }) => id === shift)
  const put = (next: Shift[]): void => change(form, { shifts: next })
  const add = (days: readonly number[]): void => {
    const made = newShift(freeName(t('shift.new'), shifts), days, shifts.at(-1))
    put([...shifts, made])
    onShift(made.id)
  }
  const copy = (one: Shift): void => {
    const made = { ...one, id: newId(), name: freeName(one.name, shifts) }
    put([...shifts, made])
    onShift(made.id)
  }
  const wrong = new Set(Object.keys(errors).flatMap((path) => /^shifts\.\d+/.exec(path) ?? []))
  return (
    <>
      <Bar>
        <Button variant="outlined" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => add([1, 2, 3, 4, 5, 6, 7])}>
          {t('week.add')}
        </Button>
        <Button variant="outlined" startIcon={<Icon path={mdiClipboardTextOutline} size={18} />} onClick={() => setPasting(true)}>
          {t('week.paste')}
        </Button>
        <p id="week-keys">{t('week.keys')}</p>
      </Bar>
      <Week
        book={book}
        chosen={shift}
        wrong={wrong}
        onChoose={(id) => onShift(id === shift ? undefined : id)}
        onChange={(changed) => put(shifts.map((one) => (one.id === changed.id ? changed : one)))}
        onAdd={(weekday) => add([weekday])}
        onCopy={setCopying}
      />
      <Below>
        <OutsideHours book={book} onFix={() => change(form, { openingHours: hoursForShifts(book) })} />
        {index >= 0 ? (
          <ShiftCard
            key={shift}
            form={form}
            path={`shifts.${index}` as ShiftPath}
            onClose={() => onShift(undefined)}
            onSplit={(weekday) => put(splitOff(shifts, shifts[index]!.id, weekday))}
            onCopy={() => copy(shifts[index]!)}
            onDelete={() => {
              onShift(undefined)
              put(shifts.filter((_, other) => other !== index))
            }}
          />
        ) : null}
        <Card title={t('hours.title')} hint={t('hours.hint')}>
          <OpeningHours book={book} onChange={(openingHours) => change(form, { openingHours })} errorOf={(path) => errors[path]} />
        </Card>
      </Below>
      <CopyDay weekday={copying} onClose={() => setCopying(undefined)} onCopy={(days) => change(form, copiedDay(book, copying!, days))} />
      <PasteHours venueId={venueId} open={pasting} onClose={() => setPasting(false)} onTake={(parts) => change(form, parts)} book={book} />
    </>
  )
}

/** A shift outside the opening hours is offered to nobody, which nobody means. */
const OutsideHours = ({ book, onFix }: { book: Book; onFix: () => void }) => {
  const t = useT()
  const outside = outsideHours(book)
  const [first] = outside
  if (!first) return null
  const { from, to } = first.span
  const values = { name: first.name, day: weekdayName(first.day), times: `${timeOf(from)}–${timeOf(to)}`, count: outside.length - 1 }
  return (
    <Banner
      tone="warning"
      icon={mdiClockAlertOutline}
      action={
        <Button size="small" variant="outlined" onClick={onFix}>
          {t('hours.follow')}
        </Button>
      }
    >
      {t('hours.outside', values)} {outside.length > 1 ? t('hours.outside.more', values) : ''}
    </Banner>
  )
}

type CopyDayProps = { weekday: number | undefined; onCopy: (days: number[]) => void; onClose: () => void }

/** Shifts and opening hours of one day onto others. */
export const CopyDay = ({ weekday, onCopy, onClose }: CopyDayProps) => {
  const t = useT()
  const [days, setDays] = useState<number[]>([])
  const close = (): void => {
    setDays([])
    onClose()
  }
  if (weekday === undefined) return null
  const name = weekdayName(weekday, 'long')
  return (
    <ConfirmDialog
      open
      title={t('week.copy.title', { day: name })}
      confirmLabel={t('week.copy')}
      ready={days.length > 0}
      onClose={close}
      onConfirm={() => {
        onCopy(days)
        close()
      }}
    >
      <p style={{ marginBlockStart: 0 }}>{t('week.copy.text', { day: name })}</p>
      <Weekdays label={t('week.copy.to')} value={days} onChange={setDays} not={weekday} />
    </ConfirmDialog>
  )
}
