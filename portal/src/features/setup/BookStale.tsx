import type { Area, Book, DayLimits, Shift } from '@tablewire/contracts/estate/book'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import type { SaveMeanwhile } from '#src/kit/form/use-theirs.ts'
import { bookOf, type Flat, flatOf } from './book-flat.ts'
import type { Closure } from './calendar.ts'
import { useT } from './use-t.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'

type BookStaleProps = {
  saves: readonly SaveMeanwhile[]
  before: Book
  theirs: Book | undefined
  mine: Book
  onSave: (book: Book) => void
  onClose: () => void
}

const named = (flat: Flat | undefined, name: string): string => (flat?.[name] as { name?: string } | null | undefined)?.name ?? ''

/** Two people changed one book: thing by thing, with what each of them did. */
export const BookStale = ({ saves, before, theirs, mine, onSave, onClose }: BookStaleProps) => {
  const t = useT()
  const all = theirs ? [before, theirs, mine] : []
  const [old, other, own] = all.map((book) => flatOf(book, all))
  const labelOf = (field: string): string => {
    const [list, id] = field.split(':') as ['shifts' | 'areas' | 'closures' | 'specialDays' | 'dayLimits', string | undefined]
    if (id === 'order') return t(`stale.order.${list}`)
    if (id !== undefined) return `${t(`stale.${list}`)} ${named(other, field) || named(own, field) || named(old, field)}`
    return field === 'openingHours' ? t('hours.title') : field === 'texts' ? t('tab.texts') : t(`limit.${field}` as 'limit.party')
  }
  const textOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return '–'
    if (field.endsWith(':order')) return t('stale.changed')
    if (field.startsWith('shifts:')) {
      const { days, from, to } = value as Shift
      return `${days.map((day) => weekdayName(day)).join(' ')} ${from}–${to}`
    }
    if (field.startsWith('areas:')) return t('why.area', { name: (value as Area).name, count: (value as Area).capacity })
    if (field.startsWith('closures:') || field.startsWith('specialDays:'))
      return `${(value as Closure).fromOn} – ${(value as Closure).toOn}`
    if (field.startsWith('dayLimits:')) return (value as DayLimits).on
    if (field === 'party') return `${(value as Book['party']).min}–${(value as Book['party']).max}`
    return typeof value === 'object' ? t('stale.changed') : String(value as string | number | boolean)
  }
  return (
    <StaleDialog<Flat>
      saves={saves}
      before={old ?? {}}
      theirs={other}
      mine={own ?? {}}
      labelOf={labelOf}
      textOf={textOf}
      onSave={(flat) => theirs && onSave(bookOf(flat, theirs.version))}
      onClose={onClose}
    />
  )
}
