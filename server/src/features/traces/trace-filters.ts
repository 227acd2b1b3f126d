import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { traces } from '@tablewire/contracts/operations/traces'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope, isOfChannels, ofScopedChannels } from '#src/features/venues/api.ts'
import { isOfChannel, ofOwnChannels } from '#src/features/webhooks/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type TraceQuery = Received<typeof traces.list>['query']
type Filters = NonNullable<TraceQuery['filters']>

/** Tenant scope: a system's people see its test twin as well; its key does not. */
export const ofOwnSystem = ({ actor }: Ctx, systemId: string, column: string): RawBuilder<SqlBool> =>
  actor.kind === 'user'
    ? sql<SqlBool>`${sql.ref(column)} = any(array(select own.id from systems own where ${systemId}::uuid in (own.id, own.test_of)))`
    : sql<SqlBool>`${sql.ref(column)} = ${systemId}::uuid`

/** Tenant scope: people of a system or a channel see the hops it took part in, and nothing behind the hub. */
export const tracesInScope = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind === 'system')
    return sql<SqlBool>`(${ofOwnSystem(ctx, ctx.scope.systemId, 't.system_id')} and 'system' in (t.from_party, t.to_party))`
  // Before the scope: a person of one channel has its scope, and sees its test key's calls as well.
  if (isOfChannel(ctx)) return sql<SqlBool>`(${ofOwnChannels(ctx, 't.channel_id')} and 'channel' in (t.from_party, t.to_party))`
  if (isOfChannels(ctx)) return sql<SqlBool>`(${ofScopedChannels(ctx, 't.channel_id')} and 'channel' in (t.from_party, t.to_party))`
  return inScope(ctx, 't.venue_id')
}

/** Which sides of a booking's way are the caller's: a partner's end at the hub, a house hears of both. */
export const sidesInScope = (ctx: Ctx): { system: boolean; channel: boolean } => {
  return { system: !isOfChannels(ctx), channel: ctx.scope.kind !== 'system' }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** By any id of a booking: also the hops that carry only another of its ids. */
const carrying = (wanted: string): RawBuilder<SqlBool> => {
  const own = sql`array[${wanted}, ${wanted.toUpperCase()}]::text[]`
  const ids = uuid.test(wanted) ? sql`array[${wanted}::uuid]` : sql`'{}'::uuid[]`
  return sql<SqlBool>`(
    t.request_id = ${wanted} or t.id = any(${ids}) or (t.other_ids <> '{}' and t.other_ids && ${own})
    or t.reservation_id = any(${ids} || array(
      select o.reservation_id from traces o where o.other_ids <> '{}' and o.other_ids && ${own} and o.reservation_id is not null limit 50)))`
}

const ofOutcome = (outcome: Filters['outcome']): RawBuilder<unknown>[] => {
  if (!outcome?.length) return []
  // The second condition is answered by the partial index on failures.
  return [sql`t.outcome = any(${outcome})`, ...(outcome.includes('ok') ? [] : [sql`t.outcome <> 'ok'`])]
}

const narrowing = ({
  flow,
  venueId,
  systemId,
  channelId,
  keyId,
  outcome,
  operation,
  httpStatus,
  minMs,
  repeated,
}: Filters): RawBuilder<unknown>[] => {
  const [from, to] = flow?.split('-') ?? []
  return [
    ...(flow ? [sql`t.from_party = ${from} and t.to_party = ${to}`] : []),
    ...(venueId ? [sql`t.venue_id = ${venueId}`] : []),
    ...(systemId ? [sql`t.system_id = ${systemId}`] : []),
    ...(channelId ? [sql`t.channel_id = ${channelId}`] : []),
    ...(keyId ? [sql`t.key_id = ${keyId}`] : []),
    ...ofOutcome(outcome),
    ...(operation ? [sql`t.operation = ${operation}`] : []),
    ...(httpStatus === undefined ? [] : [sql`t.http_status = ${httpStatus}`]),
    ...(minMs === undefined ? [] : [sql`t.duration_ms >= ${minMs}`]),
    ...(repeated === undefined ? [] : [repeated ? sql`t.attempt > 1` : sql`t.attempt = 1`]),
  ]
}

/** Of `traces t`. Without an id to look for, never more than a span of time: the last 24 hours unless told. */
export const wantedTraces = (ctx: Ctx, filters: Filters = {}): RawBuilder<SqlBool> => {
  const { id, from, to } = filters
  const wanted = id?.trim()
  const since = from ?? (wanted ? undefined : ctx.clock().subtract({ hours: 24 }).toString())
  return sql.join(
    [
      tracesInScope(ctx),
      ...(wanted ? [carrying(wanted)] : []),
      ...(since ? [sql`t.started_at >= ${since}::timestamptz`] : []),
      ...(to ? [sql`t.started_at < ${to}::timestamptz`] : []),
      ...narrowing(filters),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>
}
