import { signInRoles } from '@tablewire/contracts/access'
import { session } from '@tablewire/contracts/session'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { portalClient } from '#src/api/renew.ts'
import { sessionStore } from '#src/api/session.ts'

export type Credentials = { email: string; password: string; remember: boolean }

/** AC4: the password grant, then profile, channels and venues. Throws what the server says, or `access.no_role`. */
export const signIn = async ({ email, password, remember }: Credentials): Promise<void> => {
  // Comes while the server checks the password.
  const restoring = import('#src/api/restore.ts')
  const body = { grant_type: 'password', ...portalClient, username: email.trim(), password, long_time: remember }
  const [token, { restoreOnce }] = await Promise.all([api(session.token, { body }), restoring])
  if (!token.roles.some((role) => signInRoles.includes(role))) throw new ApiError(403, 'access.no_role')
  sessionStore.start(token)
  await restoreOnce()
}
