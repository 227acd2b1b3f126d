import { type RefObject, useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import type { SavedBooking } from '../acts/undo.ts'
import { useSaved } from '../acts/use-saved.ts'
import { noAsked } from '../reservation-search.ts'
import { arrivals } from '../use-live-reservations.ts'
import type { useQuestion } from '../question/use-question.ts'
import { useT } from '../use-t.ts'

export type Address = Pick<ReturnType<typeof useQuestion>, 'search' | 'setSearch'> & { docked: boolean; nav: RefObject<ListNav | null> }

/** The form slides away before the address forgets it. */
export const useFormPlace = ({ search, setSearch, docked, nav }: Address) => {
  const t = useT()
  const [open, setOpen] = useState(true)
  /** Opened from its row: over the list no details come after it that nobody asked for. */
  const fromRow = useRef(false)
  /** What was booked has the focus, as soon as it is in the list. */
  const made = useRef<string>(undefined)
  const show = (form: 'new' | 'walk-in' | 'edit' | 'ask', id?: string): void => {
    fromRow.current = id !== undefined && search.id !== id
    made.current = undefined
    setOpen(true)
    setSearch({ form, ...noAsked, ...(id === undefined ? {} : { id }) }, { push: true })
  }
  const mayOverride = useAbility().can('override', 'reservation-list')
  const say = useSaved()
  const saved = ({ saved: row, before, guestNotified }: Omit<SavedBooking, 'mayOverride'>): void => {
    setOpen(false)
    const told = { saved: row, before, guestNotified, mayOverride }
    if (before) return say(told)
    made.current = row.id
    arrivals.mark(row.id, 'changed')
    say(told, { label: t('show'), run: () => setSearch({ id: row.id }) })
  }
  const closed = (): void => {
    const alone = fromRow.current && !docked
    setSearch({ form: undefined, ...noAsked, ...(alone ? { id: undefined } : {}) })
    const next = alone ? search.id : made.current
    if (next !== undefined) requestAnimationFrame(() => nav.current?.focus(next))
  }
  return { open, show, saved, close: () => setOpen(false), closed }
}
