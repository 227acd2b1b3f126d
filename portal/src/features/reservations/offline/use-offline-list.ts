import { useEffect, useMemo, useState } from 'react'
import { liveUntil, useLiveState } from '#src/api/live.ts'
import { sessionStore } from '#src/api/session.ts'
import { storageKey } from '#src/api/stored-session.ts'
import type { ReservationRows } from '../use-reservation-rows.ts'
import type { RowsWindow } from '../rows-window.ts'
import { noRows } from '#src/api/rows-window.ts'
import { forgetOfflineLists, keepOfflineList, type OfflineList, readOfflineList } from './offline-lists.ts'
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
  return place && person !== undefined ? readOfflineList(place, key, { person, name }) : undefined
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
  const liveState = useLiveState()
  const offline = liveState === 'offline'
  const standIn = away || loading || (offline && list.stale)
  const kept = useMemo(() => {
    const found = standIn ? keptOf(name) : undefined
    return found && { ...found, rows: unsentMoves.applied(found.rows) }
    // oxlint-disable-next-line react/exhaustive-deps -- `unsent` says when there is another answer
  }, [standIn, name, unsent])
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
