import { type RouteRequest, json, jsonIn, type Reply, type Route, refusal } from '../http/router.ts'
import type { Change } from './book.ts'
import type { Booking, Contact } from './booking.ts'
import { type Api, findBooking, guardedRoutes, refusalReply } from './guarded-routes.ts'
import type { Choice } from './restaurants.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const secondsOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return /^\d+$/.test(text(value)) ? Number(value) : Math.floor(Date.parse(text(value)) / 1000)
}

const contactOf = (given: unknown): Contact | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  const { firstname, lastname, email, telephone, locale, optInConsent } = given as Record<string, unknown>
  if (text(firstname) === '' && text(lastname) === '') return undefined
  return {
    firstname: text(firstname),
    lastname: text(lastname),
    email: text(email),
    telephone: text(telephone),
    locale: text(locale) || null,
    optInConsent: optInConsent === true,
  }
}

const view = (booking: Booking, origin: string): Record<string, unknown> => ({
  id: booking.id,
  status: booking.status,
  bookingChannel: booking.channel,
  venueId: booking.houseId,
  areaId: booking.areaId,
  partySize: booking.partySize,
  date: new Date(booking.startSec * 1000).toISOString(),
  notes: booking.notes,
  ...(booking.minutes ? { duration: booking.minutes * 60 } : {}),
  ...(booking.occasion ? { bookingType: booking.occasion } : {}),
  cancelActor: booking.cancelActor,
  cancelReason: booking.cancelReason,
  contact: booking.contact,
  ...(booking.status === 'requires_payment' ? { paymentUrl: `${origin}/pay/${booking.id}` } : {}),
})

const choiceView = (choice: Choice | undefined): object =>
  choice
    ? {
        requiresDuration: choice.mustSay,
        durations: choice.stays.map(({ minutes, called }) => ({ value: minutes * 60, ...(called ? { label: called } : {}) })),
        bookingTypes: choice.occasions.map(({ key, called }) => ({ id: key, name: called })),
      }
    : {}
const chosenIn = ({ duration, bookingType }: Record<string, unknown>): { minutes?: number; occasion?: string } => ({
  ...(typeof duration === 'number' ? { minutes: duration / 60 } : {}),
  ...(text(bookingType) ? { occasion: text(bookingType) } : {}),
})

const availability = ({ houses, book }: Api, { query }: RouteRequest): Reply => {
  const house = houses.get(query.get('venueId') ?? '')
  const date = query.get('date') ?? ''
  const partySize = Number(query.get('partySize'))
  if (!house) return refusal(404, 'unknown', 'no such venue')
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)) || !Number.isInteger(partySize) || partySize < 1)
    return refusal(400, 'invalid', 'date and partySize are needed')
  const slots = book.slots(house, { date, partySize, areaId: query.get('areaId') })
  return json({
    venueId: house.id,
    date,
    partySize,
    duration: (partySize <= 2 ? 90 : partySize <= 4 ? 105 : partySize <= 6 ? 120 : 150) * 60,
    ...choiceView(house.choice),
    slotData: slots.map(({ startSec, total, open, deposit }) => ({
      startSec,
      totalSpot: total,
      openSpot: open,
      deposit: deposit !== null,
      ...(deposit === null ? {} : { depositAmount: deposit }),
      requireCc: false,
    })),
  })
}

const create = ({ book, keys, origin }: Api, request: RouteRequest): Reply => {
  const body = jsonIn(request)
  const contact = contactOf(body?.['contact'])
  const startSec = secondsOf(body?.['date'])
  if (!body || !contact || !Number.isFinite(startSec)) return refusal(400, 'invalid', 'venueId, partySize, date and contact are needed')
  const channel = (body['bookingChannel'] ?? {}) as Record<string, unknown>
  const key = keys ? text(request.headers['idempotency-key']) || null : null
  const known = key === null ? undefined : book.withKey(key)
  const made =
    known ??
    book.create({
      houseId: text(body['venueId']),
      areaId: text(body['areaId']) || null,
      startSec,
      partySize: Number(body['partySize']),
      contact,
      notes: text(body['notes']),
      ...chosenIn(body),
      channel: { id: text(channel['id']), name: text(channel['name']) },
      key,
      paymentToken: text(body['paymentGatewayToken'] ?? body['paymentToken']) || null,
    })
  return 'no' in made ? refusalReply(made) : json(view(made, origin()))
}

const change = ({ book, origin }: Api, request: RouteRequest): Reply => {
  const body = jsonIn(request)
  if (!body) return refusal(400, 'invalid', 'a JSON object is needed')
  const wanted: Change = {
    ...chosenIn(body),
    ...(body['partySize'] === undefined ? {} : { partySize: Number(body['partySize']) }),
    ...(body['date'] === undefined ? {} : { startSec: secondsOf(body['date']) }),
    ...(text(body['areaId']) === '' ? {} : { areaId: text(body['areaId']) }),
  }
  const changed = book.change(request.params['id']!, wanted)
  return 'no' in changed
    ? refusalReply(changed)
    : json({ id: changed.id, status: changed.status, date: view(changed, origin())['date'], partySize: changed.partySize })
}

const cancel = ({ book }: Api, request: RouteRequest): Reply => {
  const body = jsonIn(request) ?? {}
  const changed = book.change(request.params['id']!, {
    status: 'canceled',
    cancelActor: text(body['cancelActor']) || 'guest',
    cancelReason: text(body['cancelReason']) || null,
  })
  return 'no' in changed ? refusalReply(changed) : json({ id: changed.id })
}

const search = ({ book, houses, origin }: Api, { query }: RouteRequest): Reply => {
  const house = houses.get(query.get('venueId') ?? '')
  const from = query.get('startDate') ?? ''
  const to = query.get('endDate') ?? ''
  if (!house) return refusal(404, 'unknown', 'no such venue')
  if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return refusal(400, 'invalid', 'startDate and endDate are needed')
  const email = query.get('email')
  const phone = query.get('phoneNumber')
  const found = book.search({ houseId: house.id, from, to, ...(email ? { email } : {}), ...(phone ? { phone } : {}) })
  const offset = Math.max(0, Number(query.get('offset') ?? 0))
  const limit = Math.min(50, Math.max(1, Number(query.get('limit') ?? 10)))
  return json({ total: found.length, data: found.slice(offset, offset + limit).map((booking) => view(booking, origin())) })
}

/** The public contract for reservation systems. */
export const standardRoutes = (api: Api): Route[] => {
  const on = guardedRoutes(api, '/v1/mozrest')
  return [
    on('GET', '/healthcheck', { operation: 'health', act: () => json({ status: 'ok', name: 'Sandbox Reservations', version: '1' }) }),
    on('GET', '/availability', { operation: 'availability', act: availability }),
    on('POST', '/booking', { operation: 'create', act: create }),
    on('PUT', '/booking/:id/cancel', { operation: 'cancel', act: cancel }),
    on('PUT', '/booking/:id', { operation: 'change', act: change }),
    on('DELETE', '/booking/:id', { operation: 'cancel', act: cancel }),
    on('GET', '/bookings/search', { operation: 'search', act: search }),
    on('GET', '/booking/search', { operation: 'search', act: search }),
    on('GET', '/booking/:id', findBooking(view)),
  ]
}
