import type { RemoteDay } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { type StoredDay, packDay } from './day-rows.ts'
import { keepDays } from './fetch-days.ts'

/** All a system reported about a venue's days from–to (both included) for these party sizes, in all areas, fetched at that moment. */
export type FetchedDays = {
  venueId: string
  from: string
  to: string
  sizes: readonly number[]
  askedAt: string
  days: readonly RemoteDay[]
}

/** Party sizes in demand at each venue in the last days, beside the usual ones. */
export const sizesInDemand = async (ctx: Ctx, venueIds: readonly string[], usual: readonly number[]): Promise<Map<string, number[]>> => {
  const { rows } = await sql<{ venueId: string; partySize: number }>`
    select distinct venue_id, party_size from remote_days
    where venue_id = any(${[...venueIds]}::uuid[]) and asked_at > ${ctx.clock().toString()}::timestamptz - interval '7 days' and area = ''`.execute(
    ctx.db,
  )
  const sizes = new Map(venueIds.map((id) => [id, new Set(usual)]))
  for (const { venueId, partySize } of rows) sizes.get(venueId)!.add(partySize)
  return new Map([...sizes].map(([id, found]) => [id, [...found].toSorted((a, b) => a - b)]))
}

const datesOf = ({ from, to }: FetchedDays): string[] => {
  const first = Temporal.PlainDate.from(from)
  return Array.from({ length: first.until(Temporal.PlainDate.from(to)).days + 1 }, (_, days) => first.add({ days }).toString())
}
const nothing: StoredDay = { durationSeconds: null, slots: [] }
const keyOf = (venueId: string, date: string, partySize: number): string => `${venueId} ${date} ${partySize}`

/**
 * Writes the days that differ, and for the others only that they are fresh: one row per venue. In the caller's transaction. Returns how many days
 * were written.
 */
export const storeFetchedDays = async (ctx: Ctx, rounds: readonly FetchedDays[]): Promise<number> => {
  if (!rounds.length) return 0
  const hashes = await hashesOf(ctx, rounds)
  let written = 0
  for (const round of rounds) {
    const reported = new Map(round.days.map((day) => [`${day.date} ${day.partySize}`, day]))
    const differing = datesOf(round).flatMap((date) =>
      round.sizes.flatMap((partySize) => {
        const { durationSeconds, slots, offers } = reported.get(`${date} ${partySize}`) ?? nothing
        const day = { venueId: round.venueId, date, partySize, area: '', durationSeconds, slots, offers }
        return hashes.get(keyOf(round.venueId, date, partySize)) === packDay(day).hash ? [] : [day]
      }),
    )
    written += await keepDays(ctx, differing, round.askedAt)
  }
  await markRounds(ctx, rounds)
  return written
}

const hashesOf = async (ctx: Ctx, rounds: readonly FetchedDays[]): Promise<Map<string, string | null>> => {
  const { rows } = await sql<{ venueId: string; date: string; partySize: number; hash: string | null }>`
    select r.venue_id, r.on_date::text as date, r.party_size, r.hash
    from unnest(${rounds.map((round) => round.venueId)}::uuid[], ${rounds.map((round) => round.from)}::date[], ${rounds.map((round) => round.to)}::date[])
        as round (venue_id, from_on, to_on)
      join remote_days r on r.venue_id = round.venue_id and r.on_date between round.from_on and round.to_on and r.area = ''`.execute(ctx.db)
  return new Map(rows.map(({ venueId, date, partySize, hash }) => [keyOf(venueId, date, partySize), hash]))
}

const markRounds = async (ctx: Ctx, rounds: readonly FetchedDays[]): Promise<void> => {
  const marks = rounds.map(({ venueId, from, to, sizes, askedAt }) => ({ v: venueId, f: from, t: to, s: sizes, a: askedAt }))
  await sql`
    insert into remote_venues as rv (venue_id, state, checked_at, days_from, days_to, days_sizes, days_at)
    select m.v, 'known', m.a, m.f, m.t, m.s, m.a
    from json_to_recordset(${JSON.stringify(marks)}::json) as m (v uuid, f date, t date, s integer[], a timestamptz) join venues on venues.id = m.v order by m.v
    on conflict (venue_id) do update set state = 'known', error = null, checked_at = excluded.checked_at, days_from = excluded.days_from,
      days_to = excluded.days_to, days_sizes = excluded.days_sizes, days_at = excluded.days_at`.execute(ctx.db)
}
