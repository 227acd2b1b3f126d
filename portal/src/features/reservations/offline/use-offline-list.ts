import { useEffect, useMemo, useState } from 'react'
import { liveUntil, useLiveState } from '#src/api/live.ts'
import { sessionStore } from '#src/api/session.ts'
import { storageKey } from '#src/api/stored-session.ts'
import type { ReservationRows } from '../use-reservation-rows.ts'
import type { RowsWindow } from '../rows-window.ts'
import { noRows } from '#src/api/rows-window.ts'
import { forgetOfflineLists, keepOfflineList, type OfflineList, readOfflineList } from './offline-lists.ts'
import type { ListInput } from '../question/question.ts'
import { matches } from '../reservation-search.ts'
import { kept as keptCopies, keptRows } from './copy/kept.ts'
import { unsentMoves, useUnsentSteps } from './unsent-moves.ts'

/** Beside the session, with which it goes: guests' names are nobody else's business. */
const key = `${storageKey}:list`
const againMs = 10_000

/** Reading `localStorage` itself may be forbidden. */
const storage = (): Storage | undefined => {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
sessionStore.onEnd(() => {
  const place = storage()
  if (place) forgetOfflineLists(place, key)
})
const personNow = (): string | undefined => sessionStore.get().userData?.id

const keep = (name: string, at: number, { rows }: RowsWindow): void => {
  const [place, person] = [storage(), personNow()]
  if (place && person !== undefined)
    keepOfflineList(place, key, { person, list: { name, at, rows: rows.filter((row) => row !== undefined) } })
}

const keptOf = (name: string): OfflineList | undefined => {
  const [place, person] = [storage(), personNow()]
  const seen = place && person !== undefined ? readOfflineList(place, key, { person, name }) : undefined
  const { filters, sort } = JSON.parse(name) as ListInput
  const whole = keptRows(filters)
  // The copy of the whole day, where it is newer than what was looked at.
  if (!whole || sort !== 'startsAt' || (seen && seen.at >= whole.at)) return seen
  const belongs = whole.rows.map((row) => matches(row, filters))
  return belongs.includes(undefined) ? seen : { name, at: whole.at, rows: whole.rows.filter((_, at) => belongs[at]) }
}

type OfflineRows = ReservationRows & {
  keptAt: number | undefined
  /** The server is away, and this list was not kept. */
  missing: boolean
}

/** Rows of another day are never shown under this one's head while nobody can say when its own come. */
const withoutKept = (list: ReservationRows, { away, offline }: { away: boolean; offline: boolean }): OfflineRows => {
  const shown = { ...list, keptAt: undefined, missing: false }
  const none = { ...shown, ...noRows, window: noRows, stale: false }
  if (away && !(list.error && !list.error.passing)) return { ...none, loading: false, error: null, missing: true }
  return offline && list.stale ? { ...none, loading: true } : shown
}

/**
 * What this session saw last of a list stands in, with its time, for the one that is still on its way when a page opens, and for the one that cannot be had
 * while the server is away; that one is asked for again and again.
 */
export const useOfflineList = (list: ReservationRows): OfflineRows => {
  const { name, window, at, loading, unreached, retry } = list
  const [away, setAway] = useState(false)
  if (away ? at > 0 : unreached) setAway(!away)
  const unsent = useUnsentSteps()
  const copies = keptCopies.use()
  const liveState = useLiveState()
  const offline = liveState === 'offline'
  const standIn = away || loading || (offline && list.stale)
  const kept = useMemo(() => {
    const found = standIn ? keptOf(name) : undefined
    if (!found) return undefined
    const { filters } = JSON.parse(name) as ListInput
    return { ...found, rows: unsentMoves.applied(found.rows, (row) => matches(row, filters) === true) }
    // oxlint-disable-next-line react/exhaustive-deps -- `unsent` and `copies` say when there is another answer
  }, [standIn, name, unsent, copies])
  const live = liveState === 'live'
  const current = at > 0 && !list.stale && !list.error
  useEffect(() => {
    if (!current) return undefined
    const timer = setTimeout(() => keep(name, Math.max(at, liveUntil()), window), 1_000)
    return () => clearTimeout(timer)
  }, [current, name, at, window, live])
  useEffect(() => {
    if (!away) return undefined
    if (live) retry()
    const timer = setInterval(retry, againMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `retry` is another one at each drawing
  }, [away, live])
  if (!kept) return withoutKept(list, { away, offline })
  const shown: RowsWindow = { total: kept.rows.length, rows: kept.rows }
  return { ...list, ...shown, window: shown, loading: false, stale: false, error: null, keptAt: kept.at, missing: false }
}
