import { sessionStore } from './session.ts'

/** What a device keeps of an evening (reservations/offline/copy). */
export const copyDatabase = 'tablewire:tonight'

/** Guests' names go with the session, however it ends and whichever page is open: the code that keeps them may not have come. */
sessionStore.onEnd(() => {
  try {
    indexedDB.deleteDatabase(copyDatabase)
  } catch {
    // Without a place to keep it, nothing was kept.
  }
})
