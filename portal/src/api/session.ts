import type { Token } from '@tablewire/contracts/identity/session'
import { useSyncExternalStore } from 'react'
import { markBrowser } from './browser-session.ts'
import { forgetStored, nobody, readSession, runKey, type Session, storageKey } from './stored-session.ts'
import { demoLink, sessionPlace } from './tab-session.ts'

/** Local storage holds about 5 MB for everything; longer lists live in memory only and come again with the next load. */
const venuesKept = 2_000

/** Storage full or forbidden: the session then lives as long as this tab, and no other tab knows of it. */
let kept = true
/** No cookies: the closing of the browser could not be detected, so the session ends with this page. */
let pageOnly = false
const write = (session: Session): void => {
  try {
    if (pageOnly) return
    if (!session.user) sessionPlace().removeItem(storageKey)
    else sessionPlace().setItem(storageKey, JSON.stringify(session.venues.length > venuesKept ? { ...session, venues: [] } : session))
    kept = true
  } catch {
    kept = false
  }
}

/** How long the new session is stored: as long as it lasts, or as long as this browser is open. */
const keepFor = (remember: boolean): void => {
  const run = remember ? undefined : markBrowser()
  pageOnly = !remember && run === undefined
  kept = !pageOnly
  try {
    if (run === undefined) localStorage.removeItem(runKey)
    else localStorage.setItem(runKey, run)
  } catch {
    // Then nothing of the session is kept either.
  }
}

let current = readSession()
/** Session counter: raised with every session that begins or ends here, so that answers to requests of an earlier one are discarded. */
let era = 0
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
/**
 * The stored session with this tab's own fields: another tab may just have refreshed the token. None, when another tab has ended it or somebody else
 * has signed in there: the storage event is on its way, and what is stored is not this tab's to change.
 */
const fresh = (): Session => {
  const stored = kept ? readSession() : current
  if (stored.user?.access_token === current.user?.access_token) return current
  if (!stored.user || stored.userData?.id !== current.userData?.id) return nobody
  current = { ...current, user: stored.user }
  tell()
  return current
}
const set = (next: Session): void => {
  current = next
  write(next)
  tell()
}

/** Drafts (kit/form/use-draft) survive an expired session, and are deleted on signing out, as is all data of the session. */
const forgetRest = (person: string | undefined): void => {
  try {
    forgetStored()
    // Whoever is signed in beside a demo keeps his.
    const drafts = demoLink() === null ? 'tablewire:draft:' : `tablewire:draft:${person}:`
    for (const key of Object.keys(localStorage)) if (key.startsWith(drafts)) localStorage.removeItem(key)
  } catch {
    // Without storage there are none.
  }
}

/** `signedOut`: deliberately, so no return to the same page. `elsewhere`: the user who did so in another tab. */
export type EndReason = { error?: unknown; signedOut?: boolean; elsewhere?: string | undefined }
const endListeners = new Set<(reason: EndReason) => void>()
const arrivalListeners = new Set<() => void>()
const listen = <L>(to: Set<L>, listener: L): (() => void) => {
  to.add(listener)
  return () => void to.delete(listener)
}

const isSamePerson = (a: Session, b: Session): boolean => a.userData?.id !== undefined && a.userData.id === b.userData?.id
/** A session ends when its token is removed or becomes another user's; learning the token's user for the first time does not end it. */
const endsWith = (before: Session, stored: Session): boolean =>
  before.user !== null && !isSamePerson(before, stored) && (before.userData !== null || !stored.user)

/** Tabs are synchronized through storage events; signing out in one signs out in all. */
addEventListener('storage', (event) => {
  // What other tabs store is not this one's while it shows a demo.
  if (demoLink() !== null || (event.key !== storageKey && event.key !== null)) return
  const before = current
  const stored = readSession()
  if (endsWith(before, stored)) era++
  current = isSamePerson(before, stored) && stored.venues.length === 0 ? { ...stored, venues: before.venues } : stored
  tell()
  if (before.user && !stored.user) for (const listener of endListeners) listener({ signedOut: true, elsewhere: before.userData?.id })
  // The token is stored first, its user once the server has answered.
  if (!before.userData && stored.userData) for (const listener of arrivalListeners) listener()
})

/** Every page load refetches what is stored; an equal answer must not render every screen anew. */
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const sessionStore = {
  get: (): Session => current,
  fresh,
  /** This session's number in this tab. */
  era: (): number => era,
  subscribe: (listener: () => void) => listen(listeners, listener),
  /** Acting as somebody else keeps the session's lifetime. */
  start: (user: Token, { remember }: { remember?: boolean } = {}): void => {
    if (remember !== undefined) keepFor(remember)
    era++
    set({ ...nobody, user })
  },
  renew: (user: Token): void => set({ ...current, user }),
  put: (part: Partial<Omit<Session, 'user'>>): void => {
    if (!fresh().user) return
    const news = Object.fromEntries(Object.entries(part).filter(([key, value]) => !sameJson(value, current[key as keyof Session])))
    if (Object.keys(news).length > 0) set({ ...current, ...news })
  },
  /** Clears the session (AC2). The error, if any, is shown to its user; a session begun in another tab since is not ended. */
  end: (reason: EndReason = {}): void => {
    if (!current.user || (!reason.signedOut && !fresh().user && readSession().user)) return
    era++
    const person = current.userData?.id
    set(nobody)
    if (reason.signedOut) forgetRest(person)
    for (const listener of endListeners) listener(reason)
  },
  onEnd: (listener: (reason: EndReason) => void) => listen(endListeners, listener),
  /** Another tab signed in. */
  onArrival: (listener: () => void) => listen(arrivalListeners, listener),
}

export const useSession = (): Session => useSyncExternalStore(sessionStore.subscribe, sessionStore.get)
