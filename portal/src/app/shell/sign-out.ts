import { session } from '@tablewire/contracts/identity/session'
import { api } from '#src/api/client.ts'
import { flushPreferences } from '#src/api/profile.ts'
import { sessionStore } from '#src/api/session.ts'

/** The server ends the session for good; when it cannot be reached, this machine at least forgets it. */
export const signOut = async (): Promise<void> => {
  await flushPreferences().catch(() => undefined)
  await api(session.end).catch(() => undefined)
  sessionStore.end({ signedOut: true })
}
