import type { mailbox } from '@tablewire/contracts/operations/mailbox'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { opensAccountAbove } from './opens-account-above.ts'
import { mailView, requireWholePlatform } from './mail-view.ts'
import { redactLinks } from './redact-links.ts'

/** One mail with its text and HTML. The HTML belongs into a sandboxed frame: it shows what guests typed. */
export const getMail = async (ctx: Ctx, id: string): Promise<Result<typeof mailbox.get>> => {
  requireWholePlatform(ctx)
  const mail = await ctx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mail) throw new Problem('mail.not_found')
  const linksHidden = await opensAccountAbove(ctx, mail)
  return { ...mailView(mail), ...(linksHidden ? redactLinks(mail) : { text: mail.text, html: mail.html }), linksHidden }
}
