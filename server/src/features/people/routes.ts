import type { recovery } from '@tablewire/contracts/identity/recovery'
import type { session } from '@tablewire/contracts/identity/session'
import type { Handlers } from '#src/platform/http/mount.ts'
import { changePassword } from './change-password.ts'
import { checkRedirect } from './check-redirect.ts'
import { endSession } from './end-session.ts'
import { getProfile } from './get-profile.ts'
import { issueToken } from './issue-token.ts'
import { askRecovery, checkRecovery, resetPassword } from './recover-password.ts'
import { updateUser } from './update-user.ts'

export const sessionHandlers: Handlers<typeof session> = {
  token: (ctx, { body }) => issueToken(ctx, body),
  end: (ctx) => endSession(ctx),
  me: (ctx) => getProfile(ctx),
  updateUser: (ctx, input) => updateUser(ctx, input),
  changePassword: (ctx, { body }) => changePassword(ctx, body),
}

export const recoveryHandlers: Handlers<typeof recovery> = {
  ask: (ctx, { body }) => askRecovery(ctx, body),
  check: (ctx, { params }) => checkRecovery(ctx, params.token),
  reset: (ctx, { params, body }) => resetPassword(ctx, { ...params, ...body }),
  redirect: (ctx, { query }) => checkRedirect(ctx, query),
}
