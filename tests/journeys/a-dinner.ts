import type { Page } from '@playwright/test'
import type { Product } from './server.ts'
import { signInAt } from './session-steps.ts'

const nightHours = 5
/** The evening that people at Reykjavik, where the dinners of these tests are, mean by tonight: until five in the morning the one before. */
export const tonight = (): string => new Date(Date.now() - nightHours * 3_600_000).toISOString().slice(0, 10)

type Guest = { firstName: string; lastName: string; email?: string; phone?: string }
export type Booked = { id: string; reference: string }

/** A venue of the test's own, its clock UTC all year, with one dinner a day and a channel that sells it. */
export type Dinner = {
  venueId: string
  companyId: string
  name: string
  /** Tomorrow at the venue. */
  date: string
  /** Books by staff, tomorrow at that time; in another client than the page under test. */
  book: (time: string, guest: Guest, more?: Record<string, unknown>) => Promise<Booked>
  /** Books through the channel, as a partner's server would. */
  bookOnline: (time: string, partySize: number, lastName: string) => Promise<void>
  /** Asks for a table through the channel, and books none. */
  searchOnline: (time: string, partySize: number) => Promise<void>
  read: (
    id: string,
  ) => Promise<{ status: string; version: number; partySize: number; cancelReason: string | null; startsLocal: string; source: string }>
  move: (id: string, move: string, body?: object) => Promise<void>
  cancel: (id: string) => Promise<void>
  /** Changes it in another client than the page under test. */
  change: (id: string, to: Record<string, unknown>) => Promise<void>
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const shift = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Dinner',
  days: everyDay,
  from: '17:00',
  to: '23:00',
  lastSeating: '22:00',
  intervalMinutes: 30,
  durations: [{ partyMax: 20, minutes: 120 }],
  pacing: { covers: 10, parties: null },
  pacingAt: [],
  keptBackCovers: 0,
  requestFromParty: 7,
  areaIds: null,
  online: true,
}

let made = 0

/** `companyId` = of a company that is there; its own one otherwise. */
export const aDinner = async ({ url, adminEmail, adminPassword }: Product, companyId?: string): Promise<Dinner> => {
  let bearer = ''
  const call = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const auth: Record<string, string> = bearer === '' ? {} : { authorization: `Bearer ${bearer}` }
    const answer = await fetch(url + path, { method, headers: { ...type, ...auth, ...headers }, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  const grant = {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    scope: null,
    username: adminEmail,
    password: adminPassword,
  }
  bearer = (await call<{ access_token: string }>('POST', '/v2/token', grant)).access_token

  made += 1
  const name = `Journey ${made} ${Date.now().toString(36)}`
  const venue = await call<{ data: { id: string; companyId: string } }>('POST', '/venues', {
    name,
    ...(companyId ? { companyId } : {}),
    countryCode: 'IS',
    timezone: 'Atlantic/Reykjavik',
    city: 'Reykjavík',
  })
  const venueId = venue.data.id
  const book = await call<{ data: Record<string, unknown> & { areas: { id: string }[] } }>('GET', `/v1/venues/${venueId}/book`)
  const area = { ...book.data.areas[0], name: 'Main room', capacity: 60 }
  const terrace = {
    id: '019a0000-0000-7000-8000-000000000002',
    name: 'Terrace',
    description: '',
    capacity: 10,
    byDefault: false,
    online: true,
  }
  const openingHours = everyDay.map((day) => ({ day, from: '12:00', to: '23:00' }))
  await call('PUT', `/v1/venues/${venueId}/book`, {
    ...book.data,
    openingHours,
    shifts: [shift],
    areas: [area, terrace],
    party: { min: 1, max: 20 },
    noticeMinutes: 0,
  })
  const channel = await call<{ data: { id: string; xToken: string } }>('POST', '/booking-channels', {
    name: `${name} channel`,
    type: 'partner',
  })
  await call('PUT', `/booking-channels/${channel.data.id}/link-venues`, { venues: [venueId] })

  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return {
    venueId,
    companyId: venue.data.companyId,
    name,
    date,
    book: async (time, guest, more = {}) => {
      const body = { venueId, startsAt: `${date}T${time}:00Z`, partySize: 2, guest, ...more }
      return (await call<{ data: Booked }>('POST', '/v1/reservations', body)).data
    },
    bookOnline: async (time, partySize, lastName) => {
      const contact = {
        firstname: 'Online',
        lastname: lastName,
        email: `${lastName.toLowerCase()}@example.test`,
        telephone: '3545812345',
        locale: 'en',
      }
      const body = { venueId, partySize, date: Date.parse(`${date}T${time}:00Z`) / 1000, contact }
      await call('POST', '/v1/bc/booking', body, { 'x-token': channel.data.xToken, authorization: '' })
    },
    searchOnline: async (time, partySize) => {
      const at = Date.parse(`${date}T${time}:00Z`) / 1000
      const path = `/v1/bc/availability?venueId=${venueId}&partySize=${partySize}&date=${at}`
      await call('GET', path, undefined, { 'x-token': channel.data.xToken, authorization: '' })
    },
    read: async (id) => (await call<{ data: Awaited<ReturnType<Dinner['read']>> }>('GET', `/v1/reservations/${id}`)).data,
    move: async (id, move, body = {}) => void (await call('POST', `/v1/reservations/${id}/${move}`, body)),
    cancel: async (id) => void (await call('POST', `/v1/reservations/${id}/cancel`, { reason: 'Booked twice' })),
    change: async (id, to) => void (await call('PATCH', `/v1/reservations/${id}`, to)),
  }
}

export const signIn = (page: Page, { url, adminEmail }: Product, path: string): Promise<void> =>
  signInAt(page, { origin: url, email: adminEmail, path })
