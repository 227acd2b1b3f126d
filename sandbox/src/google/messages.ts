import type { Message } from './proto-read.ts'

export const confirmationModes = [
  'CONFIRMATION_MODE_UNSPECIFIED',
  'CONFIRMATION_MODE_SYNCHRONOUS',
  'CONFIRMATION_MODE_ASYNCHRONOUS',
] as const
export type ConfirmationMode = (typeof confirmationModes)[number]
export const bookingStatuses = [
  'BOOKING_STATUS_UNSPECIFIED',
  'CONFIRMED',
  'PENDING_MERCHANT_CONFIRMATION',
  'CANCELED',
  'NO_SHOW',
  'NO_SHOW_PENALIZED',
  'FAILED',
  'DECLINED_BY_MERCHANT',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]
const prepayment = [
  'PREPAYMENT_STATUS_UNSPECIFIED',
  'PREPAYMENT_PROVIDED',
  'PREPAYMENT_NOT_PROVIDED',
  'PREPAYMENT_REFUNDED',
  'PREPAYMENT_CREDITED',
] as const
export const causes = [
  'CAUSE_UNSPECIFIED',
  'SLOT_UNAVAILABLE',
  'SLOT_ALREADY_BOOKED_BY_USER',
  'LEASE_EXPIRED',
  'OUTSIDE_CANCELLATION_WINDOW',
  'PAYMENT_ERROR_CARD_TYPE_REJECTED',
  'PAYMENT_ERROR_CARD_DECLINED',
  'PAYMENT_OPTION_NOT_VALID',
  'PAYMENT_ERROR',
  'USER_CANNOT_USE_PAYMENT_OPTION',
  'BOOKING_ALREADY_CANCELLED',
  'BOOKING_NOT_CANCELLABLE',
  'OVERLAPPING_RESERVATION',
  'USER_OVER_BOOKING_LIMIT',
  'DEAL_UNAVAILABLE',
  'PAYMENT_REQUIRES_3DS1',
  'OFFER_UNAVAILABLE',
] as const
export type Cause = (typeof causes)[number]

export const waitStatuses = ['WAITLIST_STATUS_UNSPECIFIED', 'OPEN', 'CLOSED_NO_WAIT', 'CLOSED_OTHER'] as const
export type WaitStatus = (typeof waitStatuses)[number]
export const waitStates = [
  'WAITLIST_ENTRY_STATE_UNSPECIFIED',
  'WAITING',
  'CANCELED',
  'SERVICE_READY',
  'CHECKED_IN',
  'SEATED',
  'NO_SHOW',
  'DECLINED_BY_MERCHANT',
  'PENDING_MERCHANT_CONFIRMATION',
] as const
export type WaitState = (typeof waitStates)[number]
export const waitCauses = [
  'CAUSE_UNSPECIFIED',
  'EXISTING_WAITLIST_ENTRY',
  'BELOW_MIN_PARTY_SIZE',
  'ABOVE_MAX_PARTY_SIZE',
  'MERCHANT_CLOSED',
  'NO_WAIT',
  'WAITLIST_FULL',
  'PHONE_NUMBER_COUNTRY_UNSUPPORTED',
  'WAITLIST_CLOSED',
] as const
export type WaitCause = (typeof waitCauses)[number]

const resources: Message = { staff_id: 'string', room_id: 'string', party_size: 'int32' }
const times: Message = {
  service_id: 'string',
  start_sec: 'int64',
  duration_sec: 'int64',
  availability_tag: 'string',
  confirmation_mode: confirmationModes,
}
const slot: Message = { ...times, merchant_id: 'string', resources: { message: resources } }
const address: Message = { country: 'string', locality: 'string', region: 'string', postal_code: 'string', street_address: 'string' }
const user: Message = {
  user_id: 'string',
  given_name: 'string',
  family_name: 'string',
  address: { message: address },
  telephone: 'string',
  email: 'string',
  language_code: 'string',
}
const booking: Message = {
  booking_id: 'string',
  slot: { message: slot },
  user_information: { message: user },
  status: bookingStatuses,
  payment_information: { message: { prepayment_status: prepayment } },
  offer_info: { message: { offer_id: 'string' } },
}
const failure: Message = { cause: causes, description: 'string' }

const waitConfirmations = [
  'WAITLIST_CONFIRMATION_MODE_UNSPECIFIED',
  'WAITLIST_CONFIRMATION_MODE_SYNCHRONOUS',
  'WAITLIST_CONFIRMATION_MODE_ASYNCHRONOUS',
] as const
const waitRange: Message = { start_seconds: 'int64', end_seconds: 'int64' }
const waitEstimate: Message = {
  party_size: 'int32',
  wait_length: { message: { parties_ahead_count: 'int32', estimated_seat_time_range: { message: waitRange } } },
  waitlist_confirmation_mode: waitConfirmations,
}
const waitTimes: Message = {
  created_time_seconds: 'int64',
  canceled_time_seconds: 'int64',
  service_readied_time_seconds: 'int64',
  checked_in_time_seconds: 'int64',
  seated_time_seconds: 'int64',
  marked_no_show_time_seconds: 'int64',
}
const waitEntry: Message = {
  waitlist_entry_state: waitStates,
  waitlist_entry_state_times: { message: waitTimes },
  wait_estimate: { message: waitEstimate },
}

/** What each method may answer. */
export const answers = {
  HealthCheck: {},
  BatchAvailabilityLookup: {
    slot_time_availability: {
      list: { message: { slot_time: { message: { ...times, resource_ids: { message: resources } } }, available: 'bool' } },
    },
  },
  CreateBooking: { booking: { message: booking }, booking_failure: { message: failure } },
  UpdateBooking: { booking: { message: booking }, booking_failure: { message: failure } },
  GetBookingStatus: { booking_id: 'string', booking_status: bookingStatuses, prepayment_status: prepayment },
  ListBookings: { bookings: { list: { message: booking } } },
  BatchGetWaitEstimates: { waitlist_status: waitStatuses, wait_estimate: { list: { message: waitEstimate } } },
  CreateWaitlistEntry: {
    waitlist_entry_id: 'string',
    waitlist_business_logic_failure: { message: { cause: waitCauses, description: 'string' } },
  },
  GetWaitlistEntry: { waitlist_entry: { message: waitEntry } },
  DeleteWaitlistEntry: {},
} as const satisfies Record<string, Message>
export type Method = keyof typeof answers

export type ResourceIds = { room_id?: string; party_size: number }
type Times = {
  service_id: string
  start_sec: string
  duration_sec?: string
  availability_tag?: string
  confirmation_mode?: ConfirmationMode
}
export type SlotTime = Times & { resource_ids: ResourceIds }
export type Slot = Times & { merchant_id: string; resources: ResourceIds }
export type Person = { user_id: string; given_name: string; family_name: string; telephone: string; email: string }
export type AnsweredBooking = { booking_id?: string; slot?: Partial<Slot>; user_information?: Partial<Person>; status?: BookingStatus }
export type WaitEstimate = {
  party_size?: number
  wait_length?: { parties_ahead_count?: number; estimated_seat_time_range?: { start_seconds?: string; end_seconds?: string } }
}
export type WaitEntry = { waitlist_entry_state?: WaitState; wait_estimate?: WaitEstimate }
export type Failure = { cause?: Cause; description?: string }
