import type { FastifyInstance } from 'fastify'
import { aGoogleAccount, type TestGoogleAccount } from '../build/a-google-account.ts'
import type { Shop } from './a-shop.ts'

/** What Google's own reader takes, by message; everything else in an answer is an error (its JSON reader refuses unknown fields). */
type Shape = { readonly [field: string]: 'string' | 'int64' | 'int32' | 'bool' | readonly string[] | Shape | readonly [Shape] }

const resources: Shape = { staff_id: 'string', room_id: 'string', party_size: 'int32' }
const confirmation: readonly string[] = ['CONFIRMATION_MODE_UNSPECIFIED', 'CONFIRMATION_MODE_SYNCHRONOUS', 'CONFIRMATION_MODE_ASYNCHRONOUS']
const times: Shape = {
  service_id: 'string',
  start_sec: 'int64',
  duration_sec: 'int64',
  availability_tag: 'string',
  confirmation_mode: confirmation,
}
const slot: Shape = { ...times, merchant_id: 'string', resources }
const user: Shape = {
  user_id: 'string',
  given_name: 'string',
  family_name: 'string',
  telephone: 'string',
  email: 'string',
  language_code: 'string',
  address: { country: 'string', locality: 'string', region: 'string', postal_code: 'string', street_address: 'string' },
}
const status: readonly string[] = ['CONFIRMED', 'PENDING_MERCHANT_CONFIRMATION', 'CANCELED', 'NO_SHOW', 'FAILED', 'DECLINED_BY_MERCHANT']
const prepayment: readonly string[] = ['PREPAYMENT_NOT_PROVIDED']
const booking: Shape = {
  booking_id: 'string',
  slot,
  user_information: user,
  payment_information: { prepayment_status: prepayment },
  status,
}
const failure: Shape = {
  cause: [
    'SLOT_UNAVAILABLE',
    'SLOT_ALREADY_BOOKED_BY_USER',
    'OUTSIDE_CANCELLATION_WINDOW',
    'BOOKING_ALREADY_CANCELLED',
    'BOOKING_NOT_CANCELLABLE',
    'OVERLAPPING_RESERVATION',
    'OFFER_UNAVAILABLE',
  ],
  description: 'string',
}
const waitEstimate: Shape = {
  party_size: 'int32',
  wait_length: { parties_ahead_count: 'int32', estimated_seat_time_range: { start_seconds: 'int64', end_seconds: 'int64' } },
  waitlist_confirmation_mode: ['WAITLIST_CONFIRMATION_MODE_SYNCHRONOUS', 'WAITLIST_CONFIRMATION_MODE_ASYNCHRONOUS'],
}
const waitEntry: Shape = {
  waitlist_entry_state: ['WAITING', 'CANCELED', 'SERVICE_READY', 'CHECKED_IN', 'SEATED', 'NO_SHOW', 'DECLINED_BY_MERCHANT'],
  waitlist_entry_state_times: {
    created_time_seconds: 'int64',
    canceled_time_seconds: 'int64',
    service_readied_time_seconds: 'int64',
    checked_in_time_seconds: 'int64',
    seated_time_seconds: 'int64',
    marked_no_show_time_seconds: 'int64',
  },
  wait_estimate: waitEstimate,
}
const waitFailure: Shape = {
  cause: [
    'EXISTING_WAITLIST_ENTRY',
    'BELOW_MIN_PARTY_SIZE',
    'ABOVE_MAX_PARTY_SIZE',
    'MERCHANT_CLOSED',
    'NO_WAIT',
    'WAITLIST_FULL',
    'PHONE_NUMBER_COUNTRY_UNSUPPORTED',
    'WAITLIST_CLOSED',
  ],
  description: 'string',
}
const shapes: Readonly<Record<string, Shape>> = {
  HealthCheck: {},
  BatchAvailabilityLookup: { slot_time_availability: [{ slot_time: { ...times, resource_ids: resources }, available: 'bool' }] },
  CheckAvailability: { slot, count_available: 'int32' },
  CreateBooking: { booking, booking_failure: failure },
  UpdateBooking: { booking, booking_failure: failure },
  GetBookingStatus: { booking_id: 'string', booking_status: status, prepayment_status: prepayment },
  ListBookings: { bookings: [booking] },
  SetMarketingPreference: { user_information: user, user_to_receive_marketing: 'bool' },
  BatchGetWaitEstimates: { waitlist_status: ['OPEN', 'CLOSED_NO_WAIT', 'CLOSED_OTHER'], wait_estimate: [waitEstimate] },
  CreateWaitlistEntry: { waitlist_entry_id: 'string', waitlist_business_logic_failure: waitFailure },
  GetWaitlistEntry: { waitlist_entry: waitEntry },
  DeleteWaitlistEntry: {},
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  // Google reads numbers as well; we send text.
  int64: (value) => typeof value === 'string' && /^-?\d+$/.test(value),
  int32: (value) => Number.isInteger(value),
  bool: (value) => typeof value === 'boolean',
}
const faults = (shape: Shape[string], value: unknown, at: string): string[] => {
  if (typeof shape === 'string') return checks[shape]!(value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${shape}`]
  if (Array.isArray(shape)) {
    const [first] = shape as unknown as readonly [string | Shape]
    if (typeof first === 'string')
      return shape.includes(value as string) ? [] : [`${at}: ${JSON.stringify(value)} is no value of its enumeration`]
    return Array.isArray(value) ? value.flatMap((one, index) => faults(first, one, `${at}[${index}]`)) : [`${at}: no list`]
  }
  if (typeof value !== 'object' || value === null) return [`${at}: no message`]
  return Object.entries(value).flatMap(([name, inside]) =>
    name in shape ? faults((shape as Record<string, Shape>)[name]!, inside, `${at}.${name}`) : [`${at}.${name}: unknown field`],
  )
}

type Made = { booking_id: string; status: string; slot: Record<string, unknown>; user_information: { user_id: string } }
/** What any of the methods answers; of each only its own part is there. */
export type GoogleBody = {
  booking: Made
  booking_failure: { cause: string; description: string }
  slot_time_availability: { slot_time: object; available: boolean }[]
  bookings: Made[]
  booking_status: string
  waitlist_status: string
  wait_estimate: { party_size: number; wait_length: { parties_ahead_count: number } }[]
  waitlist_entry_id: string
  waitlist_business_logic_failure: { cause: string }
  waitlist_entry: { waitlist_entry_state: string; wait_estimate?: { wait_length: { parties_ahead_count: number } } }
}
export type GoogleAnswer = { status: number; body: GoogleBody; headers: Headers }
export type Ask = { verb?: string; path?: string; authorization?: string | null; raw?: string }
export type Google = TestGoogleAccount & {
  /** A call as Google makes it; what its strict reader would not take fails the test. */
  ask: (method: string, body?: unknown, how?: Ask) => Promise<GoogleAnswer>
}

/** Calls of that account to one of the servers. */
export const askOf = (app: FastifyInstance, account: TestGoogleAccount): Google['ask'] => {
  const basic = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`
  const { port } = app.server.address() as { port: number }
  const ask: Google['ask'] = async (
    method,
    body,
    { verb, path = `/google/${account.key}/v3/${method}`, authorization = basic, raw } = {},
  ) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: verb ?? (sent === undefined ? 'GET' : 'POST'),
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await answer.text()
    const read: unknown = text === '' ? undefined : JSON.parse(text)
    const wrong = answer.status === 200 ? faults(shapes[method]!, read, method) : []
    if (wrong.length) throw new Error(`Google would not read this: ${wrong.join('; ')}`)
    return { status: answer.status, body: read as GoogleBody, headers: answer.headers }
  }
  return ask
}

