import type { OpenStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './invite-rows.ts'

const prefixOf: Record<OpenStatus, string> = { rms_activation: 'rms', restaurant_activation: 'restaurant', bc_activation: 'bc' }

/** The three rows that may say a limit of request `r`: of its system, of its channel, of the installation. */
export const limitRows: RawBuilder<unknown> = sql`left join onboarding_limits ls on ls.system_id = r.system_id
  left join onboarding_limits lc on lc.channel_id = r.channel_id join onboarding_limits ld on ld.system_id is null and ld.channel_id is null`

const ofRequester = (column: string): RawBuilder<number> =>
  sql<number>`case r.requester when 'rms' then coalesce(${sql.ref(`ls.${column}`)}, ${sql.ref(`lc.${column}`)}, ${sql.ref(`ld.${column}`)})
    else coalesce(${sql.ref(`lc.${column}`)}, ${sql.ref(`ls.${column}`)}, ${sql.ref(`ld.${column}`)}) end`

/** Days in the state that request `r` is in: the partner's who has to act; while the restaurant has to, those of who asked. */
export const daysUntil = (what: 'remind' | 'escalate'): RawBuilder<number> => {
  const column = (status: OpenStatus): string => `${prefixOf[status]}_${what}_days`
  const own = (alias: string, status: OpenStatus) =>
    sql`coalesce(${sql.ref(`${alias}.${column(status)}`)}, ${sql.ref(`ld.${column(status)}`)})`
  return sql<number>`case r.status when 'rms_activation' then ${own('ls', 'rms_activation')}
    when 'bc_activation' then ${own('lc', 'bc_activation')} else ${ofRequester(column('restaurant_activation'))} end`
}

/** For how many days a link of that request is good. */
export const linkDaysOf = async (ctx: Ctx, requestId: string): Promise<number> => {
  const { rows } = await sql<{ days: number }>`
    select ${ofRequester('link_days')} as days from onboarding_requests r ${limitRows} where r.id = ${requestId}`.execute(ctx.db)
  return rows[0]!.days
}
