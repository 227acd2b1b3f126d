import { Temporal } from 'temporal-polyfill'
import { formIn, type Reply, type Route, type RouteRequest, seeOther } from '../http/router.ts'
import type { Refused } from './booking-server.ts'
import { book, bookingsOf, lookupClick, lookupPage, type GoogleMap, newToken, refresh, update } from './bookings.ts'
import { type Mine, bookingPage, bookingsPage, bookPage, causeInWords, homePage, placePage, problemPage } from './map-pages.ts'
import { nobody, noPlace, sizeIn, userOf, withCookie } from './map-people.ts'
import type { Merchant, OwnBooking } from './memory.ts'
import type { Person } from './messages.ts'
import type { Candidate } from './inventory.ts'
import { wrongIn } from './person-fields.ts'
import { guessedService } from './places.ts'
import { waitBlock, waitsList } from './wait-pages.ts'
import { waitingAt, waitRoutes, waitsOf } from './wait-routes.ts'

const noBooking = (): Reply => problemPage('You have no such booking.', ['/bookings', 'Your bookings'], 404)
const wordsOf = (refused: Refused): string => {
  if ('failure' in refused) return causeInWords(refused.failure.cause)
  return refused.unclear
    ? `The partner gave no good answer (${refused.error}). Press the button again: it is the same booking.`
    : `The partner refused it (${refused.error}).`
}

const dateIn = (text: string | null, otherwise: string): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : otherwise
/** The time a form or a link names, as the feed has it where there is one. */
const candidateIn = ({ places }: GoogleMap, merchant: Merchant, fields: URLSearchParams): Candidate | undefined => {
  const startSec = Number(fields.get('at'))
  if (!Number.isSafeInteger(startSec) || startSec <= 0 || startSec > 7_258_118_400) return undefined
  const partySize = sizeIn(fields.get('size'))
  const roomId = fields.get('room') || undefined
  const date = Temporal.Instant.fromEpochMilliseconds(startSec * 1000)
    .toZonedDateTimeISO(places.zoneOf(merchant))
    .toPlainDate()
    .toString()
  const known = places.slotsOf(merchant, date, partySize).find((one) => one.startSec === startSec && one.roomId === roomId)
  const durationSec = Number(fields.get('stay')) || 0
  return (
    known ?? {
      serviceId: fields.get('service') || guessedService,
      startSec,
      durationSec,
      partySize,
      ...(roomId === undefined ? {} : { roomId }),
      open: undefined,
    }
  )
}

const showPlace = async (map: GoogleMap, { params, query }: RouteRequest): Promise<Reply> => {
  const merchant = map.places.get(params['id']!)
  if (!merchant) return noPlace()
  const today = map.places.today(merchant)
  const asked = { date: dateIn(query.get('date'), today), partySize: sizeIn(query.get('size')), today }
  const suspended = map.log.suspended()
  const found = suspended ? { times: [], trouble: null } : await lookupPage(map, { merchantId: merchant.merchant_id, ...asked })
  const waiting = suspended || asked.date !== today ? undefined : await waitingAt(map, merchant, asked.partySize)
  const waits = waiting ? waitBlock(merchant, { waiting, partySize: asked.partySize, nowMs: map.nowMs() }) : ''
  return placePage(merchant, map.places.zoneOf(merchant), { asked, found: { ...found, suspended }, waits })
}

const showBook = async (map: GoogleMap, request: RouteRequest): Promise<Reply> => {
  const merchant = map.places.get(request.params['id']!)
  const candidate = merchant && candidateIn(map, merchant, request.query)
  if (!candidate) return noPlace()
  const back = [`/places/${encodeURIComponent(merchant.merchant_id)}?size=${candidate.partySize}`, 'Other times'] as const
  if (map.log.suspended()) return problemPage('The partner does not answer: nothing can be booked until it does.', back, 503)
  const looked = await lookupClick(map, merchant.merchant_id, candidate)
  if ('error' in looked) return problemPage(`The partner gave no good answer (${looked.error}).`, back, 502)
  if (!looked.available[0]) return problemPage('Somebody was faster: this time is gone.', back)
  const user = userOf(request)
  const person = map.memory.people[user.id] ?? nobody(user.id)
  const reply = bookPage(merchant, map.places.zoneOf(merchant), { candidate, token: newToken(), person, wish: '', problem: null })
  return withCookie(reply, user.headers)
}

