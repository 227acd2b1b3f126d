import { channels } from '@tablewire/contracts/channels/channels'
import { session } from '@tablewire/contracts/identity/session'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { venues } from '@tablewire/contracts/estate/venues'
import { takeProfile } from './ability.ts'
import { ApiError } from './api-error.ts'
import { api } from './client.ts'
import { sessionStore } from './session.ts'
import type { BookingChannel } from './stored-session.ts'

const page = 200
/** Above this number a list is searched on the server, and not stored. */
const carriedAtMost = 5_000

/** A small first page: an installation with tens of thousands of venues must not send them all at every load. */
const allVenues = async (): Promise<readonly Venue[]> => {
  const first = await api(venues.mine, { query: { limit: page } })
  if (first.total <= first.data.length || first.total > carriedAtMost) return first.data
  return (await api(venues.mine, { query: { filters: { limit: -1 } } })).data
}

const activeChannels = async (): Promise<readonly BookingChannel[]> =>
  (await api(channels.mine, { query: { filters: { active: true, limit: -1 } } })).data

const load = async (): Promise<void> => {
  const { userData } = sessionStore.get()
  const era = sessionStore.era()
  const isOver = (): boolean => sessionStore.era() !== era
  const profile = await api(session.me)
  if (isOver()) return
  // A profile changed meanwhile is newer than an answer requested before.
  if (sessionStore.get().userData === userData) takeProfile(profile)
  const bookingChannels = await activeChannels()
  if (isOver()) return
  sessionStore.put({ bookingChannels })
  const venuesOfMine = await allVenues()
  if (!isOver()) sessionStore.put({ venues: venuesOfMine })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * AC2: profile, then booking channels, then venues. A refusal ends the session and is shown; on a network failure a signed-in user goes on with the
 * stored data, since nothing has said that the session is over.
 */
const restoreSession = async (): Promise<void> => {
  const era = sessionStore.era()
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      // Signed out meanwhile, here or in another tab: the answer is discarded.
      if (sessionStore.era() !== era) return
      const passing = error instanceof ApiError && error.passing
      if (passing && attempt < 3) {
        await pause(attempt * 700)
        continue
      }
      if (passing && sessionStore.get().userData) return
      sessionStore.end({ error })
      throw error
    }
  }
}

let underWay: Promise<void> | undefined
sessionStore.onEnd(() => {
  underWay = undefined
})

/** Once per page load and session; after signing in it completes before the first page opens. */
export const restoreOnce = (): Promise<void> => (underWay ??= restoreSession())
