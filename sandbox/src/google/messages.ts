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
export type Failure = { cause?: Cause; description?: string }
