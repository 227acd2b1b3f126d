import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen, onboardingStatuses, type OnboardingSide, type OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { ofOwnRequests, sideOf } from './request-scope.ts'
import { isPendingOn, type RequestRow, summaryOf } from './request-view.ts'

type Query = Received<typeof onboarding.list>['query']

/** What waits for the reader comes first, then what waits for others, then what is over. */
const rankFor = (side: OnboardingSide, status: OnboardingStatus): number => {
  if (isPendingOn(side, status)) return 0
  return isOpen(status) ? 1 : 2
}

const conditionsOf = (ctx: Ctx, { systemId, channelId, q, from, to }: NonNullable<Query['filters']>): RawBuilder<unknown> =>
  sql.join(
    [
      ofOwnRequests(ctx),
      ...(systemId?.length ? [sql`r.system_id = any(${systemId}::uuid[])`] : []),
      ...(channelId?.length ? [sql`r.channel_id = any(${channelId}::uuid[])`] : []),
      ...(from ? [sql`r.requested_at >= ${from}::date`] : []),
      ...(to ? [sql`r.requested_at < ${to}::date + 1`] : []),
      ...(q?.trim() ? [sql`r.words like ${containing(q.trim().toLowerCase())}`] : []),
    ],
    sql` and `,
  )

/** ON3: of each status as many as a page takes, from its index, then in the order of the reader. */
export const listRequests = async (ctx: Ctx, { limit = 50, offset = 0, filters = {} }: Query): Promise<Result<typeof onboarding.list>> => {
  const side = sideOf(ctx)
  const where = conditionsOf(ctx, filters)
  const asked = onboardingStatuses.filter(
    (one) => (!filters.status?.length || filters.status.includes(one)) && (!filters.pendingOnMe || isPendingOn(side, one)),
  )
  const counted = await sql<{ status: OnboardingStatus; count: number }>`
    select r.status, count(*)::integer as count from onboarding_requests r where ${where} group by r.status`.execute(ctx.db)
  const counts: Record<OnboardingStatus, number> = {
    rms_activation: 0,
    restaurant_activation: 0,
    bc_activation: 0,
    live: 0,
    rejected: 0,
    canceled: 0,
  }
  for (const { status, count } of counted.rows) counts[status] = count
  const total = asked.reduce((sum, one) => sum + counts[one], 0)
  if (!asked.length) return { data: [], total, counts }
  const branches = asked.map(
    (status) => sql`(select r.id, r.queue_key, ${rankFor(side, status)}::integer as rank from onboarding_requests r
      where r.status = ${sql.lit(status)} and ${where} order by r.queue_key, r.id limit ${limit + offset})`,
  )
  const { rows } = await sql<RequestRow>`
    select r.*, s.name as system_name, c.name as channel_name
    from (select * from (${sql.join(branches, sql` union all `)}) b order by rank, queue_key, id limit ${limit} offset ${offset}) page
      join onboarding_requests r on r.id = page.id join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
    order by page.rank, page.queue_key, page.id`.execute(ctx.db)
  return { data: rows.map((row) => summaryOf(row, side)), total, counts }
}
