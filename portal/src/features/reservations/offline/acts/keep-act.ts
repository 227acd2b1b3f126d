import type { Profile } from '@tablewire/contracts/identity/session'
import { ApiError } from '#src/api/api-error.ts'
import { liveState } from '#src/api/live.ts'
import { randomKey } from '#src/api/random-key.ts'
import { sessionStore } from '#src/api/session.ts'
import { tablet } from '#src/api/tablet.ts'
import type { Act } from './act.ts'
import { following } from './act-rules.ts'
import { actStore } from './act-store.ts'

export type Wanted = Omit<Act, 'key' | 'at' | 'person' | 'by' | 'maker' | 'waits' | 'follows' | 'refused' | 'againAt'> & { key?: string }

/** An id for what the server has not made yet, in the form of its own. */
export const provisionalId = (): string => randomKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')

/** What is done now would have to wait. */
export const isAway = (): boolean => !navigator.onLine || liveState() === 'offline'
/** Also behind what waits about the same, which it would overtake. */
export const mustWait = (subject: string): boolean => isAway() || actStore.all().some((act) => act.waits && act.subject === subject)

const personName = ({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim()

/** Stored before anything else happens: the page may go at any moment. */
export const storeAct = (wanted: Wanted, waits: boolean): Act => {
  const { userData } = sessionStore.get()
  // Whoever signed out has said that what he did is to be forgotten, whatever is still under way.
  if (!userData) throw new ApiError(0, 'apiError')
  const maker = tablet.maker()
  const act: Act = {
    ...wanted,
    key: wanted.key ?? randomKey(),
    at: Date.now(),
    person: userData.id,
    ...(maker ? { maker } : {}),
    by: maker?.name || personName(userData),
    waits,
  }
  const kept = following(actStore.all(), act)
  actStore.add(kept)
  return kept
}

/** A party that the server is still to make. */
export const isKept = (id: string): boolean => actStore.all().some((act) => act.call === 'reservations.create' && act.subject === id)

const againMs = 5_000
const later = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, againMs)
    addEventListener('online', done)
  })

let bringing = false
const play = async (): Promise<void> => {
  if (bringing) return
  bringing = true
  for (;;)
    try {
      const { away } = await import('./away.ts')
      bringing = false
      return away.player.start()
    } catch {
      await later()
    }
}
/** Sends what waits as soon as there is somebody to send it to; the code for it is there before the server goes, or comes when it is back. */
export const playSoon = (): void => void play()

/**
 * Does it now, or keeps it while the server is away: then it counts as done, and its answer is what was to be expected. A second try of what may have
 * arrived has the same key.
 */
export const sendOrKeep = async <T>(
  wanted: Wanted,
  call: (key: string) => Promise<T>,
  assumed: () => T | Promise<T>,
): Promise<{ result: T; kept: boolean }> => {
  const key = wanted.key ?? randomKey()
  if (!mustWait(wanted.subject))
    try {
      return { result: await call(key), kept: false }
    } catch (error) {
      if (!(error instanceof ApiError && error.passing)) throw error
    }
  storeAct({ ...wanted, key }, true)
  playSoon()
  return { result: await assumed(), kept: true }
}
