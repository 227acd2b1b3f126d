import { session } from '@tablewire/contracts/identity/session'
import { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { api } from '#src/api/client.ts'
import { flushPreferences } from '#src/api/profile.ts'
import { sessionStore } from '#src/api/session.ts'
import { storageKey } from '#src/api/stored-session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { makeStore } from '#src/i18n/store.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'

/** A shared tablet is everybody's: it is given up with a manager's leave, or stays. */
const giveUp = async (): Promise<void> => {
  try {
    await api(sharedDevices.leave)
    sessionStore.end({ signedOut: true })
  } catch (error) {
    toast.error(errorText(error, phrasesNow('kit')))
  }
}

/** What was done without a connection and is still to be sent (reservations/offline/acts). */
const hasUnsent = (): boolean => {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(`${storageKey}:act:`))
  } catch {
    return false
  }
}

/** Somebody wants to go, and is asked about what would be lost. */
export const leaving = makeStore(false)
sessionStore.onEnd(() => leaving.set(false))

export const signOut = async (): Promise<void> => (hasUnsent() ? leaving.set(true) : leave())

/** The server ends the session for good; when it cannot be reached, this machine at least forgets it. */
export const leave = async (): Promise<void> => {
  if (sessionStore.get().userData?.device) return giveUp()
  await flushPreferences().catch(() => undefined)
  await api(session.end).catch(() => undefined)
  sessionStore.end({ signedOut: true })
}
