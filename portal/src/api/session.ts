import { abilityOf, type Ability, effectiveRole, type Role } from '@tablewire/contracts/access'
import type { channels } from '@tablewire/contracts/channels'
import type { Result } from '@tablewire/contracts/endpoint'
import type { Profile, Token } from '@tablewire/contracts/session'
import type { Venue } from '@tablewire/contracts/venues'
import { useMemo, useSyncExternalStore } from 'react'

export type BookingChannel = Result<typeof channels.mine>['data'][number]

/** What the portal keeps of a session (AC2). `user` is the token answer; without it nobody is signed in. */
export type Session = {
  readonly user: Token | null
  readonly userData: Profile | null
  readonly role: Role | null
  readonly venues: readonly Venue[]
  readonly bookingChannels: readonly BookingChannel[]
}

export const storageKey = 'mozrest:manager-portal'
const nobody: Session = { user: null, userData: null, role: null, venues: [], bookingChannels: [] }
/** Local storage holds about 5 MB for everything; longer lists live in memory only and come again with the next load. */
const venuesKept = 2_000

const read = (): Session => {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Session> | null
    if (typeof stored?.user?.access_token !== 'string') return nobody
    return { ...nobody, ...stored }
  } catch {
    return nobody
  }
}

const write = (session: Session): void => {
  try {
    if (!session.user) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(session.venues.length > venuesKept ? { ...session, venues: [] } : session))
  } catch {
    // Full or forbidden storage: the session lives as long as this tab.
  }
}

let current = read()
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const set = (next: Session): void => {
  current = next
  write(next)
  tell()
}

/** Tabs agree: what one of them stores, the others take over; signing out in one signs out in all. */
addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return
  const stored = read()
  current = stored.venues.length === 0 && stored.userData?.id === current.userData?.id ? { ...stored, venues: current.venues } : stored
  tell()
})

export type EndReason = { message?: string }
const endListeners = new Set<(reason: EndReason) => void>()

export const sessionStore = {
  get: (): Session => current,
  /** The stored session, read anew: another tab may just have renewed it. */
  fresh: (): Session => {
    const stored = read()
    if (stored.user?.access_token !== current.user?.access_token) {
      current = stored.user ? { ...current, user: stored.user } : nobody
      tell()
    }
    return current
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  start: (user: Token): void => set({ ...nobody, user }),
  renew: (user: Token): void => set({ ...current, user }),
  put: (part: Partial<Omit<Session, 'user'>>): void => {
    if (current.user) set({ ...current, ...part })
  },
  putProfile: (userData: Profile): void => sessionStore.put({ userData, role: effectiveRole(userData.roles) }),
  /** Forgets everything (AC2). `message` is shown to whoever was signed in. */
  end: (reason: EndReason = {}): void => {
    if (!current.user) return
    set(nobody)
    for (const listener of endListeners) listener(reason)
  },
  onEnd: (listener: (reason: EndReason) => void): (() => void) => {
    endListeners.add(listener)
    return () => void endListeners.delete(listener)
  },
}

export const useSession = (): Session => useSyncExternalStore(sessionStore.subscribe, sessionStore.get)

export const abilityOfSession = ({ userData }: Session): Ability => abilityOf(userData ?? { roles: [], permissions: [] })

/** What the signed-in user may do: `useAbility().can('update', 'reservation-list')`. */
export const useAbility = (): Ability => {
  const { userData } = useSession()
  return useMemo(() => abilityOf(userData ?? { roles: [], permissions: [] }), [userData])
}
