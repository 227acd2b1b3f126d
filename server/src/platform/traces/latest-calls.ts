import { sql } from 'kysely'

/** When it began (an instant), how long it took in milliseconds, and whether it failed. */
export type LatestCall = [startedAt: string, durationMs: number, failed: 0 | 1]

/** Size of the window of latest calls that tells how fast a side is now. */
export const latestMost = 5

/** Merges both lists, latest first. */
export const withLatest = (known: readonly LatestCall[], more: readonly LatestCall[]): LatestCall[] =>
  [...more, ...known].toSorted(([a], [b]) => Date.parse(b) - Date.parse(a)).slice(0, latestMost)

/** The same as an upsert on row `c`: new calls are mostly later than stored ones. */
export const mergedLatest = sql.raw(`jsonb_path_query_array(excluded.latest_calls || c.latest_calls, '$[0 to ${latestMost - 1}]')`)
