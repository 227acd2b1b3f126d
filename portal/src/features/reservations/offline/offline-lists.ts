import type { ReservationRow } from '@tablewire/contracts/booking/reservations'

/** A list as it was last: `name` says which question it answers, `at` when, in milliseconds since 1970. */
export type OfflineList = { name: string; at: number; rows: readonly ReservationRow[] }
type Stored = { person: string; lists: readonly OfflineList[] }
type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** An evening's work goes to and fro between some days and houses. */
const listsAtMost = 8
/** Of all lists together: a browser gives a few megabytes, and the steps that wait need some. */
const rowsAtMost = 2_000
const hoursMax = 24

const isStored = (found: unknown): found is Stored => Array.isArray((found as Stored | null)?.lists)
const read = (place: Place, key: string): Stored | undefined => {
  try {
    const found = JSON.parse(place.getItem(key) ?? 'null') as unknown
    return isStored(found) ? found : undefined
  } catch {
    return undefined
  }
}

/** The first ones that fit; of the first list as many rows as fit. */
const fitting = (lists: readonly OfflineList[]): OfflineList[] => {
  let left = rowsAtMost
  return lists.slice(0, listsAtMost).flatMap((list, at) => {
    if (at > 0 && list.rows.length > left) return []
    const rows = list.rows.slice(0, left)
    left -= rows.length
    return [{ ...list, rows }]
  })
}

/** Keeps the list of that question before the others of this person; those that were not looked at for longest go. */
export const keepOfflineList = (place: Place, key: string, { person, list }: { person: string; list: OfflineList }): void => {
  const before = read(place, key)
  const others = before?.person === person ? before.lists.filter(({ name }) => name !== list.name) : []
  try {
    place.setItem(key, JSON.stringify({ person, lists: fitting([list, ...others]) } satisfies Stored))
  } catch {
    // Full or forbidden storage: better none than an old one.
    forgetOfflineLists(place, key)
  }
}

/** The list of that question as it was last, of this person and of the last 24 hours. */
export const readOfflineList = (place: Place, key: string, { person, name }: { person: string; name: string }): OfflineList | undefined => {
  const stored = read(place, key)
  const found = stored?.person === person ? stored.lists.find((list) => list.name === name) : undefined
  return found && Date.now() - found.at < hoursMax * 3_600_000 ? found : undefined
}

export const forgetOfflineLists = (place: Place, key: string): void => {
  try {
    place.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
