import type { Answer, Fault, RemoteDay } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { type StoredDay, packDay } from './day-rows.ts'
import type { AtHand, DaysOf, DaySpan } from './known-days.ts'
import { rmsClientOf } from './rms-client.ts'

export type DaysRequest = DaysOf & DaySpan & Pick<AtHand, 'venueExternalId' | 'areaExternalId'>

const unasked = (kind: Fault['kind'], message: string): Answer<never> => ({
  ok: false,
  fault: { kind, done: 'no', message, httpStatus: null, retryAfterMs: null },
})

/** Fetches from the system; days missing in the answer have no slots. */
export const askDays = async (
  ctx: Ctx,
  { venue, partySize, venueExternalId, areaExternalId, from, to }: DaysRequest,
): Promise<Answer<RemoteDay[]>> => {
  if (venueExternalId === null) return unasked('not_found', 'the venue has no id at its system')
  if (areaExternalId === undefined) return { ok: true, value: [] }
  const rms = await rmsClientOf(ctx, venue.systemId!)
  const ask = { venueId: venueExternalId, timeZone: venue.timeZone, from, to, partySizes: [partySize], areaId: areaExternalId }
  const channelId = ctx.actor.kind === 'channel' ? { channelId: ctx.actor.id } : {}
  return rms.availability(ask, { venueId: venue.id, ...channelId })
}

export type DayToKeep = StoredDay & { venueId: string; date: string; partySize: number; area: string }

/** Stores an answer fetched at `askedAt`, unless a newer one is there already. Returns how many days differ from before. */
export const keepDays = async (ctx: Ctx, days: readonly DayToKeep[], askedAt: string): Promise<number> => {
  if (!days.length) return 0
  const packed = days.map((day) => ({ v: day.venueId, d: day.date, p: day.partySize, a: day.area, ...packDay(day) }))
  const { rows } = await sql<{ changed: number }>`
    with told as (select * from json_to_recordset(${JSON.stringify(packed)}::json) as t (v uuid, d date, p integer, a text, slots text, hash text)),
      before as (select told.*, r.hash as old from told left join remote_days r on r.venue_id = v and r.on_date = d and r.party_size = p and r.area = a),
      kept as (
        insert into remote_days as r (venue_id, on_date, party_size, area, slots, hash, fetched_at)
        select v, d, p, a, slots, hash, ${askedAt}::timestamptz from told order by v, d, p, a
        on conflict (venue_id, on_date, party_size, area) do update
          set slots = excluded.slots, hash = excluded.hash, fetched_at = excluded.fetched_at, asking_until = null
          where r.fetched_at is null or r.fetched_at <= excluded.fetched_at
        returning 1)
    select (select count(*)::int from before where old is distinct from hash) as changed, (select count(*) from kept) as kept`.execute(
    ctx.db,
  )
  return rows[0]!.changed
}

/** Fetches the span and stores the answer; on a fault nothing is stored. */
export const fetchDays = async (ctx: Ctx, asking: DaysRequest): Promise<Answer<Map<string, StoredDay>>> => {
  const askedAt = ctx.clock().toString()
  const answer = await askDays(ctx, asking)
  if (!answer.ok) return answer
  const fetched = new Map<string, StoredDay>()
  for (const day of answer.value)
    if (day.partySize === asking.partySize && day.date >= asking.from && day.date <= asking.to) fetched.set(day.date, day)
  return { ok: true, value: await keepSpan(ctx, { asking, fetched, askedAt }) }
}

const noDay: StoredDay = { durationSeconds: null, slots: [] }
type FetchedDays = { asking: DaysRequest; fetched: Map<string, StoredDay>; askedAt: string }
const keepSpan = async (ctx: Ctx, { asking, fetched, askedAt }: FetchedDays): Promise<Map<string, StoredDay>> => {
  const { venue, partySize, areaId, from, to } = asking
  const { rows } = await sql<{ date: string }>`
    select day::date::text as date from generate_series(${from}::date, ${to}::date, interval '1 day') as day`.execute(ctx.db)
  const all = rows.map(({ date }) => ({ date, ...(fetched.get(date) ?? noDay) }))
  await keepDays(
    ctx,
    all.map(({ date, durationSeconds, slots, offers }) => ({
      venueId: venue.id,
      date,
      partySize,
      area: areaId ?? '',
      durationSeconds,
      slots,
      offers,
    })),
    askedAt,
  )
  return new Map(all.map(({ date, ...day }) => [date, day]))
}
