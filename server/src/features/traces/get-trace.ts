import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { TraceDetail, traces, Waiting } from '@tablewire/contracts/operations/traces'
import { sql, type SqlBool } from 'kysely'
import { requireVisible } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { sidesInScope, tracesInScope } from './trace-filters.ts'
import { hopsOf, readTrace } from './trace-view.ts'

/** One hop of what the caller may see, with the hops around it. */
export const getTrace = async (ctx: Ctx, id: string): Promise<TraceDetail> => {
  const trace = await readTrace(ctx, id, tracesInScope(ctx))
  if (!trace) throw new Problem('trace.not_found')
  const around = trace.reservationId
    ? sql<SqlBool>`t.reservation_id = ${trace.reservationId}`
    : sql<SqlBool>`t.request_id = ${trace.requestId}`
  return { ...trace, hops: await hopsOf(ctx, around, tracesInScope(ctx)) }
}

/** Hops of a booking the caller may see: a house sees its whole way, a partner the hops between us and himself. */
const hopsSeen = (ctx: Ctx) => {
  const { system, channel } = sidesInScope(ctx)
  return system && channel ? sql<SqlBool>`true` : tracesInScope(ctx)
}

/** Whoever may see a booking may see what became of it on its way, as far as that way is his. */
export const getJourney = async (ctx: Ctx, id: string): Promise<Result<typeof traces.journey>> => {
  await requireVisible(ctx, id)
  const [hops, waiting] = await Promise.all([hopsOf(ctx, sql<SqlBool>`t.reservation_id = ${id}`, hopsSeen(ctx)), waitingFor(ctx, id)])
  return { hops, waiting }
}

/** The booking's outstanding work: not delivered yet to its system or channel, or stuck. */
const waitingFor = async (ctx: Ctx, id: string): Promise<Waiting[]> => {
  const seen = sidesInScope(ctx)
  const { rows } = await sql<Waiting>`
    select 'system' as kind, b.reservation_id as id, b.state, b.state = 'stuck' or b.doubles <> '{}' as given, b.attempts, b.next_at, remote_trouble(b) as error
    from remote_bookings b where b.reservation_id = ${id} and ${seen.system} and (b.next_at is not null or b.state = 'stuck' or b.doubles <> '{}')
    union all
    select 'webhook', d.id, d.state, d.state = 'dead', d.attempts, case when d.state = 'waiting' then d.next_at end, d.error
    from webhook_deliveries d where d.reservation_id = ${id} and ${seen.channel} and d.state <> 'delivered'
    order by kind, next_at limit 50`.execute(ctx.db)
  return rows
}

export const getHop = async (ctx: Ctx, { id, hopId }: { id: string; hopId: string }): Promise<TraceDetail> => {
  const { hops } = await getJourney(ctx, id)
  const hop = hops.some((one) => one.id === hopId) ? await readTrace(ctx, hopId, hopsSeen(ctx)) : undefined
  if (!hop) throw new Problem('trace.not_found')
  return { ...hop, hops }
}
