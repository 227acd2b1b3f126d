import type { Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './invite-rows.ts'

/** The three rows that may say a limit of request `r`: of its system, of its channel, of the installation. */
const limitRows: RawBuilder<unknown> = sql`left join onboarding_limits ls on ls.system_id = r.system_id
  left join onboarding_limits lc on lc.channel_id = r.channel_id join onboarding_limits ld on ld.system_id is null and ld.channel_id is null`

const ofRequester = (column: string): RawBuilder<number> =>
  sql<number>`case r.requester when 'rms' then coalesce(${sql.ref(`ls.${column}`)}, ${sql.ref(`lc.${column}`)}, ${sql.ref(`ld.${column}`)})
    else coalesce(${sql.ref(`lc.${column}`)}, ${sql.ref(`ls.${column}`)}, ${sql.ref(`ld.${column}`)}) end`

/** For how many days a link of that request is good. */
export const linkDaysOf = async (ctx: Ctx, requestId: string): Promise<number> => {
  const { rows } = await sql<{ days: number }>`
    select ${ofRequester('link_days')} as days from onboarding_requests r ${limitRows} where r.id = ${requestId}`.execute(ctx.db)
  return rows[0]!.days
}

/** Links to one mailbox, and to restaurants that one partner asked for, within 24 hours. */
const mailsADay = { address: 5, partner: 500 } as const

type Mailing = { id: string; email: string; requester: Requester; systemId: string; channelId: string }
/** Whether one more would be too many now. The caller's transaction holds what it found against others that ask meanwhile. */
export const isTooMany = async (ctx: Ctx, { id, email, requester, systemId, channelId }: Mailing): Promise<boolean> => {
  const [column, partner] = requester === 'rms' ? ['r.system_id', systemId] : ['r.channel_id', channelId]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`onboarding mails ${partner}`}, 0))`.execute(ctx.db)
  await sql`select pg_advisory_xact_lock(hashtextextended('onboarding mails ' || mailbox_of(${email}), 0))`.execute(ctx.db)
  const since = ctx.clock().subtract({ hours: 24 }).toString()
  const { rows } = await sql<{ address: number; partner: number }>`
    select (select count(*)::integer from (select from onboarding_invites i where mailbox_of(i.email) = mailbox_of(${email}) and i.tried_at > ${since}::timestamptz
        and i.id <> ${id} limit ${mailsADay.address}) as a) as address,
      (select count(*)::integer from (select from onboarding_invites i join onboarding_requests r on r.id = i.request_id
        where i.tried_at > ${since}::timestamptz and ${sql.ref(column!)} = ${partner} and r.requester = ${requester} and i.id <> ${id}
        limit ${mailsADay.partner}) as p) as partner`.execute(ctx.db)
  const { address, partner: ofPartner } = rows[0]!
  return address >= mailsADay.address || ofPartner >= mailsADay.partner
}
