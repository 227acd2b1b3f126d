import { type RouteRequest, json, jsonIn, type Reply, type Route, refusal } from '../http/router.ts'
import type { Change } from './book.ts'
import type { Booking, Status } from './booking.ts'
import { type Restaurant, stayMinutes } from './restaurants.ts'
import { type Api, findBooking, guardedRoutes, refusalReply } from './guarded-routes.ts'

/** The words this system uses among its own. */
const words: Readonly<Record<Status, string>> = {
  pending_confirmation: 'asked',
  requires_payment: 'awaiting_payment',
  confirmed: 'booked',
  rejected: 'turned_down',
  canceled: 'off',
  'no-show': 'missing',
  seated: 'at_table',
  completed: 'left',
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const view = (booking: Booking, origin: string): Record<string, unknown> => ({
  code: booking.id,
  state: words[booking.status],
  restaurant: booking.houseId,
  room: booking.areaId,
  covers: booking.partySize,
  starts_at: new Date(booking.startSec * 1000).toISOString(),
  ends_at: new Date(booking.endSec * 1000).toISOString(),
  remark: booking.notes || null,
  stay_minutes: booking.minutes ?? null,
  occasion: booking.occasion ?? null,
  guest: {
    given_name: booking.contact.firstname,
    family_name: booking.contact.lastname,
    mail: booking.contact.email || null,
    mobile: booking.contact.telephone || null,
    language: booking.contact.locale,
    newsletter: booking.contact.optInConsent,
  },
  origin: booking.channel,
  client_key: booking.key,
  made_at: booking.createdAt,
  called_off: booking.status === 'canceled' ? { by: booking.cancelActor, why: booking.cancelReason } : null,
  pay_at: booking.status === 'requires_payment' ? `${origin}/pay/${booking.id}` : null,
})

const houseView = ({ id, name, city, country, zone, address }: Restaurant): object => ({
  id,
  name,
  town: city,
  country,
  zone,
  street: address,
  open_for_business: true,
})

const longestSpan = 92
const openings = ({ houses, book }: Api, { params, query }: RouteRequest): Reply => {
  const house = houses.get(params['id']!)
  if (!house) return refusal(404, 'unknown', 'no such restaurant')
  const from = Date.parse(`${query.get('from')}T00:00:00Z`)
  const to = Date.parse(`${query.get('to')}T00:00:00Z`)
  const sizes = (query.get('covers') ?? '').split(',').map(Number)
  const days = (to - from) / 86_400_000 + 1
  if (
    !Number.isInteger(days) ||
    days < 1 ||
    days > longestSpan ||
    !sizes.length ||
    sizes.some((size) => !Number.isInteger(size) || size < 1)
  )
    return refusal(400, 'invalid', `from, to (at most ${longestSpan} days) and covers are needed`)
  const room = query.get('room')
  return json({
    restaurant: house.id,
    days: Array.from({ length: days }, (_, index) => new Date(from + index * 86_400_000).toISOString().slice(0, 10)).flatMap((date) =>
      sizes.map((covers) => ({
        date,
        covers,
        stay_minutes: stayMinutes(covers),
        ...(house.choice
          ? { stays: house.choice.stays, stay_must_be_chosen: house.choice.mustSay, occasions: house.choice.occasions }
          : {}),
        openings: book.slots(house, { date, partySize: covers, areaId: room }).map(({ startSec, total, open, deposit }) => ({
          at: startSec,
          of: total,
          left: open,
          ...(deposit === null ? {} : { prepay: deposit }),
        })),
      })),
    ),
  })
}

const chosenIn = ({ stay_minutes: minutes, occasion }: Record<string, unknown>): { minutes?: number; occasion?: string } => ({
  ...(typeof minutes === 'number' ? { minutes } : {}),
  ...(text(occasion) ? { occasion: text(occasion) } : {}),
})

const create = ({ book, origin }: Api, request: RouteRequest): Reply => {
  const body = jsonIn(request)
  const guest = (body?.['guest'] ?? {}) as Record<string, unknown>
  const startSec = Math.floor(Date.parse(text(body?.['starts_at'])) / 1000)
  if (!body || !Number.isFinite(startSec)) return refusal(422, 'invalid', 'restaurant, covers, starts_at and guest are needed')
  const key = text(body['client_key']) || null
  const known = key === null ? undefined : book.withKey(key)
  const channel = (body['origin'] ?? {}) as Record<string, unknown>
  const made =
    known ??
    book.create({
      houseId: text(body['restaurant']),
      areaId: text(body['room']) || null,
      startSec,
      partySize: Number(body['covers']),
      contact: {
        firstname: text(guest['given_name']),
        lastname: text(guest['family_name']),
        email: text(guest['mail']),
        telephone: text(guest['mobile']),
        locale: text(guest['language']) || null,
        optInConsent: guest['newsletter'] === true,
      },
      notes: text(body['remark']),
      ...chosenIn(body),
      channel: { id: text(channel['id']), name: text(channel['name']) },
      key,
      paymentToken: text(body['card_token']) || null,
    })
  return 'no' in made ? refusalReply(made) : json(view(made, origin()), known ? 200 : 201)
}

const change = ({ book, origin }: Api, request: RouteRequest): Reply => {
  const body = jsonIn(request)
  if (!body) return refusal(422, 'invalid', 'a JSON object is needed')
  const wanted: Change = {
    ...chosenIn(body),
    ...(body['covers'] === undefined ? {} : { partySize: Number(body['covers']) }),
    ...(body['starts_at'] === undefined ? {} : { startSec: Math.floor(Date.parse(text(body['starts_at'])) / 1000) }),
    ...(text(body['room']) === '' ? {} : { areaId: text(body['room']) }),
  }
  const changed = book.change(request.params['id']!, wanted)
  return 'no' in changed ? refusalReply(changed) : json(view(changed, origin()))
}

const callOff = ({ book, origin }: Api, request: RouteRequest): Reply => {
  const body = jsonIn(request) ?? {}
  const booking = book.get(request.params['id']!)
  // Saying it twice is no mistake.
  if (booking?.status === 'canceled') return json(view(booking, origin()))
  const changed = book.change(request.params['id']!, {
    status: 'canceled',
    cancelActor: text(body['by']) || 'guest',
    cancelReason: text(body['why']) || null,
  })
  return 'no' in changed ? refusalReply(changed) : json(view(changed, origin()))
}

const pageSize = 100
const search = ({ book, houses, origin }: Api, { query }: RouteRequest): Reply => {
  const house = houses.get(query.get('restaurant') ?? '')
  const [from, to, mail, mobile] = ['from', 'to', 'mail', 'mobile'].map((name) => query.get(name) ?? '') as [string, string, string, string]
  if (!house) return refusal(404, 'unknown', 'no such restaurant')
  if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return refusal(422, 'invalid', 'from and to are needed')
  const found = book.search({ houseId: house.id, from, to, ...(mail ? { email: mail } : {}), ...(mobile ? { phone: mobile } : {}) })
  const first = Math.max(0, Number(query.get('cursor') ?? 0))
  const next = first + pageSize < found.length ? String(first + pageSize) : null
  return json({ bookings: found.slice(first, first + pageSize).map((booking) => view(booking, origin())), next })
}

const restaurants = ({ houses }: Api, { query }: RouteRequest): Reply => {
  const first = Math.max(0, Number(query.get('cursor') ?? 0))
  const { total, data } = houses.page(first, 500)
  return json({ restaurants: data.map(houseView), next: first + data.length < total ? String(first + data.length) : null })
}

const rooms = ({ houses }: Api, { params }: RouteRequest): Reply => {
  const house = houses.get(params['id']!)
  if (!house) return refusal(404, 'unknown', 'no such restaurant')
  const seatsIn = (areaId: string): number => house.tables.reduce((sum, table) => sum + (table.areaId === areaId ? table.seats : 0), 0)
  return json({ rooms: house.areas.map(({ id, name, byDefault }) => ({ id, name, seats: seatsIn(id), usual: byDefault })) })
}

/** The system's own interface: other words, spans of dates and all sizes in one call, keys known for ever. */
export const nativeRoutes = (api: Api): Route[] => {
  const on = guardedRoutes(api, '/native/v1')
  return [
    on('GET', '/ping', { operation: 'health', act: () => json({ product: 'Sandbox Reservations', release: '1' }) }),
    on('GET', '/restaurants', { operation: 'venues', act: restaurants }),
    on('GET', '/restaurants/:id/rooms', { operation: 'areas', act: rooms }),
    on('GET', '/restaurants/:id/openings', { operation: 'availability', act: openings }),
    on('GET', '/bookings', { operation: 'search', act: search }),
    on('POST', '/bookings', { operation: 'create', act: create }),
    on('PATCH', '/bookings/:id', { operation: 'change', act: change }),
    on('POST', '/bookings/:id/call-off', { operation: 'cancel', act: callOff }),
    on('GET', '/bookings/:id', findBooking(view)),
  ]
}
