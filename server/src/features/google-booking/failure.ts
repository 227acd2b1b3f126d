import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import type { Problem } from '#src/platform/problem.ts'
import type { WaitCause } from './wait-messages.ts'

/** Causes of the account's own proto; later ones are refused by readers of it. */
type Cause =
  | 'SLOT_UNAVAILABLE'
  | 'SLOT_ALREADY_BOOKED_BY_USER'
  | 'OUTSIDE_CANCELLATION_WINDOW'
  | 'BOOKING_ALREADY_CANCELLED'
  | 'BOOKING_NOT_CANCELLABLE'
  | 'OVERLAPPING_RESERVATION'
  | 'OFFER_UNAVAILABLE'

/** A no for reasons of the business: answered with 200 and its cause, as Google's contract has it. */
export class BookingFailure extends Error {
  override name = 'BookingFailure'
  readonly reason: Cause
  readonly description: string
  constructor(reason: Cause, description: string) {
    super(description)
    this.reason = reason
    this.description = description
  }
}

/** The same of somebody who would wait. */
export class WaitFailure extends Error {
  override name = 'WaitFailure'
  readonly reason: WaitCause
  readonly description: string
  constructor(reason: WaitCause, description: string) {
    super(description)
    this.reason = reason
    this.description = description
  }
}

/** Everything else that keeps us from answering, by its status. */
export class GoogleError extends Error {
  override name = 'GoogleError'
  readonly status: 400 | 401 | 404 | 409 | 429 | 501 | 503 | 504
  constructor(status: GoogleError['status'], message: string) {
    super(message)
    this.status = status
  }
}
/** Data that no booking can be made of, whenever it is sent. */
export class BadArgument extends GoogleError {
  constructor(message: string) {
    super(400, message)
  }
}

/** Refusals that say the slot is not to be had: taken, closed, outside of its windows, or not offered so. */
const ofSlot: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'slot.taken',
  'slot.too_small',
  'slot.closed',
  'slot.past',
  'slot.too_soon',
  'slot.too_far',
  'party.too_small',
  'party.too_large',
  'channel.covers_used',
  'channel.not_linked',
  'area.required',
  'area.not_found',
  'duration.required',
  'duration.not_offered',
  'booking_type.not_offered',
  'remote.refused',
])

/** What a refusal of the hub is in Google's words; undefined where it is a failure to answer at all. */
export const failureOf = ({ code }: Problem): BookingFailure | undefined => {
  if (ofSlot.has(code)) return new BookingFailure('SLOT_UNAVAILABLE', code)
  if (code === 'reservation.cancel_too_late') return new BookingFailure('OUTSIDE_CANCELLATION_WINDOW', code)
  return undefined
}

const statuses: Partial<Record<ErrorCode, GoogleError['status']>> = {
  'venue.not_found': 400,
  'reservation.not_found': 400,
  'request.invalid': 400,
  'request.malformed': 400,
  'key.reused': 400,
  'key.in_flight': 409,
  'rate.limited': 429,
  // It may have been done: the same request again finds out.
  'remote.unclear': 504,
  'remote.unreachable': 503,
  'remote.given_up': 503,
  'server.busy': 503,
}
/** The status of a refusal that has no cause of Google's. */
export const errorOf = ({ code, status }: Problem): { status: number; message: string } => ({
  status: statuses[code] ?? status,
  // Google's people read it.
  message: code === 'key.reused' ? 'idempotency_token was used with another request' : code,
})
