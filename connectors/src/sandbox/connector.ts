import type { z } from 'zod/mini'
import type { Answer, AvailabilityAsk, Call, Connector } from '../kit/connector.ts'
import { done } from '../kit/fault.ts'
import { callJson, readAs } from '../kit/json-call.ts'
import { bookingOf, changeBody, createBody, daysOf } from './map.ts'
import { sandboxFields, SandboxSettings } from './settings.ts'
import { WireBooking, WireBookings, WireOpenings, WirePing, WireRestaurants, WireRooms } from './wire.ts'

type SandboxCall = Call<SandboxSettings>
type Query = Readonly<Record<string, string | undefined>>

const urlOf = ({ settings }: SandboxCall, path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${settings.baseUrl.replace(/\/+$/, '')}/native/v1${path}${given.length ? `?${new URLSearchParams(given).toString()}` : ''}`
}
const bearer = ({ secrets }: SandboxCall): Record<string, string> =>
  secrets['apiToken'] === undefined ? {} : { authorization: `Bearer ${secrets['apiToken']}` }

const get = (call: SandboxCall, path: string, query?: Query): Promise<Answer<unknown>> =>
  callJson(call, { method: 'GET', url: urlOf(call, path, query), headers: bearer(call), reads: true })
const write = (call: SandboxCall, method: 'POST' | 'PATCH', { path, body }: { path: string; body: object }): Promise<Answer<unknown>> =>
  callJson(call, { method, url: urlOf(call, path), headers: bearer(call), body, reads: false })

const mostPages = 1000
type Paged<S extends z.ZodMiniType, T> = { schema: S; next: (page: z.output<S>) => string | null; items: (page: z.output<S>) => T[] }

/** All pages of a list. */
const all = async <S extends z.ZodMiniType, T>(
  call: SandboxCall,
  { path, query = {} }: { path: string; query?: Query },
  { schema, next, items }: Paged<S, T>,
): Promise<Answer<T[]>> => {
  const found: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = readAs(await get(call, path, { ...query, cursor }), schema, {
      map: (wire) => ({ items: items(wire), next: next(wire) }),
      reads: true,
    })
    if (!answer.ok) return answer
    found.push(...answer.value.items)
    if (answer.value.next === null) break
    cursor = answer.value.next
  }
  return done(found)
}

/** The system answers at most so many days at once. */
const longestSpanDays = 90
const dayMs = 86_400_000
const dateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const availability = async (call: SandboxCall, ask: AvailabilityAsk): ReturnType<Connector['availability']> => {
  const days = []
  const last = Date.parse(`${ask.to}T00:00:00Z`)
  for (let ms = Date.parse(`${ask.from}T00:00:00Z`); ms <= last; ms += longestSpanDays * dayMs) {
    const query = {
      from: dateAt(ms),
      to: dateAt(Math.min(last, ms + (longestSpanDays - 1) * dayMs)),
      covers: ask.partySizes.join(','),
      room: ask.areaId ?? undefined,
    }
    const answer = readAs(await get(call, `/restaurants/${encodeURIComponent(ask.venueId)}/openings`, query), WireOpenings, {
      map: (wire) => daysOf(wire, ask.areaId),
      reads: true,
    })
    if (!answer.ok) return answer
    days.push(...answer.value)
  }
  return done(days)
}

const bookingPath = (id: string): string => `/bookings/${encodeURIComponent(id)}`
const booking = (answer: Answer<unknown>, reads = false) => readAs(answer, WireBooking, { map: bookingOf, reads })

/** The native interface of the sandbox's reservation system: whole seasons in one answer, and keys it never forgets. */
export const sandbox: Connector<SandboxSettings> = {
  code: 'sandbox',
  name: 'Sandbox Reservations',
  servedBy: 'system',
  settings: SandboxSettings,
  fields: sandboxFields,
  secrets: ['apiToken'],
  timeLimitsMs: { health: 3000, availability: 5000, create: 5000, change: 5000, cancel: 5000, find: 3000, search: 5000 },
  atOnce: 32,
  knowsKeys: true,
  health: async (call) =>
    readAs(await get(call, '/ping'), WirePing, {
      map: ({ product = null, release = null }) => ({ name: product, version: release }),
      reads: true,
    }),
  availability,
  create: async (call, newBooking) => booking(await write(call, 'POST', { path: '/bookings', body: createBody(newBooking) })),
  change: async (call, change) => booking(await write(call, 'PATCH', { path: bookingPath(change.id), body: changeBody(change) })),
  cancel: async (call, { id, actor, reason }) =>
    booking(await write(call, 'POST', { path: `${bookingPath(id)}/call-off`, body: { by: actor, why: reason } })),
  find: async (call, { id }) => booking(await get(call, bookingPath(id)), true),
  search: (call, { venueId, from, to, email, phone }) =>
    all(
      call,
      { path: '/bookings', query: { restaurant: venueId, from, to, mail: email, mobile: phone } },
      { schema: WireBookings, next: (page) => page.next, items: (page) => page.bookings.map(bookingOf) },
    ),
  venues: (call) =>
    all(
      call,
      { path: '/restaurants' },
      {
        schema: WireRestaurants,
        next: (page) => page.next,
        items: (page) =>
          page.restaurants.map(({ id, name, zone = null, town = null, country = null, street = null, open_for_business: active }) => ({
            id,
            name,
            timeZone: zone,
            city: town,
            countryCode: country,
            address: street,
            active,
          })),
      },
    ),
  areas: async (call, { venueId }) =>
    readAs(await get(call, `/restaurants/${encodeURIComponent(venueId)}/rooms`), WireRooms, {
      map: ({ rooms }) =>
        rooms.map(({ id, name, seats = null, usual }) => ({
          id,
          name,
          description: null,
          capacity: seats,
          byDefault: usual,
          active: true,
        })),
      reads: true,
    }),
}
