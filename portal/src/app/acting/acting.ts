import { acting } from '@tablewire/contracts/identity/acting'
import { api } from '#src/api/client.ts'
import { sessionStore } from '#src/api/session.ts'
import { storageKey } from '#src/api/stored-session.ts'
import { makeStore } from '#src/i18n/store.ts'

/** Everything on the screen belongs to one person: another one starts with an empty page. The other tabs follow what is stored. */
const goOnAs = (user: Parameters<typeof sessionStore.start>[0]): void => {
  sessionStore.start(user)
  location.assign('/')
}

const backName = `${storageKey}:back`

/** AC8: from here on the portal is that customer's; the server writes both names into every entry of the audit. */
export const actAs = async (id: string): Promise<void> => {
  const { back_token, ...token } = await api(acting.start, { params: { id } })
  try {
    localStorage.setItem(backName, back_token)
  } catch {
    // Full or forbidden storage: the way back is to sign out and in again.
  }
  goOnAs(token)
}

/** AC8: one click back. */
export const actBack = async (): Promise<void> => {
  const token = await api(acting.stop, { body: { backToken: localStorage.getItem(backName) ?? 'lost' } })
  localStorage.removeItem(backName)
  goOnAs(token)
}

const open = makeStore(false)
/** The dialog is opened from the menu of the person and from the command palette, and stands in one place. */
export const actingDialog = { open: (): void => open.set(true), close: (): void => open.set(false) }
export const useActingDialog = open.use
