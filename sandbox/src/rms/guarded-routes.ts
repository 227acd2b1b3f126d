import { type RouteRequest, json, type Reply, type Route, refusal } from '../http/router.ts'
import type { Book, Refusal } from './book.ts'
import type { Booking } from './booking.ts'
import type { Faults } from './faults.ts'
import type { Restaurants } from './restaurants.ts'

export type Api = { houses: Restaurants; book: Book; faults: Faults; tokens: ReadonlySet<string>; keys: boolean; origin: () => string }
type GuardedAction = { operation: string; act: (api: Api, request: RouteRequest) => Reply }

const statusOf: Readonly<Record<Refusal['no'], number>> = { unknown: 404, taken: 409, invalid: 400, over: 400 }
export const refusalReply = ({ no, message }: Refusal): Reply => refusal(statusOf[no], no, message)

const mayCall = ({ tokens }: Api, { headers }: RouteRequest): boolean =>
  tokens.has(/^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')

/** Routes under `base` that only who has a token may call, and that fail as they are told to. */
export const guardedRoutes =
  (api: Api, base: string) =>
  (method: string, path: string, { operation, act }: GuardedAction): Route => ({
    method,
    path: `${base}${path}`,
    act: (request) =>
      mayCall(api, request)
        ? api.faults.around(operation, () => act(api, request))
        : refusal(401, 'unauthorized', 'The token is missing or wrong.'),
  })

/** One booking, in the words of the interface that asks. */
export const findBooking = (view: (booking: Booking, origin: string) => Record<string, unknown>): GuardedAction => ({
  operation: 'find',
  act: ({ book, origin }, { params }) => {
    const booking = book.get(params['id']!)
    return booking ? json(view(booking, origin())) : refusal(404, 'unknown', 'no such booking')
  },
})
