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
/** Above this a list is searched on the server, not carried about. */
const carriedAtMost = 5_000

/** One small page first: an installation with tens of thousands of venues must not send them all at every load. */
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
  // Whoever changed his profile meanwhile knows better than an answer that was on its way.
  if (sessionStore.get().userData === userData) takeProfile(profile)
  const bookingChannels = await activeChannels()
  if (isOver()) return
  sessionStore.put({ bookingChannels })
  const venuesOfMine = await allVenues()
  if (!isOver()) sessionStore.put({ venues: venuesOfMine })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * AC2: profile, then booking channels, then venues. What the server refuses ends the session and is shown; when nobody answers, somebody who was
 * signed in before goes on with what is stored here, since nothing has said that the session is over.
 */
const restoreSession = async (): Promise<void> => {
  const era = sessionStore.era()
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      // Signed out meanwhile, here or in another tab: what the server says of it is of no use to whoever came after.
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

/** Once per page load and session: signing in has it done before the first room opens. */
export const restoreOnce = (): Promise<void> => (underWay ??= restoreSession())
