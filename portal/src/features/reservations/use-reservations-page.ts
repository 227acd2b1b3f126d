import type { Reservation, ReservationRow } from '@tablewire/contracts/reservations'
import { changeable, type Move } from '@tablewire/contracts/reservations.rules'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { formatDate, localTime } from '#src/kit/format.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useNow } from '#src/kit/use-now.ts'
import { addDays, eveningOf, isDate } from '#src/kit/zone-clock.ts'
import { guestName } from './reservation-flags.ts'
import { filtersOf, readSearch, type Search } from './reservation-search.ts'
import type { RowNav } from './ReservationList.tsx'
import { moveKey } from './status-look.tsx'
import { arrivals, useLiveReservations } from './use-live-reservations.ts'
import { type Moves, useMoves } from './use-moves.ts'
import { rowOf, useReservationRows } from './use-reservation-rows.ts'
import { type Say, useT } from './use-t.ts'
import { useVenueChoice } from './VenuePicker.tsx'

type PageKeys = {
  nav: RefObject<RowNav | null>
  moves: Moves
  panelOpen: boolean
  panelId: string | undefined
  mayCreate: boolean
  /** The row with that id, wherever it is known. */
  rowOf: (id: string) => ReservationRow | undefined
  onFind: () => void
  onNew: () => void
  onEdit: (id: string) => void
  onDay: (by: number | undefined) => void
  onClose: () => void
}

const order: readonly Move[] = ['seat', 'complete', 'no-show', 'cancel', 'confirm', 'reject', 'reopen']

/** The reservation under the keyboard: the focused row or card, or the one whose panel has the focus. */
const focusedId = (panelId: string | undefined): string | undefined => {
  const element = document.activeElement
  const row = element?.closest<HTMLElement>('[data-reservation]')
  return row?.dataset['reservation'] ?? (element?.closest('[data-panel]') ? panelId : undefined)
}

/** Every act of the evening is one key; those that change a guest's fate work only where a reservation has the focus. */
const usePageKeys = ({ nav, moves, panelOpen, panelId, mayCreate, rowOf, onFind, onNew, onEdit, onDay, onClose }: PageKeys): void => {
  const t = useT()
  const withFocused = (work: (row: ReservationRow) => void) => () => {
    const id = focusedId(panelId)
    const row = id === undefined ? undefined : rowOf(id)
    if (row) work(row)
  }
  useShortcuts([
    { keys: 'j', label: t('keys.next'), run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => nav.current?.step(-1) },
    ...order.map((move) => ({ keys: moveKey[move], label: t(`move.${move}`), enabled: moves.mayMove, run: withFocused((row) => moves.act(row, move)) })),
    { keys: 'e', label: t('keys.edit'), enabled: moves.mayMove, run: withFocused((row) => (changeable(row.status) ? onEdit(row.id) : undefined)) },
    { keys: 'u', label: t('keys.undo'), enabled: moves.mayMove, run: moves.undo },
    { keys: 'a', label: t('new'), enabled: mayCreate, run: onNew },
    { keys: '/', label: t('keys.search'), run: onFind },
    { keys: 'h', label: t('date.previous'), run: () => onDay(-1) },
    { keys: 'l', label: t('date.next'), run: () => onDay(1) },
    { keys: 't', label: t('date.today'), run: () => onDay(undefined) },
    { keys: 'Escape', label: t('keys.close'), enabled: panelOpen, run: onClose },
  ])
}

/** The act that waits for a reason. */
export type Asked = { row: ReservationRow; move: Move }

const announcing = (t: Say, rows: readonly Reservation[]): string => {
  const [first] = rows
  if (!first || rows.length > 1) return t('announce.several', { count: rows.length })
  return t('announce.one', { name: guestName(first), count: first.partySize, time: localTime(first.startsLocal), venue: first.venueName })
}

