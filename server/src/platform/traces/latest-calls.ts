import { sql } from 'kysely'

/** When it began (an instant), how long it took in milliseconds, and whether it failed. */
export type LatestCall = [startedAt: string, durationMs: number, failed: 0 | 1]

/** So many tell how fast a side is just now. */
export const latestMost = 5

/** The latest of both, the latest first. */
export const withLatest = (known: readonly LatestCall[], more: readonly LatestCall[]): LatestCall[] =>
  [...more, ...known].toSorted(([a], [b]) => Date.parse(b) - Date.parse(a)).slice(0, latestMost)

/** The same where a row `c` is there already: what comes now is mostly later than what it holds. */
export const mergedLatest = sql.raw(`jsonb_path_query_array(excluded.latest_calls || c.latest_calls, '$[0 to ${latestMost - 1}]')`)
