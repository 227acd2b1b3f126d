import type { Connection, Silence } from '@tablewire/contracts/traces'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { judgeConnection, type Step } from './judge-connection.ts'

type Kind = Connection['kind']
type Side = { kind: Kind; id: string; name: string; waiting: number; undelivered: number }
type SideError = NonNullable<Connection['error']> & { kind: Kind; id: string }
type Known = {
  steps: Map<string, Step[]>
  usual: Map<string, number>
  errors: Map<string, SideError>
  silences: Map<string, Silence>
}

/** Who is looked at: what belongs to venues the caller may see; the built-in book is no connection. */
const sidesOf = async (ctx: Ctx): Promise<Side[]> => {
  const all = ctx.scope.kind === 'all'
  const { rows } = await sql<Side>`
    select 'system' as kind, s.id, s.name, (
        select count(*)::integer from remote_bookings b where b.system_id = s.id and (b.next_at is not null or b.state = 'stuck') and ${inScope(ctx, 'b.venue_id')}
      ) as waiting, 0 as undelivered
    from systems s where s.active and s.type <> 'built_in'
      and ${all ? sql`true` : sql`exists (select from venues v where v.system_id = s.id and ${inScope(ctx, 'v.id')})`}
    union all
    select 'channel', c.id, c.name, (
        select count(*)::integer from webhook_deliveries d where d.channel_id = c.id and d.rank = 1 and d.attempts > 0
      ), (select count(*)::integer from webhook_deliveries d where d.channel_id = c.id and d.rank = 0)
    from channels c where c.active
      and ${all ? sql`true` : sql`exists (select from channel_venues cv where cv.channel_id = c.id and cv.state = 'live' and ${inScope(ctx, 'cv.venue_id')})`}`.execute(
    ctx.db,
  )
  return rows
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`
const grouped = <T extends { kind: string; id: string }>(rows: readonly T[]): Map<string, T[]> => Map.groupBy(rows, keyOf)

const readSteps = async (ctx: Ctx, now: string): Promise<Map<string, Step[]>> => {
  const { rows } = await sql<Step & { kind: string; id: string }>`
    select flow as kind, party_id as id, at, calls, refused, failed, duration_ms::float8 as duration_ms from flow_counts
    where flow in ('channel', 'system') and at > ${now}::timestamptz - interval '24 hours' order by at`.execute(ctx.db)
  return grouped(rows)
}
/** The hour in the middle of the last week's hours by their averages: an outage of a day does not become what is usual. */
const readUsual = async (ctx: Ctx, now: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ kind: string; id: string; usualMs: number }>`
    select kind, id, percentile_cont(0.5) within group (order by average)::integer as usual_ms from (
      select flow as kind, party_id as id, sum(duration_ms)::float8 / sum(calls) as average from flow_counts
      where flow in ('channel', 'system') and at > ${now}::timestamptz - interval '7 days' and at < ${now}::timestamptz - interval '1 hour' and calls > 0
      group by flow, party_id, date_trunc('hour', at)
    ) hours group by kind, id`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row), row.usualMs]))
}
const readErrors = async (ctx: Ctx, [sides, now]: [readonly Side[], string]): Promise<Map<string, SideError>> => {
  const latest = (kind: Kind) => {
    const column = sql.ref(`t.${kind}_id`)
    const way = kind === 'system' ? sql`t.to_party = 'system'` : sql`t.from_party = 'channel'`
    return sql`select ${kind}::text as kind, asked.id, e.* from unnest(${sides.filter((side) => side.kind === kind).map(({ id }) => id)}::uuid[]) as asked (id),
      lateral (select t.started_at as at, t.error as text, t.http_status from traces t where ${column} = asked.id and ${way}
        and t.outcome <> 'ok' and (t.outcome <> 'refused' or (t.to_party = 'system' and t.http_status in (401, 403))) and t.started_at > ${now}::timestamptz - interval '24 hours' order by t.started_at desc limit 1) e`
  }
  const { rows } = await sql<SideError>`${latest('system')} union all ${latest('channel')}`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}
const readSilences = async (ctx: Ctx): Promise<Map<string, Silence>> => {
  const { rows } = await sql<Silence & { kind: string; id: string }>`
    select distinct on (flow, party_id) flow as kind, party_id as id, what, since, expected, seen from silences order by flow, party_id, since`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ kind, id, ...silence }) => [keyOf({ kind, id }), silence]))
}

const view = (side: Side, { steps, usual, errors, silences }: Known, nowMs: number): Connection => {
  const key = keyOf(side)
  const [error, silence, usualMs] = [errors.get(key) ?? null, silences.get(key) ?? null, usual.get(key) ?? null]
  const judged = judgeConnection({ nowMs, steps: steps.get(key) ?? [], usualMs, trouble: error, silent: silence?.since ?? null })
  return { ...side, ...judged, usualMs, error, silence }
}

const urgency: readonly Connection['state'][] = ['denied', 'unreachable', 'failing', 'silent', 'slow', 'idle', 'fine']
const before = (a: Connection, b: Connection): number =>
  Number(b.waiting + b.undelivered > 0) - Number(a.waiting + a.undelivered > 0) ||
  urgency.indexOf(a.state) - urgency.indexOf(b.state) ||
  a.name.localeCompare(b.name)

/** Every channel and system with how it is doing, those that need somebody first. */
export const listConnections = async (ctx: Ctx): Promise<Connection[]> => {
  const now = ctx.clock()
  const sides = await sidesOf(ctx)
  const [steps, usual, errors, silences] = await Promise.all([
    readSteps(ctx, now.toString()),
    readUsual(ctx, now.toString()),
    readErrors(ctx, [sides, now.toString()]),
    readSilences(ctx),
  ])
  return sides.map((side) => view(side, { steps, usual, errors, silences }, now.epochMilliseconds)).toSorted(before)
}
