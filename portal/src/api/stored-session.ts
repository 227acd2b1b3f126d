import type { Role } from '@tablewire/contracts/identity/access'
import type { channels } from '@tablewire/contracts/channels/channels'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Profile, Token } from '@tablewire/contracts/identity/session'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { browserMark } from './browser-session.ts'
import { demoLink, sessionPlace } from './tab-session.ts'

export type BookingChannel = Result<typeof channels.mine>['data'][number]

/** The stored session (AC2). `user` is the token answer; without it nobody is signed in. */
export type Session = {
  readonly user: Token | null
  readonly userData: Profile | null
  readonly role: Role | null
  readonly venues: readonly Venue[]
  readonly bookingChannels: readonly BookingChannel[]
}

export const storageKey = 'mozrest:manager-portal'
/** Marker of the browser's run in which a session without "remember me" began. */
export const runKey = `${storageKey}:run`
export const nobody: Session = { user: null, userData: null, role: null, venues: [], bookingChannels: [] }

/** All stored data of a session. */
export const forgetStored = (): void => {
  const place = sessionPlace()
  for (const key of Object.keys(place)) if (key === storageKey || key.startsWith(`${storageKey}:`)) place.removeItem(key)
}

/** The browser was closed since: the next user may be another person. The server's session is revoked as well, when it can be reached. */
const endClosed = ({ access_token }: Token): Session => {
  forgetStored()
  const headers = { authorization: `Bearer ${access_token}` }
  void fetch('/v2/token', { method: 'DELETE', headers, keepalive: true }).catch(() => undefined)
  return nobody
}

let parsed: { text: string; session: Partial<Session> | null } | undefined
/** Cache: long lists of venues are text by the hundred kilobytes, so equal text is parsed once. */
const parse = (text: string): Partial<Session> | null => {
  if (parsed?.text !== text) parsed = { text, session: JSON.parse(text) as Partial<Session> | null }
  return parsed.session
}

/** The session stored in this browser, if any. */
export const readSession = (): Session => {
  try {
    const stored = parse(sessionPlace().getItem(storageKey) ?? 'null')
    if (typeof stored?.user?.access_token !== 'string') return nobody
    const run = demoLink() === null ? localStorage.getItem(runKey) : null
    if (run !== null && run !== browserMark()) return endClosed(stored.user)
    return { ...nobody, ...stored }
  } catch {
    return nobody
  }
}
