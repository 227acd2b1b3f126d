import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable, type Move, movesFrom } from '@tablewire/contracts/booking/reservations.rules'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { lastByKey, useShortcuts, useSingleKeys } from '#src/kit/shortcuts.ts'
import { addDays } from '#src/kit/zone-clock.ts'
import { type Address, useFormPlace } from './form/use-form-place.ts'
import { useAsOf, usePreloadedParts } from './offline/use-preloaded-parts.ts'
import { useFollowMade } from './offline/use-follow-made.ts'
import { useTonight } from './offline/use-tonight.ts'
import { useFirstFound } from './find/use-first-found.ts'
import { moveKey } from './status-tag.tsx'
import { useLiveReservations } from './use-live-reservations.ts'
import { type Moves, useMoves } from './use-moves.ts'
import { rowOf } from './use-reservation-rows.ts'
import { useQuestion } from './question/use-question.ts'
import { useT } from './use-t.ts'

type PageKeys = {
  nav: RefObject<ListNav | null>
  moves: Moves
  mayCreate: boolean
  mayAsk: boolean
  /** The row with that id, wherever it is known. */
  find: (id: string) => ReservationRow | undefined
  onFind: () => void
  onNew: (form: 'new' | 'walk-in' | 'ask') => void
  onEdit: (id: string) => void
  onDay: (by: number | undefined) => void
}

const order: readonly Move[] = ['seat', 'complete', 'no-show', 'cancel', 'confirm', 'reject', 'reopen']

/** The reservation under the keyboard: the focused row or card. */
const focusedId = (): string | undefined => document.activeElement?.closest<HTMLElement>('[data-reservation]')?.dataset['reservation']

/** Where who comes by the door sits after two touches, the key leads there as well. */
const quickWalkIn = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-walk-in]')

/** Every act of the evening is one key; those that change a guest's fate work only where a reservation has the focus. */
const usePageKeys = ({ nav, moves, mayCreate, mayAsk, find, onFind, onNew, onEdit, onDay }: PageKeys): void => {
  const t = useT()
  const withFocused = (work: (row: ReservationRow) => void) => () => {
    const id = focusedId()
    const row = id === undefined ? undefined : find(id)
    if (row) work(row)
  }
  const [list, one, booking] = [t('keys.group.list'), t('keys.group.one'), t('keys.group.booking')]
  useShortcuts([
    { keys: 'j', label: t('keys.next'), group: list, run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), group: list, run: () => nav.current?.step(-1) },
    { keys: '/', label: t('keys.search'), group: list, run: onFind },
    { keys: 'h', label: t('date.previous'), group: list, run: () => onDay(-1) },
    { keys: 'l', label: t('date.next'), group: list, run: () => onDay(1) },
    { keys: 't', label: t('date.today'), group: list, run: () => onDay(undefined) },
    ...order.map((move) => ({
      group: one,
      keys: moveKey[move],
      label: t(`move.${move}`),
      enabled: moves.mayMove,
      run: withFocused((row) => moves.act(row, move)),
    })),
    {
      keys: 'e',
      group: one,
      label: t('keys.edit'),
      enabled: moves.mayMove,
      run: withFocused((row) => (changeable(row.status) ? onEdit(row.id) : undefined)),
    },
    { keys: 'u', label: t('keys.undo'), group: booking, enabled: moves.mayMove, run: moves.undo },
    { keys: 'a', label: t('new'), group: booking, enabled: mayCreate, run: () => onNew('new') },
    { keys: 'q', label: t('ask'), group: booking, enabled: mayAsk, run: () => onNew('ask') },
    {
      keys: 'w',
      label: t('keys.walkIn'),
      group: booking,
      enabled: mayCreate,
      run: () => (quickWalkIn() ?? { click: () => onNew('walk-in') }).click(),
    },
  ])
}

/** The same keys inside the details: in a drawer those of the page are silent. They are heard wherever in the panel the focus is. */
export const usePanelKeys = (inside: RefObject<HTMLElement | null>, row: ReservationRow | undefined, acts: PanelActs): void => {
  const { moves, onEdit } = acts
  const [singleKeys] = useSingleKeys()
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!row || !singleKeys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const move = movesFrom(row.status).find((one) => moveKey[one] === event.key)
    if (move) moves.act(row, move)
    else if (event.key === 'u' && moves.mayMove) moves.undo()
    else if (event.key === 'e' && moves.mayMove && changeable(row.status)) onEdit()
    else return
    event.preventDefault()
  })
  const there = row !== undefined
  useEffect(() => {
    if (!there) return undefined
    const panel = inside.current?.closest<HTMLElement>('.drawer-panel') ?? inside.current?.closest<HTMLElement>('[data-panel]')
    panel?.addEventListener('keydown', onKey)
    return () => panel?.removeEventListener('keydown', onKey)
  }, [inside, there])
}
type PanelActs = { moves: Moves; onEdit: () => void }

