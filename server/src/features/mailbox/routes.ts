import type { mailbox } from '@tablewire/contracts/operations/mailbox'
import type { Handlers } from '#src/platform/http/mount.ts'
import { getMail } from './get-mail.ts'
import { listMails } from './list-mails.ts'

export const mailboxHandlers: Handlers<typeof mailbox> = {
  list: (ctx, { query }) => listMails(ctx, query),
  get: (ctx, { params }) => getMail(ctx, params.id),
}