/** What the screen is about: the address read, the venues and days it means, and the rows that answer it. */
const useQuestion = () => {
  const [text, setText] = useUrlSearch()
  const search = useMemo(() => readSearch(text), [text])
  const choice = useVenueChoice(search.venue)
  const today = eveningOf(choice.zone, useNow())
  const day = search.view === 'day'
  const date = isDate(search.date) ? search.date : today
  const asked: Search = day ? { ...search, date, from: undefined, to: undefined, basis: 'meal', sort: 'startsAt', venue: choice.single ? [choice.single.id] : [] } : search
  const data = useReservationRows({ sort: asked.sort, filters: filtersOf(asked, today) }, !day || choice.single !== undefined)
  const { ensureAll } = data
  const { total } = data.window
  // A service is worked as a whole; of a list, as much as its sums are worth is brought while nobody waits.
  useEffect(() => {
    const timer = setTimeout(() => void ensureAll(day ? 5_000 : total <= countedAtMost ? countedAtMost : 0).catch(() => undefined), day ? 0 : 400)
    return () => clearTimeout(timer)
  }, [ensureAll, day, total])
  return { search, setSearch: setText, choice, today, date, data }
}

/** Up to so many rows are brought to count their guests. */
const countedAtMost = 1_000

/** Everything the page does; what it looks like stands in ReservationsPage. */
export const useReservationsPage = (docked: boolean) => {
  const t = useT()
  const client = useQueryClient()
  const ability = useAbility()
  const { search, setSearch, choice, today, date, data } = useQuestion()
  const nav = useRef<RowNav>(null)
  const searchField = useRef<HTMLInputElement>(null)
  /** The panel that opens next takes the focus: it was opened by a key. */
  const focusPanel = useRef(false)
  const [asked, setAsked] = useState<Asked>()
  const [announcement, setAnnouncement] = useState('')
  const [formOpen, setFormOpen] = useState(true)
  const ask = useCallback((row: ReservationRow, move: Move) => setAsked({ row, move }), [])
  const moves = useMoves(ask)
  useLiveReservations(search.venue, useCallback((rows) => setAnnouncement(announcing(t, rows)), [t]))

  const open = useCallback(
    (id: string, byKey: boolean) => {
      focusPanel.current = byKey
      setSearch({ id }, { push: search.id === undefined })
    },
    [setSearch, search.id],
  )
  const backToRows = (): void => void requestAnimationFrame(() => nav.current?.focus(search.id))
  const close = (): void => {
    setSearch({ id: undefined })
    if (docked) backToRows()
  }
  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** While the panel stands beside the list, it goes along with the keys. */
  const current = (id: string): void => {
    clearTimeout(follow.current)
    if (docked && search.id !== undefined && search.id !== id) follow.current = setTimeout(() => setSearch({ id }), 120)
  }
  const openForm = (form: 'new' | 'edit', id?: string): void => {
    setFormOpen(true)
    setSearch({ form, ...(id === undefined ? {} : { id }) }, { push: true })
  }
  const mayCreate = ability.can('create', 'reservation-list')
  usePageKeys({
    nav,
    moves,
    panelOpen: search.id !== undefined && docked && search.form === undefined,
    panelId: search.id,
    mayCreate,
    rowOf: (id) => rowOf(client, id),
    onFind: () => searchField.current?.select(),
    onNew: () => openForm('new'),
    onEdit: (id) => openForm('edit', id),
    onDay: (by) => {
      const next = by === undefined ? today : addDays(date, by)
      setSearch({ date: next === today ? undefined : next, from: undefined, to: undefined })
    },
    onClose: close,
  })
  const saved = (row: Reservation, isNew: boolean): void => {
    setFormOpen(false)
    if (!isNew) return void toast.success(t('form.changed', { name: guestName(row) }))
    arrivals.mark(row.id, 'changed')
    const words = { name: guestName(row), time: localTime(row.startsLocal), date: formatDate(row.startsLocal) }
    toast.success(t('form.booked', words), { label: t('show'), run: () => setSearch({ id: row.id }) })
  }
  return {
    search, setSearch, choice, today, date, data, nav, searchField, focusPanel, moves, asked, setAsked, announcement, mayCreate, open, close, current, openForm,
    form: { open: formOpen, saved, close: () => setFormOpen(false), closed: () => setSearch({ form: undefined }) },
    backToRows,
  }
}