/** The act that waits for a reason. */
export type PendingMove = { row: ReservationRow; move: Move }

/** The details: opened by a link, a click or a key, which decides where the focus goes and whither it returns. */
const usePanel = ({ search, setSearch, docked, nav }: Address) => {
  /** What opened the panel that comes next: the keys along the rows, a key or a hand on one of them, or else a link, the palette, a notice. */
  const by = useRef<{ id: string; what: 'row' | 'key' | 'hand' }>(undefined)
  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = useCallback(
    (id: string, byKey: boolean) => {
      by.current = { id, what: byKey ? 'key' : 'hand' }
      setSearch({ id }, { push: search.id === undefined })
    },
    [setSearch, search.id],
  )
  /** Opened from elsewhere, it must not leave the focus on another guest's row, whom the next key would mean. */
  const takesFocus = useCallback((id: string): boolean => {
    const opened = by.current
    by.current = undefined
    if (opened?.id === id) return opened.what === 'key'
    const at = focusedId()
    return at !== id && (at !== undefined || lastByKey())
  }, [])
  const closing = useRef<string>(undefined)
  const close = (): void => {
    closing.current = search.id
    setSearch({ id: undefined })
  }
  // Once it is gone: a drawer gives the focus back to what had it before, which may be another guest's row.
  const shut = search.id === undefined
  useEffect(() => {
    const id = closing.current
    closing.current = undefined
    if (shut && id !== undefined) requestAnimationFrame(() => nav.current?.focus(id))
  }, [shut, nav])
  /** While the panel stands beside the list, it goes along with the keys. */
  const current = (id: string): void => {
    clearTimeout(follow.current)
    if (!docked || search.id === undefined || search.id === id) return
    follow.current = setTimeout(() => {
      by.current = { id, what: 'row' }
      setSearch({ id })
    }, 120)
  }
  return { open, close, current, takesFocus }
}

/** Everything the page does; what it looks like stands in ReservationsPage. */
export const useReservationsPage = (docked: boolean) => {
  const client = useQueryClient()
  const mayCreate = useAbility().can('create', 'reservation-list')
  const question = useQuestion()
  const { search, setSearch, today, date } = question
  const nav = useRef<ListNav>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const [pendingMove, setPendingMove] = useState<PendingMove>()
  const moves = useMoves(useCallback((row: ReservationRow, move: Move) => setPendingMove({ row, move }), []))
  const announcement = useLiveReservations(search.venue)
  const panel = usePanel({ search, setSearch, docked, nav })
  const form = useFormPlace({ search, setSearch, docked, nav })
  const found = useFirstFound({ question, nav, open: panel.open })
  /** Rows kept from before a reload are in no answer yet. */
  const known = (id: string): ReservationRow | undefined => rowOf(client, id) ?? question.data.rows.find((row) => row?.id === id)
  usePageKeys({
    nav,
    moves,
    mayCreate,
    mayAsk: mayCreate && question.choice.single !== undefined && date >= today,
    // Rows that still answer the question before are only looked at.
    find: (id) => (question.data.stale ? undefined : known(id)),
    onFind: () => searchField.current?.select(),
    onNew: (kind) => form.show(kind),
    onEdit: (id) => form.show('edit', id),
    onDay: (by) => {
      const next = by === undefined ? today : addDays(date, by)
      setSearch({ date: next === today ? undefined : next, from: undefined, to: undefined })
    },
  })
  usePreloadedParts(!question.data.loading)
  useTonight({ venue: question.choice.single, dates: [today, date], stands: !question.data.loading, unreached: question.data.unreached })
  useFollowMade(search.id, (id) => setSearch({ id }))
  const asOf = useAsOf(question.data)
  const selected = search.id === undefined ? undefined : known(search.id)
  return {
    ...question,
    found,
    asOf,
    selected,
    nav,
    searchField,
    asked: pendingMove,
    setAsked: setPendingMove,
    moves,
    announcement,
    mayCreate,
    panel,
    form,
  }
}
