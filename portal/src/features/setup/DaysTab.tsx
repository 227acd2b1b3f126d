import { mdiCalendarRemoveOutline, mdiCalendarStarOutline } from '@mdi/js'
import type { Book } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { focusFirst } from '#src/kit/first-focus.ts'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { type BookForm, change } from './book-form.ts'
import type { Closure, SpecialDay } from './calendar.ts'
import { ChangeDays } from './ChangeDays.tsx'
import { DayLimitsList } from './days/DayLimitsList.tsx'
import { EditClosure } from './EditClosure.tsx'
import { EditSpecialDay } from './EditDates.tsx'
import { MonthGrid, type Range } from './MonthGrid.tsx'
import { useT } from './use-t.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  '& h3': { ...theme.typography.h3, margin: 0 },
  '& .edit': { flexBasis: '100%', paddingBlockStart: theme.spacing(1) },
}))

type DaysTabProps = {
  venueId: string
  form: BookForm
  book: Book
  /** The venue's own date. */
  today: string
  errors: Readonly<Record<string, string>>
  /** Of a special day with shifts of its own, the one whose card is open. */
  shift: string | undefined
  onShift: (id: string | undefined) => void
}

export const DaysTab = ({ venueId, form, book, today, errors, shift, onShift }: DaysTabProps) => {
  const t = useT()
  const [month, setMonth] = useState(today.slice(0, 7))
  const [range, setRange] = useState<Range & { anchor: string }>()
  const choose = (date: string, extend: boolean): void => {
    const anchor = extend && range ? range.anchor : date
    setRange({ anchor, from: anchor < date ? anchor : date, to: anchor < date ? date : anchor })
    if (date.slice(0, 7) !== month) setMonth(date.slice(0, 7))
  }
  return (
    <Root>
      <MonthGrid book={book} month={month} today={today} chosen={range} onMonth={setMonth} onChoose={choose} />
      {range ? (
        <ChangeDays
          key={`${range.from} ${range.to}`}
          book={book}
          range={range}
          onClose={() => setRange(undefined)}
          onApply={(parts, always) => {
            change(form, parts)
            setRange(undefined)
            if (always) toast.info(t('days.always.done'))
          }}
        />
      ) : (
        <p style={{ margin: 0 }}>{t('days.choose')}</p>
      )}
      <DayLimitsList book={book} venueId={venueId} today={today} onRemove={(dayLimits) => change(form, { dayLimits })} />
      <Entries form={form} book={book} today={today} errors={errors} shift={shift} onShift={onShift} />
    </Root>
  )
}

/** Whoever opens a day goes on in its first field. */
const beginInside = (fields: HTMLElement | null): void => {
  if (fields) focusFirst(fields)
}

type Entry = { list: 'closures'; index: number; one: Closure } | { list: 'specialDays'; index: number; one: SpecialDay }

const Entries = ({ form, book, today, errors, shift, onShift }: Omit<DaysTabProps, 'venueId'>) => {
  const t = useT()
  const [open, setOpen] = useState<string>()
  const [past, setPast] = useState(false)
  const all: Entry[] = [
    ...book.closures.map((one, index) => ({ list: 'closures' as const, index, one })),
    ...book.specialDays.map((one, index) => ({ list: 'specialDays' as const, index, one })),
  ].toSorted((a, b) => (a.one.fromOn < b.one.fromOn ? -1 : 1))
  const over = all.filter(({ one }) => one.toOn < today && one.toOn >= one.fromOn)
  const shown = past ? all : all.filter((entry) => !over.includes(entry))
  const isWrong = ({ list, index }: Entry): boolean => Object.keys(errors).some((path) => path.startsWith(`${list}.${index}.`))
  const holdsShift = ({ list, one }: Entry): boolean =>
    list === 'specialDays' && ((one as SpecialDay).shifts?.some(({ id }) => id === shift) ?? false)
  return (
    <>
      <h3>{t('days.list')}</h3>
      {shown.length ? null : <p style={{ margin: 0 }}>{t('days.list.empty')}</p>}
      {shown.length ? (
        <ItemList>
          {shown.map((entry) => {
            const { one, list, index } = entry
            const opened = open === one.id || isWrong(entry) || holdsShift(entry)
            return (
              <ListItem
                key={one.id}
                icon={<Icon path={list === 'closures' ? mdiCalendarRemoveOutline : mdiCalendarStarOutline} />}
                title={one.name || t('days.unnamed')}
                text={<EntryText entry={entry} book={book} />}
                acts={
                  <>
                    <Button
                      size="small"
                      aria-expanded={opened}
                      aria-label={t('days.edit.one', { name: one.name })}
                      onClick={() => setOpen(opened ? undefined : one.id)}
                    >
                      {t('days.edit')}
                    </Button>
                    <Button
                      size="small"
                      color="error"
                      aria-label={t('days.delete.one', { name: one.name })}
                      onClick={() => change(form, { [list]: book[list].filter(({ id }) => id !== one.id) } as Partial<Book>)}
                    >
                      {t('days.delete')}
                    </Button>
                    {opened ? (
                      <div className="edit" ref={open === one.id ? beginInside : undefined}>
                        {list === 'closures' ? (
                          <EditClosure form={form} index={index} areas={book.areas} />
                        ) : (
                          <EditSpecialDay form={form} index={index} book={book} errors={errors} shift={shift} onShift={onShift} />
                        )}
                      </div>
                    ) : null}
                  </>
                }
              />
            )
          })}
        </ItemList>
      ) : null}
      {over.length ? (
        <Button size="small" color="inherit" sx={{ justifySelf: 'start' }} onClick={() => setPast(!past)}>
          {past ? t('days.past.hide') : t('days.past', { count: over.length })}
        </Button>
      ) : null}
    </>
  )
}

const EntryText = ({ entry: { list, one }, book }: { entry: Entry; book: Book }) => {
  const t = useT()
  const dates =
    one.fromOn === one.toOn ? formatDate(one.fromOn, 'long') : `${formatDate(one.fromOn, 'short')} – ${formatDate(one.toOn, 'short')}`
  if (list === 'specialDays') {
    const hours = one.openingHours.map(({ from, to }) => `${from}–${to}`).join(', ') || t('hours.closed')
    return `${dates} · ${hours}${one.shifts ? ` · ${t('days.own', { count: one.shifts.length })}` : ''}`
  }
  const times = one.from === null ? t('days.allDay') : `${one.from}–${one.to}`
  const area = one.areaId === null ? t('days.area.all') : book.areas.find(({ id }) => id === one.areaId)?.name
  return `${dates} · ${times} · ${area ?? '?'}`
}
