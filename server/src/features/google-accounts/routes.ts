import type { googleAccounts } from '@tablewire/contracts/google/google-accounts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listAccounts, readAccount } from './account-view.ts'
import { endPassword } from './passwords.ts'
import { createAccount, updateAccount } from './write-account.ts'

export const googleAccountsHandlers: Handlers<typeof googleAccounts> = {
  list: (ctx) => listAccounts(ctx),
  get: (ctx, { params }) => readAccount(ctx, params.id),
  create: (ctx, { body }) => createAccount(ctx, body),
  update: (ctx, input) => updateAccount(ctx, input),
  endPassword: (ctx, { params }) => endPassword(ctx, params),
}
