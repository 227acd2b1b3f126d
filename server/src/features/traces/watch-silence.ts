import type { Silence } from '@tablewire/contracts/operations/traces'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { publishEvent } from '#src/features/notifications/api.ts'
import { isZone } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { assessSilence, windowsOf } from './silence-rule.ts'

type Flow = 'channel' | 'system'
type What = Silence['what']
type Side = { flow: Flow; id: string; name: string; zone: string | null; silent: What[] }
type Sum = { flow: Flow; id: string; place: number; known: boolean; searches: number; bookings: number }
type Observation = { side: Side; what: What; seen: number; history: number[] }

const venuesOf = (flow: Flow) =>
  flow === 'channel'
    ? sql`select v.id, v.time_zone from channel_venues cv join venues v on v.id = cv.venue_id where cv.channel_id = side.id and cv.state = 'live' and v.archived_at is null`
    : sql`select v.id, v.time_zone from venues v where v.system_id = side.id and v.archived_at is null`

/** The zone in which most of a side's venues lie, by some of them. */
const zoneOf = (flow: Flow) => sql`(
  select few.time_zone from (select * from (${venuesOf(flow)}) of_side limit 200) few group by few.time_zone order by count(*) desc, few.time_zone limit 1)`

const sidesOf = async (ctx: Ctx): Promise<Side[]> => {
  const silent = (flow: Flow) => sql`array(select s.what from silences s where s.flow = ${flow} and s.party_id = side.id)`
  const { rows } = await sql<Side>`
    select 'channel' as flow, side.id, side.name, ${zoneOf('channel')} as zone, ${silent('channel')} as silent from channels side where side.active and not side.test
    union all
    select 'system', side.id, side.name, ${zoneOf('system')}, ${silent('system')} from systems side where side.active and not side.test and side.type <> 'built_in'`.execute(
    ctx.db,
  )
  return rows
}

/** Counts are written some seconds late, in steps of ten minutes: the hour that is looked at ends with the last step that is surely whole. */
const lastStep = (now: Temporal.Instant): Temporal.Instant => {
  const ms = now.subtract({ seconds: 30 }).epochMilliseconds
  return Temporal.Instant.fromEpochMilliseconds(ms - (ms % 600_000))
}

const readSums = async (ctx: Ctx, sides: readonly Side[]): Promise<Sum[]> => {
  const now = lastStep(ctx.clock())
  const keys = sides.flatMap(({ flow, id, zone }) =>
    windowsOf(now, zone && isZone(zone) ? zone : 'UTC').map(({ from, to }, place) => ({ flow, id, place, from, to })),
  )
  const { rows } = await sql<Sum>`
    select w.flow, w.id, w.place, exists (select from flow_counts f where f.flow = w.flow and f.party_id = w.id and f.at < w."from") as known,
      coalesce(sum(f.searches), 0)::integer as searches, coalesce(sum(f.bookings), 0)::integer as bookings
    from json_to_recordset(${JSON.stringify(keys)}::json) as w (flow text, id uuid, place integer, "from" timestamptz, "to" timestamptz)
      left join flow_counts f on f.flow = w.flow and f.party_id = w.id and f.at >= w."from" and f.at < w."to"
    group by w.flow, w.id, w.place, w."from" order by w.flow, w.id, w.place`.execute(ctx.db)
  return rows
}

const observationsOf = (sides: readonly Side[], sums: readonly Sum[]): Observation[] => {
  const bySide = Map.groupBy(sums, ({ flow, id }) => `${flow} ${id}`)
  return sides.flatMap((side) => {
    const [now, ...before] = bySide.get(`${side.flow} ${side.id}`) ?? []
    if (!now) return []
    const known = before.filter((one) => one.known)
    return (['searches', 'bookings'] as const).map((what) => ({
      side,
      what,
      seen: now[what],
      history: known.map((one) => one[what]),
    }))
  })
}

/** The share of a side's venues that do not keep closed today; asked only where something looks like a silence. */
const openShare = async (ctx: Ctx, { flow, id }: Side): Promise<number> => {
  const { rows } = await sql<{ share: number | null }>`
    select avg(case when exists (
        select from books b, jsonb_array_elements(b.rules -> 'closures') c
        where b.venue_id = v.id and c ->> 'from' is null and c ->> 'areaId' is null
          and (${ctx.clock().toString()}::timestamptz at time zone v.time_zone)::date between (c ->> 'fromOn')::date and (c ->> 'toOn')::date
      ) then 0 else 1 end)::float8 as share
    from (select ${id}::uuid as id) side, lateral (${venuesOf(flow)}) v`.execute(ctx.db)
  return rows[0]?.share ?? 1
}

const begin = async (ctx: Ctx, { side: { flow, id, name }, what, seen }: Observation, expected: number): Promise<void> =>
  transaction(ctx, async (inner) => {
    const column = sql.ref(what)
    const now = inner.clock().toString()
    const { rows } = await sql`
      insert into silences (flow, party_id, what, since, expected, seen, told_at)
      values (${flow}, ${id}, ${what}, coalesce((
        select f.at + interval '10 minutes' from flow_counts f where f.flow = ${flow} and f.party_id = ${id} and f.at < ${now}::timestamptz and f.${column} > 0
        order by f.at desc limit 1), ${now}::timestamptz - interval '1 hour'), ${expected}, ${seen}, ${now}::timestamptz)
      on conflict (flow, party_id, what) do update set seen = excluded.seen, expected = excluded.expected
      returning xmax = 0 as begun`.execute(inner.db)
    if ((rows[0] as { begun: boolean }).begun) await tell(inner, { name, what, seen, expected: Math.round(expected), over: false })
  })

const end = async (ctx: Ctx, { side: { flow, id, name }, what, seen }: Observation, expected: number): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { numAffectedRows } = await sql`delete from silences where flow = ${flow} and party_id = ${id} and what = ${what}`.execute(
      inner.db,
    )
    if (numAffectedRows) await tell(inner, { name, what, seen, expected: Math.round(expected), over: true })
  })

type SilenceNotice = { name: string; what: What; seen: number; expected: number; over: boolean }
const tell = async (ctx: Ctx, notice: SilenceNotice): Promise<void> =>
  publishEvent(ctx, { event: 'silence', venueId: null, about: JSON.stringify({ ...notice, name: notice.name.slice(0, 40) }) })

/** Tells once of every channel and system that brings far less than this weekday and hour let one expect, and once when that is over. */
export const watchSilence = async (ctx: Ctx): Promise<void> => {
  const sides = await sidesOf(ctx)
  for (const observed of observationsOf(sides, await readSums(ctx, sides))) {
    const { side, what, seen, history } = observed
    const notified = side.silent.includes(what)
    const first = assessSilence(seen, history, 1)
    if (!first.silent && !notified) continue
    const judged = assessSilence(seen, history, await openShare(ctx, side))
    if (judged.silent) await begin(ctx, observed, judged.expected)
    else if (notified && judged.over) await end(ctx, observed, judged.expected)
  }
  // A disabled side has no expected traffic.
  await sql`
    delete from silences s where not exists (select from channels c where s.flow = 'channel' and c.id = s.party_id and c.active)
      and not exists (select from systems y where s.flow = 'system' and y.id = s.party_id and y.active)`.execute(ctx.db)
}
