import { listen, type Listening } from '../http/router.ts'
import { sideRoutes } from './admin-api.ts'
import { type Book, makeBook } from './book.ts'
import { pageRoutes } from './evening-page.ts'
import { type Fault, type Faults, makeFaults } from './faults.ts'
import { type Restaurants, makeRestaurants } from './restaurants.ts'
import { openJournal } from './journal.ts'
import { nativeRoutes } from './native-api.ts'
import type { Api } from './guarded-routes.ts'
import { standardRoutes } from './standard-api.ts'
import { type Hub, makeNoticeSender, type NoticeSender } from './notice-sender.ts'

export type RmsOptions = {
  port?: number
  host?: string
  /** Whoever shows one of them may call. */
  tokens: readonly string[]
  /** Numbered houses beside the named ones. */
  houses?: number
  /** Where bookings survive a restart; without it they do not. */
  journal?: string
  /** Whether the standard interface knows a repeated Idempotency-Key; the native one always does. */
  keys?: boolean
  hub?: Hub
  faults?: readonly Fault[]
  seed?: number
}
export type Rms = Listening & { houses: Restaurants; book: Book; faults: Faults; teller: NoticeSender }

/** A whole reservation system on a port of this machine. */
export const serveRms = async (options: RmsOptions): Promise<Rms> => {
  const faults = makeFaults(options.faults, options.seed)
  const nowMs = (): number => Date.now() + faults.skewMs()
  const houses = makeRestaurants(options.houses)
  const teller = makeNoticeSender(faults, nowMs)
  teller.setHub(options.hub)
  const { journal, bookings } = openJournal(options.journal)
  let byHub = false
  const book = makeBook({
    houses,
    journal,
    kept: bookings,
    nowMs,
    changed: (booking, before) => {
      // What the hub did it knows; what that does to the day it does not.
      if (!byHub) teller.booking(booking, before)
      teller.availability(booking.houseId, booking.date)
      if (before && before.date !== booking.date) teller.availability(before.houseId, before.date)
    },
  })
  let origin = ''
  const api: Api = { houses, book, faults, tokens: new Set(options.tokens), keys: options.keys ?? false, origin: () => origin }
  const markedAsHubs = (routes: ReturnType<typeof standardRoutes>): ReturnType<typeof standardRoutes> =>
    routes.map(({ act, ...route }) => ({
      ...route,
      act: (request) => {
        byHub = true
        try {
          return act(request)
        } finally {
          byHub = false
        }
      },
    }))
  const listening = await listen(
    [...markedAsHubs([...standardRoutes(api), ...nativeRoutes(api)]), ...sideRoutes(api, teller), ...pageRoutes(api, nowMs)],
    options,
  )
  origin = listening.origin
  return {
    ...listening,
    houses,
    book,
    faults,
    teller,
    close: async () => {
      teller.stop()
      await listening.close()
      journal.close()
    },
  }
}