export const aGoogle = async (
  shop: Shop,
  overrides: Omit<Parameters<typeof aGoogleAccount>[1], 'channelId'> & { channelId?: string } = {},
): Promise<Google> => {
  const account = await aGoogleAccount(shop.container.db, { channelId: shop.channel.id, ...overrides })
  return { ...account, ask: askOf(shop.app, account) }
}

let people = 0
/** Somebody who has not booked before. */
export const aPerson = (overrides: Record<string, unknown> = {}) => {
  people++
  return {
    user_id: `1000000000000000000${people}`,
    given_name: 'Ana',
    family_name: `Gil ${people}`,
    telephone: '+34 600 111 222',
    email: `ana-${people}@example.test`,
    ...overrides,
  }
}
let tokens = 0
export const aToken = (): string => `token ${++tokens} ${Date.now()}`

/** As the houses of these tests have it. */
const stayOf = (partySize: number): string => (partySize <= 4 ? '5400' : '7200')

export const aSlot = (merchantId: string, startSec: number, partySize = 2, overrides: Record<string, unknown> = {}) => ({
  merchant_id: merchantId,
  service_id: 'reservation',
  start_sec: String(startSec),
  duration_sec: stayOf(partySize),
  resources: { party_size: partySize },
  ...overrides,
})
export const slotTime = (startSec: number | string, partySize = 2, overrides: Record<string, unknown> = {}) => ({
  service_id: 'reservation',
  start_sec: typeof startSec === 'number' ? String(startSec) : startSec,
  duration_sec: stayOf(partySize),
  resource_ids: { party_size: partySize },
  ...overrides,
})
export const creation = (wanted: object, overrides: Record<string, unknown> = {}) => ({
  slot: wanted,
  user_information: aPerson(),
  payment_information: { prepayment_status: 'PREPAYMENT_NOT_PROVIDED' },
  idempotency_token: aToken(),
  ...overrides,
})
