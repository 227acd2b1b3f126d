import { formIn, type Reply, type Route, type RouteRequest, seeOther } from '../http/router.ts'
import { newToken, type GoogleMap } from './bookings.ts'
import { noPlace, nobody, sizeIn, userOf, withCookie } from './map-people.ts'
import { problemPage } from './map-pages.ts'
import type { Merchant, OwnWait } from './memory.ts'
import type { Person } from './messages.ts'
import { wrongIn } from './person-fields.ts'
import { guessedService } from './places.ts'
import { isOpen, joinPage, waitCauseInWords, type Waiting, waitPage, whyNot } from './wait-pages.ts'
import type { WaitRefused } from './wait-server.ts'

const wordsOf = (refused: WaitRefused): string =>
  'cause' in refused
    ? waitCauseInWords(refused.cause)
    : `The partner gave no good answer (${refused.error}). Press the button again: it is the same place.`

const serviceOf = ({ memory }: GoogleMap, { merchant_id: id }: Merchant): string => memory.services[id]?.[0] ?? guessedService

/** How long a party waits at a place whose feed says that guests may join its list; undefined = it has none. */
export const waitingAt = async (map: GoogleMap, merchant: Merchant, partySize: number): Promise<Waiting | undefined> => {
  const rules = map.memory.waitlists[merchant.merchant_id]
  if (!rules) return undefined
  const { min_party_size: least = 1, max_party_size: most = Infinity } = rules
  if (partySize < least || partySize > most) return { status: 'OPEN' }
  const answer = await map.waits.estimate(merchant.merchant_id, serviceOf(map, merchant), partySize)
  return 'status' in answer ? answer : { problem: answer.error }
}

const withList = (map: GoogleMap, { params }: RouteRequest): Merchant | undefined => {
  const merchant = map.places.get(params['id']!)
  return merchant && map.memory.waitlists[merchant.merchant_id] ? merchant : undefined
}
const takesWish = (map: GoogleMap, { merchant_id: id }: Merchant): boolean => map.memory.waitlists[id]?.supports_additional_request ?? false

const showJoin = async (map: GoogleMap, request: RouteRequest): Promise<Reply> => {
  const merchant = withList(map, request)
  if (!merchant) return noPlace()
  const partySize = sizeIn(request.query.get('size'))
  const back = [`/places/${encodeURIComponent(merchant.merchant_id)}?size=${partySize}`, 'Back to the place'] as const
  if (map.log.suspended()) return problemPage('The partner does not answer: nobody can be put on the list until it does.', back, 503)
  const why = whyNot((await waitingAt(map, merchant, partySize))!, partySize)
  if (why) return problemPage(why, back)
  const user = userOf(request)
  const person = map.memory.people[user.id] ?? nobody(user.id)
  const form = { partySize, token: newToken(), person, wish: '', takesWish: takesWish(map, merchant), problem: null }
  return withCookie(joinPage(merchant, form), user.headers)
}

/** Under which a partner knows it; the same form sent twice is one place. */
const remember = ({ memory, nowMs }: GoogleMap, wait: Omit<OwnWait, 'joinedAt' | 'state'>): void => {
  if (!memory.waits.some(({ id }) => id === wait.id))
    memory.waits.push({ ...wait, joinedAt: new Date(nowMs()).toISOString(), state: 'WAITING' })
  memory.save()
}

const postJoin = async (map: GoogleMap, request: RouteRequest): Promise<Reply> => {
  const merchant = withList(map, request)
  const form = formIn(request)
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const token = text('token')
  if (!merchant || token === '') return noPlace()
  const user = userOf(request)
  // Only what is asked for here goes to the restaurant: an address of mail that was typed for a booking does not.
  const person: Person = { ...nobody(user.id), given_name: text('given'), family_name: text('family'), telephone: text('telephone') }
  map.memory.people[user.id] = { ...person, email: map.memory.people[user.id]?.email ?? '' }
  const [partySize, wish] = [sizeIn(form.get('size')), text('wish')]
  const shown = { partySize, token, person, wish, takesWish: takesWish(map, merchant) }
  const wrong = wrongIn(person)
  if (wrong) return withCookie(joinPage(merchant, { ...shown, problem: null, wrong }), user.headers)
  const merchantId = merchant.merchant_id
  const joined = await map.waits.join({ merchantId, serviceId: serviceOf(map, merchant), partySize, person, token, wish })
  if (!('id' in joined)) return withCookie(joinPage(merchant, { ...shown, problem: wordsOf(joined) }), user.headers)
  remember(map, { id: joined.id, token, merchantId, partySize, person })
  return withCookie(seeOther(`/waits/${encodeURIComponent(joined.id)}`), user.headers)
}

const mineOf = ({ memory }: GoogleMap, request: RouteRequest): OwnWait | undefined => {
  const { id } = userOf(request)
  return memory.waits.find((one) => one.id === request.params['id'] && one.person.user_id === id)
}
const nameOf = ({ places }: GoogleMap, { merchantId }: OwnWait): string => places.get(merchantId)?.name ?? 'A place that has left the map'
const noWait = (): Reply => problemPage('You do not wait there.', ['/bookings', 'Your bookings'], 404)

/** As it stands at the partner now; answers what went wrong, and then it stays as it was known. */
const lookAgain = async (map: GoogleMap, wait: OwnWait): Promise<string | null> => {
  const entry = await map.waits.read(wait.id)
  if ('error' in entry) return `The partner gave no good answer (${entry.error}); this is what is remembered here.`
  wait.state = entry.waitlist_entry_state ?? wait.state
  wait.estimate = entry.wait_estimate
  map.memory.save()
  return null
}
const show = async (map: GoogleMap, wait: OwnWait, problem: string | null = null): Promise<Reply> => {
  const failed = await lookAgain(map, wait)
  return waitPage(wait, { name: nameOf(map, wait), nowMs: map.nowMs(), problem: problem ?? failed })
}

/** Newest first, each that has not ended as it stands now. */
export const waitsOf = async (map: GoogleMap, userId: string): Promise<{ wait: OwnWait; name: string }[]> => {
  const mine = map.memory.waits.filter(({ person }) => person.user_id === userId)
  await Promise.all(mine.filter(({ state }) => isOpen(state)).map((wait) => lookAgain(map, wait)))
  return mine.toReversed().map((wait) => ({ wait, name: nameOf(map, wait) }))
}

/** Waitlists on the map: each page asks the partner live. */
export const waitRoutes = (map: GoogleMap): Route[] => [
  { method: 'GET', path: '/places/:id/wait', act: (request) => showJoin(map, request) },
  { method: 'POST', path: '/places/:id/wait', act: (request) => postJoin(map, request) },
  {
    method: 'GET',
    path: '/waits/:id',
    act: async (request) => {
      const wait = mineOf(map, request)
      return wait ? show(map, wait) : noWait()
    },
  },
  {
    method: 'POST',
    path: '/waits/:id/leave',
    act: async (request) => {
      const wait = mineOf(map, request)
      if (!wait) return noWait()
      const left = await map.waits.leave(wait.id)
      return left === 'left' ? seeOther(`/waits/${encodeURIComponent(wait.id)}`) : show(map, wait, wordsOf(left))
    },
  },
]
