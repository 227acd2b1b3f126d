import { createHash } from 'node:crypto'
import type { Message } from './proto-json.ts'

export const confirmationModes = [
  'CONFIRMATION_MODE_UNSPECIFIED',
  'CONFIRMATION_MODE_SYNCHRONOUS',
  'CONFIRMATION_MODE_ASYNCHRONOUS',
] as const
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
export type ConfirmationMode = (typeof confirmationModes)[number]

const resourceIds: Message = { staff_id: 'string', room_id: 'string', party_size: 'int32' }
const slot: Message = {
  merchant_id: 'string',
  service_id: 'string',
  start_sec: 'int64',
  duration_sec: 'int64',
  availability_tag: 'string',
  resources: { message: resourceIds },
  confirmation_mode: confirmationModes,
}
const slotTime: Message = {
  start_sec: 'int64',
  duration_sec: 'int64',
  availability_tag: 'string',
  resource_ids: { message: resourceIds },
  service_id: 'string',
  confirmation_mode: confirmationModes,
}
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

export type ResourceIds = { staff_id?: string; room_id?: string; party_size?: number }
type SlotBase = {
  service_id?: string
  start_sec?: string
  duration_sec?: string
  availability_tag?: string
  confirmation_mode?: ConfirmationMode
}
export type Slot = SlotBase & { merchant_id?: string; resources?: ResourceIds }
export type SlotTime = SlotBase & { resource_ids?: ResourceIds }
export type GoogleUser = {
  user_id?: string
  given_name?: string
  family_name?: string
  address?: { country?: string; locality?: string; region?: string; postal_code?: string; street_address?: string }
  telephone?: string
  email?: string
  language_code?: string
}
export type Booking = {
  booking_id: string
  slot: Slot
  user_information: GoogleUser
  payment_information: { prepayment_status: 'PREPAYMENT_NOT_PROVIDED' }
  status: BookingStatus
}
export const notPaid = { prepayment_status: 'PREPAYMENT_NOT_PROVIDED' } as const

/** Requests by method, as far as anything of them is used; the rest is read over. */
export const requests = {
  BatchAvailabilityLookup: { merchant_id: 'string', slot_time: { list: slotTime } },
  CheckAvailability: { slot: { message: slot } },
  CreateBooking: {
    slot: { message: slot },
    user_information: { message: user },
    idempotency_token: 'string',
    additional_request: 'prose',
    offer_id: 'string',
  },
  UpdateBooking: { booking: { message: { booking_id: 'string', slot: { message: slot }, status: bookingStatuses } } },
  GetBookingStatus: { booking_id: 'string' },
  ListBookings: { user_id: 'string' },
  SetMarketingPreference: { user_information: { message: user }, user_to_receive_marketing: 'bool' },
  BatchGetWaitEstimates: { merchant_id: 'string', service_id: 'string', party_size: { many: 'int32' } },
  CreateWaitlistEntry: {
    merchant_id: 'string',
    service_id: 'string',
    party_size: 'int32',
    user_information: { message: user },
    additional_request: 'prose',
    idempotency_token: 'string',
  },
  GetWaitlistEntry: { waitlist_entry_id: 'string' },
  DeleteWaitlistEntry: { waitlist_entry_id: 'string' },
} as const satisfies Record<string, Message>

export type MethodName = keyof typeof requests

export type LookupRequest = { merchant_id?: string; slot_time?: SlotTime[] }
export type CreateRequest = {
  slot?: Slot
  user_information?: GoogleUser
  idempotency_token?: string
  additional_request?: string
  offer_id?: string
}
export type UpdateRequest = { booking?: { booking_id?: string; slot?: Slot; status?: BookingStatus } }
export type EstimatesRequest = { merchant_id?: string; service_id?: string; party_size?: number[] }
export type WaitRequest = {
  merchant_id?: string
  service_id?: string
  party_size?: number
  user_information?: GoogleUser
  additional_request?: string
  idempotency_token?: string
}
export type EntryRequest = { waitlist_entry_id?: string }

/** Of a request without its token: what was asked under it. */
export const requestHashOf = (request: { idempotency_token?: string | undefined }): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...request, idempotency_token: undefined }))
    .digest('hex')

/** The idempotency key under which a token of an account is kept. */
export const keyOf = (accountId: string, token: string): string =>
  `google-${createHash('sha256')
    .update(JSON.stringify([accountId, token]))
    .digest('base64url')}`
