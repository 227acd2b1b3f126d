import type { mailbox } from '@tablewire/contracts/operations/mailbox'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { mailView, requireWholePlatform } from './mail-view.ts'

/** The local mailbox, newest first. */
export const listMails = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after }: Received<typeof mailbox.list>['query'],
): Promise<Result<typeof mailbox.list>> => {
  requireWholePlatform(ctx)
  const place = after === undefined ? undefined : readCursor(after)
  const rows = await ctx.db
    .selectFrom('mails')
    .select(['id', 'sender', 'recipient', 'subject', 'sentAt'])
    .$if(place !== undefined, (page) => page.where(sql<SqlBool>`(sent_at, id) < (${place?.at}::timestamptz, ${place?.id}::uuid)`))
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const { total } = await ctx.db
    .selectFrom('mails')
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { data, next } = cutPage(rows, limit, ({ sentAt, id }) => ({ at: sentAt, id }))
  return { data: data.map(mailView), next, total }
}
