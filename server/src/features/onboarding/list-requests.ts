import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { bcOnboarding } from '@tablewire/contracts/onboarding/partner-onboarding'
import { isOpen, onboardingStatuses, type OnboardingSide, type OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { Problem } from '#src/platform/problem.ts'
import { momentsOf } from './asked-days.ts'
import { ofOwnRequests, sideOf } from './request-scope.ts'
import { isPendingOn, type RequestRow, summaryOf } from './request-view.ts'

type Query = Received<typeof onboarding.list>['query']

/** What waits for the reader comes first, then what waits for others, then what is over. */
export const rankFor = (side: OnboardingSide, status: OnboardingStatus): number => {
  if (isPendingOn(side, status)) return 0
  return isOpen(status) ? 1 : 2
}

export const conditionsOf = (ctx: Ctx, { systemId, channelId, q, late, ...days }: NonNullable<Query['filters']>): RawBuilder<unknown> => {
  const { since, until } = momentsOf(days)
  return sql.join(
    [
      ofOwnRequests(ctx),
      ...(systemId?.length ? [sql`r.system_id = any(${systemId}::uuid[])`] : []),
      ...(channelId?.length ? [sql`r.channel_id = any(${channelId}::uuid[])`] : []),
      ...(late
        ? [
            sql`exists (select from onboarding_deadlines d where d.request_id = r.id and d.remind_at <= ${ctx.clock().toString()}::timestamptz)`,
          ]
        : []),
      ...(since ? [sql`r.requested_at >= ${since}::timestamptz`] : []),
      ...(until ? [sql`r.requested_at < ${until}::timestamptz`] : []),
      ...(q?.trim() ? [sql`r.words like ${containing(q.trim().toLowerCase())}`] : []),
    ],
    sql` and `,
  )
}

type Place = { rank: number; queueKey: number; id: string }
const Cursor = z.tuple([z.int(), z.int(), z.uuid()])
const placeAfter = (after: string): Place => {
  try {
    const [rank, queueKey, id] = z.parse(Cursor, JSON.parse(Buffer.from(after, 'base64url').toString()))
    return { rank, queueKey, id }
  } catch {
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  }
}

type Source = { source: RawBuilder<unknown>; where: RawBuilder<unknown> }
/** The late ones are read of their deadlines, each once: all that are asked for stands there. */
const sourceOf = (ctx: Ctx, { late, ...filters }: NonNullable<Query['filters']>): Source => {
  const where = conditionsOf(ctx, filters)
  if (!late) return { source: sql`onboarding_requests`, where }
  return { source: sql`onboarding_deadlines`, where: sql`${where} and r.remind_at <= ${ctx.clock().toString()}::timestamptz` }
}

type Wanted = Source & {
  statuses: readonly OnboardingStatus[]
  limit: number
  offset: number
  place?: Place | undefined
}
type Placed = RequestRow & { rank: number }
/** Of each status as many as a page takes, from its index, then in the order of the reader. */
const readRows = async (ctx: Ctx, { statuses, source, where, limit, offset, place }: Wanted): Promise<Placed[]> => {
  const side = sideOf(ctx)
  const branches = statuses
    .map((status) => ({ status, rank: rankFor(side, status) }))
    .filter(({ rank }) => !place || rank >= place.rank)
    .map(({ status, rank }) => {
      const from = place && rank === place.rank ? sql` and (r.queue_key, r.id) > (${place.queueKey}::bigint, ${place.id}::uuid)` : sql``
      return sql`(select r.id, r.queue_key, ${rank}::integer as rank from ${source} r
        where r.status = ${sql.lit(status)} and ${where}${from} order by r.queue_key, r.id limit ${limit + offset})`
    })
  if (!branches.length) return []
  const { rows } = await sql<Placed>`
    select r.*, page.rank, s.name as system_name, c.name as channel_name
    from (select * from (${sql.join(branches, sql` union all `)}) b order by rank, queue_key, id limit ${limit} offset ${offset}) page
      join onboarding_requests r on r.id = page.id join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
    order by page.rank, page.queue_key, page.id`.execute(ctx.db)
  return rows
}

const statusesOf = (side: OnboardingSide, { status, pendingOnMe, late }: NonNullable<Query['filters']>): OnboardingStatus[] =>
  onboardingStatuses.filter(
    (one) => (!status?.length || status.includes(one)) && (!pendingOnMe || isPendingOn(side, one)) && (!late || isOpen(one)),
  )

const countsOf = async (ctx: Ctx, { source, where }: Source): Promise<Record<OnboardingStatus, number>> => {
  const { rows } = await sql<{ status: OnboardingStatus; count: number }>`
    select r.status, count(*)::integer as count from ${source} r where ${where} group by r.status`.execute(ctx.db)
  const counts: Record<OnboardingStatus, number> = {
    rms_activation: 0,
    restaurant_activation: 0,
    bc_activation: 0,
    live: 0,
    rejected: 0,
    canceled: 0,
  }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

/** ON3 */
export const listRequests = async (ctx: Ctx, { limit = 50, offset = 0, filters = {} }: Query): Promise<Result<typeof onboarding.list>> => {
  const side = sideOf(ctx)
  const of = sourceOf(ctx, filters)
  const statuses = statusesOf(side, filters)
  const counts = await countsOf(ctx, of)
  const total = statuses.reduce((sum, one) => sum + counts[one], 0)
  const rows = await readRows(ctx, { statuses, ...of, limit, offset })
  return { data: rows.map((row) => summaryOf(row, side)), total, counts }
}

/** The same page by page for partners: one that moves on meanwhile shifts no other. */
export const pageOfRequests = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: Received<typeof bcOnboarding.list>['query'],
): Promise<Result<typeof bcOnboarding.list>> => {
  const place = after === undefined ? undefined : placeAfter(after)
  const side = sideOf(ctx)
  const of = sourceOf(ctx, filters)
  const statuses = statusesOf(side, filters)
  const counts = await countsOf(ctx, of)
  const rows = await readRows(ctx, { statuses, ...of, limit: limit + 1, offset, place })
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const next = last && rows.length > limit ? Buffer.from(JSON.stringify([last.rank, last.queueKey, last.id])).toString('base64url') : null
  return { data: data.map((row) => summaryOf(row, side)), total: statuses.reduce((sum, one) => sum + counts[one], 0), next }
}
