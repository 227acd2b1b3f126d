import type { session } from '@tablewire/contracts/session'
import type { Handlers } from '#src/platform/http/mount.ts'
import { changePassword } from './change-password.ts'
import { endSession } from './end-session.ts'
import { getProfile } from './get-profile.ts'
import { issueToken } from './issue-token.ts'
import { updateUser } from './update-user.ts'

export const sessionHandlers: Handlers<typeof session> = {
  token: (ctx, { body }) => issueToken(ctx, body),
  end: (ctx) => endSession(ctx),
  me: (ctx) => getProfile(ctx),
  updateUser: (ctx, input) => updateUser(ctx, input),
  changePassword: (ctx, { body }) => changePassword(ctx, body),
}
