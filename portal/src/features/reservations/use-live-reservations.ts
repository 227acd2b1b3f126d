import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { guestMessages } from '@tablewire/contracts/booking/guest-messages'
import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { useLive, useLiveState } from '#src/api/live.ts'
import { keyOf } from '#src/api/query.ts'
import { makeStore } from '#src/i18n/store.ts'
import { localTime } from '#src/kit/format.ts'
import { guestName } from './guest-name.ts'
import { matches } from './reservation-search.ts'
import { applyChange, dropRow, indexOfId, type RowsWindow } from './rows-window.ts'
import { inputOfKey, rowOf, windowsKey } from './use-reservation-rows.ts'
import { type Say, useT } from './use-t.ts'

export type Mark = { readonly kind: 'new' | 'changed'; readonly at: number }

/** A mark stays until somebody looked at it, but no longer than this. */
export const markMs = 60_000
const flashMs = 4_000

const marks = makeStore<ReadonlyMap<string, Mark>>(new Map())
const set = (change: (next: Map<string, Mark>) => void): void => {
  const next = new Map(marks.get())
  change(next)
  marks.set(next)
}
const remove = (id: string, mark: Mark): void => {
  if (marks.get().get(id) === mark) set((next) => void next.delete(id))
}

/** What just came or changed by itself, so that it can be seen among hundreds of rows (RE4). */
export const arrivals = {
  mark: (id: string, kind: Mark['kind']): void => {
    if (kind === 'changed' && marks.get().get(id)?.kind === 'new') return
    const mark: Mark = { kind, at: Date.now() }
    set((next) => void next.set(id, mark))
    setTimeout(() => remove(id, mark), kind === 'new' ? markMs : flashMs)
  },
  /** Hovered or focused: the dot has done its work. */
  seen: (id: string): void => {
    if (marks.get().has(id)) set((next) => void next.delete(id))
  },
}

/** When a row that scrolls back into view goes on fading where it was. */
export const fadeDelay = (mark: Mark | undefined): string => `${mark ? mark.at - Date.now() : 0}ms`

export const useMark = (id: string): Mark | undefined => useSyncExternalStore(marks.subscribe, () => marks.get().get(id))
export const useMarks = marks.use

/** Messages of this span are fetched together. */
const gatherMs = 100
/** More than this at once, and the list itself is the shorter question. */
const singlyAtMost = 24
const askAgainMs = 1_000

const asking = new Map<string, { last: number; waiting: boolean }>()
/** Asks the server for what is on the screen: at once, but not more than once a second, however much is going on. */
const askAgain = (client: QueryClient, queryKey: QueryKey): void => {
  const name = JSON.stringify(queryKey)
  const state = asking.get(name) ?? { last: 0, waiting: false }
  asking.set(name, state)
  if (state.waiting) return
  state.waiting = true
  const ask = (): void => {
    state.waiting = false
    state.last = Date.now()
    void client.invalidateQueries({ queryKey, exact: true })
  }
  setTimeout(ask, Math.max(0, state.last + askAgainMs - Date.now()))
}

/** Puts a reservation as it is now into every list and view that is held; lists nobody looks at are only marked old. */
export const putReservation = (client: QueryClient, row: Reservation | ReservationRow): void => {
  if ('moves' in row) client.setQueryData(keyOf(reservations.get, { params: { id: row.id } }), row)
  void client.invalidateQueries({ queryKey: keyOf(reservations.events, { params: { id: row.id } }) })
  void client.invalidateQueries({ queryKey: keyOf(guestMessages.list, { params: { id: row.id } }) })
  for (const query of client.getQueryCache().findAll({ queryKey: windowsKey })) {
    const { filters, sort } = inputOfKey(query.queryKey)
    const belongs = matches(row, filters)
    const before = query.state.data as RowsWindow | undefined
    const change = belongs === undefined || !before ? undefined : applyChange(before, { row, belongs }, sort)
    if (change && change.window !== before) client.setQueryData(query.queryKey, change.window, { updatedAt: query.state.dataUpdatedAt })
    // An answer under way may have been read before this change; only the server can search, and count what nobody has scrolled to.
    const doubtful = query.state.fetchStatus === 'fetching' || !change?.sure
    if (!query.isActive()) void client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })
    else if (doubtful) askAgain(client, query.queryKey)
  }
}

