import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Db } from './schema.ts'

/** A zone of whose clock the database thinks otherwise: from that instant on, in minutes before UTC; unknown to the database = null. */
export type ZoneDifference = { zone: string; from: string; ours: number; theirs: number | null }

/** Bookings are taken so far ahead. */
const monthsAhead = 18

/** Now, each month's beginning from now on, and each change of a clock that we know of, an hour after it. */
const instantsOf = (zone: string, now: Temporal.Instant): Temporal.Instant[] => {
  const here = now.toZonedDateTimeISO(zone)
  const months = Array.from({ length: monthsAhead }, (_, index) => here.add({ months: index }))
  const changes = []
  for (let next = here.getTimeZoneTransition('next'); next && changes.length < monthsAhead; next = next.getTimeZoneTransition('next'))
    if (next.since(here, { largestUnit: 'months' }).months < monthsAhead) changes.push(next.add({ hours: 1 }))
    else break
  return [...months, ...changes].map((at) => at.toInstant())
}

const secondsPerMinute = 60
type Asked = { zone: string; at: Temporal.Instant }

/** What the database takes for each, in minutes before UTC; null = it does not know the zone. */
const databaseOffsets = async (db: Db, asked: readonly Asked[]): Promise<(number | null)[]> => {
  // A zone that it does not know must not make the question fail.
  const { rows } = await sql<{ theirs: number | null }>`
    with known as materialized (select name from pg_timezone_names where name = any(${[...new Set(asked.map(({ zone }) => zone))]}::text[]))
    select case when k.name is not null
        then (extract(epoch from (a.at at time zone k.name) - (a.at at time zone 'UTC')) / ${secondsPerMinute})::float8 end as theirs
    from unnest(${asked.map(({ zone }) => zone)}::text[], ${asked.map(({ at }) => at.toString())}::timestamptz[]) with ordinality as a (zone, at, place)
    left join known k on k.name = a.zone order by a.place`.execute(db)
  return rows.map(({ theirs }) => theirs)
}

/** Of each zone the first instant at which both differ; exported for tests. */
export const firstDifferences = (asked: readonly Asked[], theirs: readonly (number | null)[]): ZoneDifference[] => {
  const found = new Map<string, ZoneDifference>()
  for (const [index, { zone, at }] of asked.entries()) {
    const ours = at.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9 / secondsPerMinute
    const difference = { zone, from: at.toString(), ours, theirs: theirs[index] ?? null }
    const known = found.get(zone)
    if (ours !== difference.theirs && (!known || known.from > difference.from)) found.set(zone, difference)
  }
  return [...found.values()].toSorted((a, b) => a.zone.localeCompare(b.zone))
}

/**
 * Zones of which PostgreSQL's data and that of this process (Node's ICU) tell different times within the bookable months. Times of bookings are worked out
 * here; lists and sums by local day are grouped there, so that with old data of either they name another day or hour.
 */
export const differingZones = async (db: Db, zones: readonly string[], now: Temporal.Instant): Promise<ZoneDifference[]> => {
  const asked = zones.flatMap((zone) => instantsOf(zone, now).map((at) => ({ zone, at })))
  return firstDifferences(asked, await databaseOffsets(db, asked))
}
