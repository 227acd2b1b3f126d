import { session } from '@tablewire/contracts/session'
import { api } from '#src/api/client.ts'
import { sessionStore } from '#src/api/session.ts'

/** The server ends the session for good; when it cannot be reached, this machine at least forgets it. */
export const signOut = async (): Promise<void> => {
  await api(session.end).catch(() => undefined)
  sessionStore.end({ signedOut: true })
}
