import { session } from '@tablewire/contracts/identity/session'
import { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { api } from '#src/api/client.ts'
import { flushPreferences } from '#src/api/profile.ts'
import { sessionStore } from '#src/api/session.ts'

/** From here on this browser is the team's: whoever set it up is signed out of it. */
export const becomeTablet = async (venueId: string, name: string): Promise<void> => {
  const { token } = await api(sharedDevices.create, { params: { id: venueId }, body: { name } })
  await flushPreferences().catch(() => undefined)
  await api(session.end).catch(() => undefined)
  const tokens = { access_token: token, refresh_token: '', token_type: 'Bearer' as const, expires_in: 0, roles: [] }
  sessionStore.start(tokens, { remember: true })
  location.assign('/')
}
