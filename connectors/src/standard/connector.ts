import type { Answer, AvailabilityAsk, BookingSearch, Call, Connector, RemoteBooking, RemoteDay } from '../kit/connector.ts'
import { done } from '../kit/fault.ts'
import { callJson, readAs } from '../kit/json-call.ts'
import { bookingOf, cancelBody, changeBody, createBody, dayOf } from './map.ts'
import { standardFields, StandardSettings } from './settings.ts'
import { WireBooking, WireBookings, WireDay, WireHealth } from './wire.ts'

type StandardCall = Call<StandardSettings>

const urlOf = ({ settings }: StandardCall, path: string, query: Record<string, string | undefined> = {}): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = given.length ? `?${new URLSearchParams(given).toString()}` : ''
  return `${settings.baseUrl.replace(/\/+$/, '')}${settings.basePath}${path}${search}`
}
const bearer = ({ secrets }: StandardCall): Record<string, string> =>
  secrets['apiToken'] === undefined ? {} : { authorization: `Bearer ${secrets['apiToken']}` }

const get = (call: StandardCall, url: string): Promise<Answer<unknown>> =>
  callJson(call, { method: 'GET', url, headers: bearer(call), reads: true })

/** Local dates from `from` to `to`, both included. */
const datesOf = ({ from, to }: { from: string; to: string }): string[] => {
  const dates: string[] = []
  for (let ms = Date.parse(`${from}T00:00:00Z`); ms <= Date.parse(`${to}T00:00:00Z`); ms += 86_400_000)
    dates.push(new Date(ms).toISOString().slice(0, 10))
  return dates
}

/** The contract asks for one day and one party: a span is that many requests, with limited concurrency. */
const daysAtOnce = 4
const availability = async (call: StandardCall, ask: AvailabilityAsk): Promise<Answer<RemoteDay[]>> => {
  const { venueId, areaId } = ask
  const requests = datesOf(ask).flatMap((date) => ask.partySizes.map((partySize) => ({ date, partySize, areaId })))
  const days: RemoteDay[] = []
  for (let first = 0; first < requests.length; first += daysAtOnce) {
    const answers = await Promise.all(
      requests.slice(first, first + daysAtOnce).map(async (day) => {
        const query = { venueId, date: day.date, partySize: String(day.partySize), areaId: areaId ?? undefined }
        return readAs(await get(call, urlOf(call, '/availability', query)), WireDay, { map: (wire) => dayOf(wire, day), reads: true })
      }),
    )
    for (const answer of answers) {
      if (!answer.ok) return answer
      days.push(answer.value)
    }
  }
  return done(days)
}

/** As many as the documents allow for one page; systems that send all at once are read as well. */
const pageSize = 50
const mostPages = 200
const search = async (call: StandardCall, { venueId, from, to, email, phone }: BookingSearch): Promise<Answer<RemoteBooking[]>> => {
  const found = new Map<string, RemoteBooking>()
  for (let page = 0; page < mostPages; page++) {
    const url = urlOf(call, call.settings.searchPath === 'bookings' ? '/bookings/search' : '/booking/search', {
      venueId,
      startDate: from,
      endDate: to,
      email,
      phoneNumber: phone?.replaceAll(/\D/g, ''),
      offset: String(page * pageSize),
      limit: String(pageSize),
    })
    const answer = readAs(await get(call, url), WireBookings, {
      map: (wire) => {
        const list = Array.isArray(wire) ? { total: wire.length, data: wire } : wire
        return { total: list.total ?? list.data.length, bookings: list.data.map((one) => bookingOf(one, { venueId })) }
      },
      reads: true,
    })
    if (!answer.ok) return answer
    const before = found.size
    for (const booking of answer.value.bookings) found.set(booking.id, booking)
    // A system that ignores `offset` returns the first page again.
    if (found.size === before || found.size >= answer.value.total) break
  }
  return done([...found.values()])
}

const bookingPath = (id: string): string => `/booking/${encodeURIComponent(id)}`

/** Client of the public contract for reservation systems, for any system that implements it. */
export const standard: Connector<StandardSettings> = {
  code: 'standard',
  name: 'Standard interface',
  servedBy: 'system',
  settings: StandardSettings,
  fields: standardFields,
  secrets: ['apiToken'],
  timeLimitsMs: { health: 5000, availability: 8000, create: 10_000, change: 10_000, cancel: 10_000, find: 5000, search: 10_000 },
  atOnce: 16,
  atOnceBy: ({ atOnce }) => atOnce,
  knowsKeys: false,
  knowsKeysBy: ({ knowsKeys }) => knowsKeys,
  lateMsBy: ({ lateSeconds }) => lateSeconds * 1000,

  health: async (call) => {
    const answer = await get(call, urlOf(call, '/healthcheck'))
    // The documents do not say what it answers: any success will do.
    const wire = answer.ok ? WireHealth.safeParse(answer.value) : undefined
    return answer.ok ? done({ name: wire?.data?.name ?? null, version: wire?.data?.version?.toString() ?? null }) : answer
  },

  availability,

  create: async (call, booking) => {
    const url = urlOf(call, '/booking')
    const headers = { ...bearer(call), 'idempotency-key': booking.key }
    const answer = await callJson(call, { method: 'POST', url, headers, body: createBody(booking, call.settings), reads: false })
    return readAs(answer, WireBooking, { map: (wire) => bookingOf(wire, { venueId: booking.venueId }), reads: false })
  },

  change: async (call, change) => {
    const url = urlOf(call, bookingPath(change.id))
    const body = changeBody(change, call.settings)
    const answer = await callJson(call, { method: 'PUT', url, headers: bearer(call), body, reads: false })
    return readAs(answer, WireBooking, { map: (wire) => bookingOf(wire, { venueId: change.venueId }), reads: false })
  },

  cancel: async (call, cancelation) => {
    const path = bookingPath(cancelation.id)
    const request =
      call.settings.cancelBy === 'put'
        ? ({ method: 'PUT', url: urlOf(call, `${path}/cancel`), body: cancelBody(cancelation) } as const)
        : ({ method: 'DELETE', url: urlOf(call, path), body: cancelBody(cancelation) } as const)
    const answer = await callJson(call, { ...request, headers: bearer(call), reads: false, conflict: 'refused' })
    // `{id}` or an empty body confirms it.
    const whole: Answer<unknown> = answer.ok && answer.value === undefined ? done({ id: cancelation.id }) : answer
    return readAs(whole, WireBooking, {
      map: (wire) => bookingOf(wire, { status: 'canceled', venueId: cancelation.venueId }),
      reads: false,
    })
  },

  find: async (call, ref) =>
    readAs(await get(call, urlOf(call, bookingPath(ref.id))), WireBooking, {
      map: (wire) => bookingOf(wire, { venueId: ref.venueId }),
      reads: true,
    }),

  search,
}
