import { operationsOf } from '@tablewire/contracts/operations/call-kinds'
import type { CallKind, Connection, Silence } from '@tablewire/contracts/operations/traces'
import { noticedMs } from '@tablewire/contracts/operations/traces.rules'
import { sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { latestMost } from '#src/platform/traces/latest-calls.ts'
import { seesWhole, type Side } from './connection-sides.ts'
import { type Step, together } from './assess-connection.ts'

type Kind = Connection['kind']
type Place = { kind: Kind; id: string }
export type SideError = NonNullable<Connection['error']> & Place
export type KindStep = Step & { of: CallKind }
export type UsualKinds = Partial<Record<CallKind, number>>

export const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`
const grouped = <T extends { kind: string; id: string }>(rows: readonly T[]): Map<string, T[]> => Map.groupBy(rows, keyOf)

/** Every booking is traced, so that its failure rate is exact; searches that succeed are only counted, for all venues together. */
const bookingCalls = [...operationsOf.booking, ...operationsOf.change]

const among = (kind: keyof typeof operationsOf) => sql`operation = any(${operationsOf[kind]}::text[])`
const ofKind = sql`case when ${among('availability')} then 'availability' when ${among('booking')} then 'booking' when ${among('change')} then 'change' else 'lookup' end`

/** A call that failed because of a restaurant's system is no failure of the channel. */
const ownFailure = (kind: Kind) =>
  kind === 'system'
    ? sql`(t.outcome in ('failed', 'unclear'))`
    : sql`(t.outcome in ('failed', 'unclear') and coalesce(t.error, '') !~ '^(remote\\.|secret\\.)')`

/** Of the venues in the caller's scope, in the same time buckets as the counters. */
const kindsOfVenues = (ctx: Ctx, now: string) => {
  const of = (kind: Kind) => sql`
    select ${kind}::text as kind, t.${sql.ref(`${kind}_id`)} as id, date_bin('10 minutes', t.started_at, '2000-01-01') as at, ${ofKind} as of,
      count(*)::integer as calls, count(*) filter (where t.outcome <> 'ok' and not ${ownFailure(kind)})::integer as refused,
      count(*) filter (where ${ownFailure(kind)})::integer as failed, sum(t.duration_ms)::float8 as duration_ms,
      min(t.started_at) filter (where ${ownFailure(kind)}) as first_failed_at,
      max(t.started_at) filter (where ${ownFailure(kind)}) as last_failed_at, max(t.started_at) filter (where t.outcome = 'ok') as last_ok_at,
      min(t.started_at) filter (where t.duration_ms >= ${noticedMs}) as first_noticed_at, max(t.started_at) filter (where t.duration_ms < ${noticedMs}) as last_prompt_at,
      jsonb_path_query_array(jsonb_agg(jsonb_build_array(t.started_at, t.duration_ms, ${ownFailure(kind)}::integer) order by t.started_at desc), '$[0 to ${sql.raw(String(latestMost - 1))}]') as latest_calls
    from traces t where ${inScope(ctx, 't.venue_id')} and t.${sql.ref(`${kind}_id`)} is not null and t.started_at > ${now}::timestamptz - interval '24 hours'
      and t.operation = any(${bookingCalls}::text[]) and ${kind === 'system' ? sql`t.to_party = 'system'` : sql`t.from_party = 'channel'`}
    group by 2, 3, 4`
  return sql<KindStep & Place>`${of('system')} union all ${of('channel')} order by at`
}

/** By kind of call. */
export const readKinds = async (ctx: Ctx, now: string): Promise<Map<string, KindStep[]>> => {
  const whole = sql<KindStep & Place>`
    select 'system' as kind, system_id as id, date_bin('10 minutes', minute, '2000-01-01') as at, ${ofKind} as of,
      sum(ok + refused + unclear + failed)::integer as calls, sum(refused)::integer as refused, sum(unclear + failed)::integer as failed,
      sum(duration_ms)::float8 as duration_ms, min(first_failed_at) as first_failed_at, max(last_failed_at) as last_failed_at, max(last_ok_at) as last_ok_at,
      min(first_noticed_at) as first_noticed_at, max(last_prompt_at) as last_prompt_at, jsonb_path_query_array(jsonb_agg(latest_calls), '$[*][*]') as latest_calls
    from remote_calls where minute > ${now}::timestamptz - interval '24 hours' and operation <> 'health'
    group by 2, 3, 4
    union all
    select 'channel', channel_id, at, kind, calls, refused, failed, duration_ms::float8, first_failed_at, last_failed_at, last_ok_at, first_noticed_at, last_prompt_at, latest_calls
    from channel_calls where at > ${now}::timestamptz - interval '24 hours' order by at`
  return grouped((await (seesWhole(ctx) ? whole : kindsOfVenues(ctx, now)).execute(ctx.db)).rows)
}

/** All kinds together; with a restricted scope, only from the traces of those venues. */
export const readSteps = async (ctx: Ctx, now: string, kinds: Map<string, KindStep[]>): Promise<Map<string, Step[]>> => {
  if (!seesWhole(ctx)) return new Map([...kinds].map(([key, steps]) => [key, together(steps)]))
  const { rows } = await sql<Step & Place>`
    select flow as kind, party_id as id, at, calls, refused, failed, duration_ms::float8 as duration_ms, first_failed_at, last_failed_at, last_ok_at
    from flow_counts
    where flow in ('channel', 'system') and at > ${now}::timestamptz - interval '24 hours' order by at`.execute(ctx.db)
  return grouped(rows)
}

/** The median of the last week's hourly averages: an outage of a day does not become the baseline. */
export const readUsual = async (ctx: Ctx, now: string): Promise<Map<string, number>> => {
  if (!seesWhole(ctx)) return new Map()
  const { rows } = await sql<{ kind: string; id: string; usualMs: number }>`
    select kind, id, percentile_cont(0.5) within group (order by average)::integer as usual_ms from (
      select flow as kind, party_id as id, sum(duration_ms)::float8 / sum(calls) as average from flow_counts
      where flow in ('channel', 'system') and at > ${now}::timestamptz - interval '7 days' and at < ${now}::timestamptz - interval '1 hour' and calls > 0
      group by flow, party_id, date_trunc('hour', at)
    ) hours group by kind, id`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row), row.usualMs]))
}

/** Fewer hours are no baseline. */
const hoursLeast = 3

/** The same by kind of call. */
export const readUsualKinds = async (ctx: Ctx, now: string): Promise<Map<string, UsualKinds>> => {
  if (!seesWhole(ctx)) return new Map()
  const within = (at: string) =>
    sql`${sql.ref(at)} > ${now}::timestamptz - interval '7 days' and ${sql.ref(at)} < ${now}::timestamptz - interval '1 hour'`
  const { rows } = await sql<{ kind: string; id: string; of: CallKind; usualMs: number }>`
    select kind, id, of, percentile_cont(0.5) within group (order by average)::integer as usual_ms from (
      select 'system' as kind, system_id as id, ${ofKind} as of, sum(duration_ms)::float8 / sum(ok + refused + unclear + failed) as average
      from remote_calls where ${within('minute')} and operation <> 'health' group by 2, 3, date_trunc('hour', minute)
      union all
      select 'channel', channel_id, kind, sum(duration_ms)::float8 / sum(calls) from channel_calls where ${within('at')} and calls > 0
      group by channel_id, kind, date_trunc('hour', at)
    ) hours group by kind, id, of having count(*) >= ${hoursLeast}`.execute(ctx.db)
  return new Map(
    [...grouped(rows)].map(([key, kinds]) => [key, Object.fromEntries(kinds.map(({ of, usualMs }) => [of, usualMs])) as UsualKinds]),
  )
}

/** An open circuit is our own doing: the last fault tells why. */
export const readErrors = async (ctx: Ctx, sides: readonly Side[], now: string): Promise<Map<string, SideError>> => {
  const mine = seesWhole(ctx) ? sql<SqlBool>`true` : inScope(ctx, 't.venue_id')
  const latest = (kind: Kind) => {
    const column = sql.ref(`t.${kind}_id`)
    const way = kind === 'system' ? sql`t.to_party = 'system'` : sql`t.from_party = 'channel'`
    return sql`select ${kind}::text as kind, asked.id, e.* from unnest(${sides.filter((side) => side.kind === kind).map(({ id }) => id)}::uuid[]) as asked (id),
      lateral (select t.started_at as at, t.error as text, t.http_status from traces t where ${column} = asked.id and ${way} and ${mine}
        and t.outcome <> 'ok' and coalesce(t.error, '') !~ '^not asked' and (${ownFailure(kind)} or (t.to_party = 'system' and t.http_status in (401, 403))) and t.started_at > ${now}::timestamptz - interval '24 hours' order by t.started_at desc limit 1) e`
  }
  const { rows } = await sql<SideError>`${latest('system')} union all ${latest('channel')}`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

export const readSilences = async (ctx: Ctx): Promise<Map<string, Silence>> => {
  if (!seesWhole(ctx)) return new Map()
  const { rows } = await sql<Silence & { kind: string; id: string }>`
    select distinct on (flow, party_id) flow as kind, party_id as id, what, since, expected, seen from silences order by flow, party_id, since`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ kind, id, ...silence }) => [keyOf({ kind, id }), silence]))
}
