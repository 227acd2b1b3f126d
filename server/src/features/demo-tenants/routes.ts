import type { demoMails } from '@tablewire/contracts/demo/demo-mails'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listMails } from './list-mails.ts'

export const demoMailsHandlers: Handlers<typeof demoMails> = {
  list: (ctx, { query }) => listMails(ctx, query),
}
