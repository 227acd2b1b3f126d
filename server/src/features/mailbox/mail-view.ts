import type { mailbox } from '@tablewire/contracts/operations/mailbox'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

export type MailRow = { id: string; sender: string; recipient: string; subject: string; sentAt: string }

export const mailView = ({ id, sender, recipient, subject, sentAt }: MailRow): Result<typeof mailbox.list>['data'][number] => ({
  id,
  from: sender,
  to: recipient,
  subject,
  sentAt,
})

/** The mailbox holds guests of every company: only who sees the whole platform may read it, an administrator of one company may not. */
export const requireWholePlatform = (ctx: Ctx): void => {
  if (ctx.scope.kind !== 'all') throw new Problem('access.denied')
}
