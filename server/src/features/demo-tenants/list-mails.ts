import type { demoMails } from '@tablewire/contracts/demo/demo-mails'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'

type MailRow = { id: string; sender: string; recipient: string; subject: string; sentAt: string; text: string; html: string }

/** Every mail stands here with its text: a page of them is small. */
const usualPage = 20

/** What was caught of the caller's own demo. Of a company that is no demo nothing is shown: its mails are its guests' and colleagues'. */
export const listMails = async (
  ctx: Ctx,
  { limit = usualPage, offset = 0, after }: Received<typeof demoMails.list>['query'],
): Promise<Result<typeof demoMails.list>> => {
  const companyId = ctx.actor.kind === 'user' ? ctx.actor.companyId : null
  const own = sql`m.company_id = ${companyId} and exists (select from demo_tenants d where d.company_id = m.company_id and d.state = 'alive')`
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (m.sent_at, m.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<MailRow>`
      select m.id, m.sender, m.recipient, m.subject, m.sent_at, m.text, m.html from mails m where ${own} ${beyond}
      order by m.sent_at desc, m.id desc limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from mails m where ${own}`.execute(ctx.db),
  ])
  const { data, next } = cutPage(page.rows, limit, ({ sentAt, id }) => ({ at: sentAt, id }))
  return {
    data: data.map(({ sender, recipient, ...mail }) => ({ ...mail, from: sender, to: recipient })),
    next,
    total: counted.rows[0]!.total,
  }
}