/** It is no reservation any more. */
export const forgetRow = (client: QueryClient, id: string): void => {
  for (const query of client.getQueryCache().findAll({ queryKey: windowsKey }))
    client.setQueryData<RowsWindow>(query.queryKey, (before) => before && dropRow(before, id), { updatedAt: query.state.dataUpdatedAt })
}

const isShown = (client: QueryClient, id: string): boolean =>
  client
    .getQueryCache()
    .findAll({ queryKey: windowsKey, type: 'active' })
    .some((query) => indexOfId((query.state.data as RowsWindow | undefined) ?? { total: 0, rows: [] }, id) >= 0)

/** What this screen did itself comes back as a message, too: it needs no mark and no announcement. */
const own = new Map<string, number>()
export const doneHere = (id: string): void => void own.set(id, Date.now())
const isOwn = (id: string): boolean => Date.now() - (own.get(id) ?? 0) < 5_000

const isYoung = ({ createdAt }: ReservationRow): boolean => Date.now() - Date.parse(createdAt) < 15 * 60_000

const announcing = (t: Say, rows: readonly Reservation[]): string => {
  const [first] = rows
  if (!first || rows.length > 1) return t('announce.several', { count: rows.length })
  return t('announce.one', { name: guestName(first), count: first.partySize, time: localTime(first.startsLocal), venue: first.venueName })
}

/** Until messages come again nobody told this page what others did, also of what hangs on a list: since when a party sits, its table. */
const useAskedAnew = (client: QueryClient): void => {
  const state = useLiveState()
  const away = useRef(false)
  useEffect(() => {
    if (state === 'offline') away.current = true
    if (state !== 'live' || !away.current) return
    away.current = false
    for (const area of ['reservations', 'serviceSheets', 'tables']) void client.invalidateQueries({ queryKey: [area] })
  }, [client, state])
}

/** Keeps lists true while others book and work them: within a second, without a reload (RE4). Answers what came new, as a sentence for ears. */
export const useLiveReservations = (venueIds: readonly string[]): string => {
  const t = useT()
  const client = useQueryClient()
  useAskedAnew(client)
  const [announcement, setAnnouncement] = useState('')
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const fetchOne = useCallback(
    async (id: string): Promise<Reservation | undefined> => {
      try {
        const before = rowOf(client, id)
        const row = await api(reservations.get, { params: { id } })
        putReservation(client, row)
        if (isOwn(id) || (before && before.version >= row.version) || !isShown(client, id)) return undefined
        const isNew = (!before || before.status === 'held') && row.status !== 'held' && isYoung(row)
        arrivals.mark(id, isNew ? 'new' : 'changed')
        return isNew ? row : undefined
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) forgetRow(client, id)
        else void client.invalidateQueries({ queryKey: windowsKey })
        return undefined
      }
    },
    [client],
  )
  const flush = useCallback(async (): Promise<void> => {
    const ids = [...waiting.current]
    waiting.current.clear()
    timer.current = undefined
    void client.invalidateQueries({ queryKey: ['availability'] })
    if (ids.length > singlyAtMost) return client.invalidateQueries({ queryKey: ['reservations'] })
    const rows = (await Promise.all(ids.map(fetchOne))).filter((row) => row !== undefined)
    if (rows.length > 0) setAnnouncement(announcing(t, rows))
  }, [client, fetchOne, t])

  useLive((message: LiveMessage) => {
    if (message.type === 'book') void client.invalidateQueries({ queryKey: ['availability'] })
    if (message.type !== 'reservation' || message.id === null) return
    const elsewhere = venueIds.length > 0 && message.venueId !== null && !venueIds.includes(message.venueId)
    if (elsewhere && !rowOf(client, message.id)) return
    waiting.current.add(message.id)
    timer.current ??= setTimeout(() => void flush(), gatherMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return announcement
}
