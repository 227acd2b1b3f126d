import { bookingStatuses, causes, confirmationModes } from '../messages.ts'
import type { Message } from '../proto-read.ts'

const address: Message = { country: 'string', locality: 'string', region: 'string', postal_code: 'string', street_address: 'string' }

/** Times and durations travel as text here, and whole numbers as text too. */
export const notification = {
  name: 'string',
  merchant_id: 'string',
  service_id: 'string',
  status: bookingStatuses,
  start_time: 'string',
  duration: 'string',
  party_size: 'int64',
  payment_information: { message: { prepayment_status: 'string', payment_transaction_id: 'string' } },
  client_information: {
    message: { given_name: 'string', family_name: 'string', address: { message: address }, telephone: 'string', email: 'string' },
  },
} as const satisfies Message
export const notificationCauses: readonly string[] = causes

const text: Message = { value: 'string', localized_value: { list: { message: { locale: 'string', value: 'string' } } } }
export const resources: Message = {
  staff_id: 'string',
  staff_name: 'string',
  room_id: 'string',
  room_name: 'string',
  room_description: { message: text },
  party_size: 'int32',
}
const money: Message = { price_micros: 'int64', currency_code: 'string', pricing_option_tag: 'string' }
const availability: Message = {
  start_time: 'string',
  duration: 'string',
  spots_total: 'int64',
  spots_open: 'int64',
  availability_tag: 'string',
  resources: { message: resources },
  confirmation_mode: confirmationModes,
  scheduling_rule_overrides: { message: { first_bookable_sec: 'int64', last_bookable_sec: 'int64', last_online_cancellable_sec: 'int64' } },
  duration_requirement: ['DURATION_REQUIREMENT_UNSPECIFIED', 'DO_NOT_SHOW_DURATION', 'MUST_SHOW_DURATION'],
  require_credit_card: 'string',
  deposit: { message: { deposit: { message: money }, min_advance_cancellation_sec: 'int64', deposit_type: 'string' } },
  no_show_fee: { message: { fee: { message: money }, fee_type: 'string' } },
  linkout_required_reason: 'string',
}
const restricts: Message = {
  start_time_restrict: 'string',
  end_time_restrict: 'string',
  duration_restrict: 'string',
  resources_restrict: { message: resources },
  availability: { list: { message: availability } },
}
export const serviceReplace: Message = { service_availability: { message: { name: 'string', ...restricts } } }
export const batchReplace: Message = {
  extended_service_availability: { list: { message: { merchant_id: 'string', service_id: 'string', ...restricts } } },
}
export const merchantUpdate: Message = {
  name: 'string',
  merchant_name: 'string',
  telephone: 'string',
  url: 'string',
  category: 'string',
  geo: {
    message: { latitude: 'double', longitude: 'double', unstructured_address: 'string', address: { message: address } },
  },
  terms: { message: { url: 'string', text: 'string', localized_text: { message: text } } },
  brand_id: 'string',
  matching_hints: { message: { place_id: 'string' } },
}
export const serviceUpdate: Message = {
  name: 'string',
  service_name: 'string',
  localized_service_name: { message: text },
  description: 'string',
  localized_description: { message: text },
  rules: {
    message: {
      min_advance_booking: 'string',
      min_advance_online_canceling: 'string',
      admission_policy: 'string',
      min_booking_buffer_before_end_time: 'string',
    },
  },
  waitlist_rules: { message: { min_party_size: 'int32', max_party_size: 'int32', supports_additional_request: 'bool' } },
  type: 'string',
}
