import type { Trace, TraceDetail } from '@tablewire/contracts/operations/traces'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import { isOfChannel } from '#src/features/webhooks/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/**
 * Tenant scope of names: which venue and booking a hop shows. A partner may ask for what is not theirs, and is refused: the hop is theirs, but shows
 * no names of others.
 */
const knownOf = (ctx: Ctx): { venue: RawBuilder<SqlBool>; booking: RawBuilder<SqlBool> } => {
  if (ctx.scope.kind === 'all') return { venue: sql<SqlBool>`true`, booking: sql<SqlBool>`true` }
  if (ctx.scope.kind === 'system' || (ctx.scope.kind !== 'channel' && !isOfChannel(ctx))) {
    const venue = inScope(ctx, 't.venue_id')
    return { venue, booking: venue }
  }
  const booking = sql<SqlBool>`exists (select from reservations r where r.id = t.reservation_id and r.venue_id = t.venue_id and r.channel_id = t.channel_id)`
  const linked = sql<SqlBool>`exists (select from channel_venues cv where cv.venue_id = t.venue_id and cv.channel_id = t.channel_id)`
  return { venue: sql<SqlBool>`(${linked} or ${booking})`, booking }
}

/** Of `traces t`, joined to the names of its sides. */
export const traceColumns = (
  ctx: Ctx,
) => sql`t.id, t.started_at, t.from_party as "from", t.to_party as "to", t.operation, t.system_id, s.name as system_name, t.channel_id,
  c.name as channel_name, v.id as venue_id, v.name as venue_name, case when ${knownOf(ctx).booking} then t.reservation_id end as reservation_id,
  t.request_id, t.attempt, t.outcome, t.error, t.http_status, t.duration_ms`
export const traceJoins = (ctx: Ctx) =>
  sql`left join systems s on s.id = t.system_id left join channels c on c.id = t.channel_id left join venues v on v.id = t.venue_id and ${knownOf(ctx).venue}`

const hopsMost = 100

/**
 * The hops of these bookings, and those with the same correlation id that belong to no booking by themselves, oldest first. A long run shares one: of
 * that, only the same venue's. `seen`: the caller's scope.
 */
export const hopsOf = async (ctx: Ctx, where: RawBuilder<SqlBool>, seen = sql<SqlBool>`true`): Promise<Trace[]> => {
  const { rows } = await sql<Trace>`
    with own as materialized (select * from traces t where ${where} and ${seen} order by t.started_at, t.id limit ${hopsMost}),
    hops as (
      select id from own
      union select t.id from traces t where t.reservation_id is null
        and t.request_id = any(array(select request_id from own)) and t.venue_id = any(array(select venue_id from own)) and ${seen}
    )
    select ${traceColumns(ctx)} from traces t ${traceJoins(ctx)} where t.id = any(array(select id from hops)) order by t.started_at, t.id limit ${hopsMost}`.execute(
    ctx.db,
  )
  return rows
}

type DetailedTrace = Trace &
  Pick<TraceDetail, 'method' | 'url' | 'otherIds'> & {
    requestHeaders: Record<string, unknown> | null
    requestBody: unknown
    responseHeaders: Record<string, unknown> | null
    responseBody: unknown
  }

/** One hop within the scope `where`. */
export const readTrace = async (ctx: Ctx, id: string, where: RawBuilder<SqlBool>): Promise<Omit<TraceDetail, 'hops'> | undefined> => {
  // Bodies keep the names they came with.
  const { rows } = await sql<DetailedTrace>`
    select ${traceColumns(ctx)}, t.method, t.url, t.other_ids, t.request_headers, t.request_body, t.response_headers, t.response_body
    from traces t ${traceJoins(ctx)} where t.id = ${id} and ${where}`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { requestHeaders, requestBody, responseHeaders, responseBody, ...trace } = rows[0]
  return { ...trace, request: { headers: requestHeaders, body: requestBody }, response: { headers: responseHeaders, body: responseBody } }
}