const postBook = async (map: GoogleMap, request: RouteRequest): Promise<Reply> => {
  const merchant = map.places.get(request.params['id']!)
  const form = formIn(request)
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const candidate = merchant && candidateIn(map, merchant, form)
  const token = text('token')
  if (!candidate || token === '') return noPlace()
  const user = userOf(request)
  const person: Person = {
    user_id: user.id,
    given_name: text('given'),
    family_name: text('family'),
    telephone: text('telephone'),
    email: text('email'),
  }
  map.memory.people[user.id] = person
  const wish = text('wish')
  const shown = { candidate, token, person, wish }
  const wrong = wrongIn(person)
  if (wrong) return withCookie(bookPage(merchant, map.places.zoneOf(merchant), { ...shown, problem: null, wrong }), user.headers)
  const made = await book(map, { merchantId: merchant.merchant_id, candidate, person, token, wish })
  if ('id' in made) return withCookie(seeOther(`/bookings/${encodeURIComponent(made.id)}`), user.headers)
  const again = bookPage(merchant, map.places.zoneOf(merchant), { ...shown, problem: wordsOf(made) })
  return withCookie(again, user.headers)
}

const mineOf = ({ memory }: GoogleMap, request: RouteRequest): OwnBooking | undefined => {
  const { id } = userOf(request)
  return memory.bookings.find((one) => one.id === request.params['id'] && one.person.user_id === id)
}
const shownAs = ({ places }: GoogleMap, booking: OwnBooking): Mine => {
  const merchant = places.get(booking.merchantId)
  return { booking, name: merchant?.name ?? 'A place that has left the map', zone: merchant ? places.zoneOf(merchant) : 'UTC' }
}
const show = (map: GoogleMap, booking: OwnBooking, problem: string | null = null): Reply =>
  bookingPage(shownAs(map, booking), { nowMs: map.nowMs(), problem })

/** As long as the feed has it for that time, where it has it. */
const stayAt = (
  { places }: GoogleMap,
  { merchantId, roomId }: OwnBooking,
  { startSec, partySize }: { startSec: number; partySize: number },
): { durationSec?: string } => {
  const merchant = places.get(merchantId)
  if (!merchant) return {}
  const day = Temporal.Instant.fromEpochMilliseconds(startSec * 1000)
    .toZonedDateTimeISO(places.zoneOf(merchant))
    .toPlainDate()
  const slots = places.slotsOf(merchant, day.toString(), partySize)
  const stay = slots.find((one) => one.startSec === startSec && one.roomId === roomId)?.durationSec
  return stay ? { durationSec: String(stay) } : {}
}

const postChange = async (map: GoogleMap, request: RouteRequest): Promise<Reply> => {
  const booking = mineOf(map, request)
  if (!booking) return noBooking()
  const form = formIn(request)
  const when = form.get('when') ?? ''
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(when)) return show(map, booking, 'This is no time.')
  const { zone } = shownAs(map, booking)
  const startSec = Temporal.PlainDateTime.from(when).toZonedDateTime(zone).epochMilliseconds / 1000
  const partySize = sizeIn(form.get('size'))
  const answer = await update(map, booking, {
    ...(startSec === booking.startSec ? {} : { startSec: String(startSec), ...stayAt(map, booking, { startSec, partySize }) }),
    ...(partySize === booking.partySize && startSec !== booking.startSec ? {} : { partySize }),
  })
  return 'booking' in answer ? seeOther(`/bookings/${encodeURIComponent(booking.id)}`) : show(map, booking, wordsOf(answer))
}

const postCancel = async (map: GoogleMap, request: RouteRequest): Promise<Reply> => {
  const booking = mineOf(map, request)
  if (!booking) return noBooking()
  const answer = await update(map, booking, { status: 'CANCELED' })
  return 'booking' in answer ? seeOther(`/bookings/${encodeURIComponent(booking.id)}`) : show(map, booking, wordsOf(answer))
}

/** The map, for people: each page asks the partner live, as Google's does. */
export const mapRoutes = (map: GoogleMap): Route[] => [
  {
    method: 'GET',
    path: '/',
    act: ({ query }) => homePage(map.places, { words: (query.get('q') ?? '').trim(), town: query.get('town') ?? '' }, map.log.suspended()),
  },
  { method: 'GET', path: '/places/:id', act: (request) => showPlace(map, request) },
  { method: 'GET', path: '/places/:id/book', act: (request) => showBook(map, request) },
  { method: 'POST', path: '/places/:id/book', act: (request) => postBook(map, request) },
  {
    method: 'GET',
    path: '/bookings',
    act: async (request) => {
      const user = userOf(request)
      const { bookings, trouble } = await bookingsOf(map, user.id)
      return withCookie(
        bookingsPage(
          bookings.map((one) => shownAs(map, one)),
          { nowMs: map.nowMs(), trouble, waits: waitsList(await waitsOf(map, user.id)) },
        ),
        user.headers,
      )
    },
  },
  {
    method: 'GET',
    path: '/bookings/:id',
    act: async (request) => {
      const booking = mineOf(map, request)
      return booking ? show(map, await refresh(map, booking)) : noBooking()
    },
  },
  { method: 'POST', path: '/bookings/:id/change', act: (request) => postChange(map, request) },
  { method: 'POST', path: '/bookings/:id/cancel', act: (request) => postCancel(map, request) },
  ...waitRoutes(map),
]
