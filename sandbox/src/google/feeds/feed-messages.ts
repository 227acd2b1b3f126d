import { confirmationModes } from '../messages.ts'
import type { Message } from '../proto-read.ts'
import type { FeedKind } from './feed-scan.ts'

const metadata: Message = {
  processing_instruction: ['PROCESS_UNKNOWN', 'PROCESS_AS_COMPLETE', 'PROCESS_AS_INCREMENTAL'],
  shard_number: 'int32',
  total_shards: 'int32',
  generation_timestamp: 'int64',
  nonce: 'uint64',
}
const address: Message = { country: 'string', locality: 'string', region: 'string', postal_code: 'string', street_address: 'string' }
const text: Message = { value: 'string', localized_value: { list: { message: { locale: 'string', value: 'string' } } } }
const price: Message = { price_micros: 'int64', currency_code: 'string', pricing_option_tag: 'string' }
const deposit: Message = {
  deposit: { message: price },
  min_advance_cancellation_sec: 'int64',
  deposit_type: ['FIXED_RATE_DEFAULT', 'PER_PERSON'],
}
const noShowFee: Message = { fee: { message: price }, fee_type: ['FIXED_RATE_DEFAULT', 'PER_PERSON'] }

const merchant: Message = {
  merchant_id: 'string',
  name: 'string',
  telephone: 'string',
  url: 'string',
  geo: { message: { latitude: 'double', longitude: 'double', address: { message: address }, unstructured_address: 'string' } },
  category: 'string',
  terms: { message: { url: 'string', text: 'string', localized_text: { message: text } } },
  brand_id: 'string',
  matching_hints: { message: { place_id: 'string' } },
  tax_rate: { message: { micro_percent: 'int32' } },
}
const rules: Message = {
  min_advance_booking: 'int64',
  min_advance_online_canceling: 'int64',
  late_cancellation_fee: { message: price },
  noshow_fee: { message: price },
  admission_policy: ['ADMISSION_POLICY_UNSPECIFIED', 'TIME_STRICT', 'TIME_FLEXIBLE', 'TIMED_ENTRY_WITH_FLEXIBLE_DURATION'],
  min_booking_buffer_before_end_time: 'int64',
  cancellation_policy: {
    message: {
      refund_condition: { list: { message: { min_duration_before_start_time: 'string', refund_percent: 'int32' } } },
    },
  },
}
const waitlistRules: Message = { min_party_size: 'int32', max_party_size: 'int32', supports_additional_request: 'bool' }
const service: Message = {
  merchant_id: 'string',
  service_id: 'string',
  name: 'string',
  localized_service_name: { message: text },
  description: 'string',
  localized_description: { message: text },
  price: { message: price },
  rules: { message: rules },
  prepayment_type: 'string',
  prepayment_terms: { message: { charge_timing: 'string', charge_time_before_start_time_sec: 'int64' } },
  deposit: { message: deposit },
  no_show_fee: { message: noShowFee },
  require_credit_card: 'string',
  related_media: { list: { message: { url: 'string', type: 'string' } } },
  service_attribute_value_id: { list: 'string' },
  type: 'string',
  waitlist_rules: { message: waitlistRules },
}
const resources: Message = {
  staff_id: 'string',
  staff_name: 'string',
  room_id: 'string',
  room_name: 'string',
  room_description: { message: text },
  party_size: 'int32',
}
const availability: Message = {
  merchant_id: 'string',
  service_id: 'string',
  start_sec: 'int64',
  duration_sec: 'int64',
  spots_total: 'int64',
  spots_open: 'int64',
  availability_tag: 'string',
  resources: { message: resources },
  payment_option_id: { list: 'string' },
  recurrence: { message: { repeat_until_sec: 'int64', repeat_every_sec: 'int32' } },
  schedule_exception: { list: { message: { time_range: { message: { begin_sec: 'int64', end_sec: 'int64' } } } } },
  deposit: { message: deposit },
  no_show_fee: { message: noShowFee },
  require_credit_card: 'string',
  ticket_type_id: { list: 'string' },
  duration_requirement: ['DURATION_REQUIREMENT_UNSPECIFIED', 'DO_NOT_SHOW_DURATION', 'MUST_SHOW_DURATION'],
  scheduling_rule_overrides: { message: { first_bookable_sec: 'int64', last_bookable_sec: 'int64', last_online_cancellable_sec: 'int64' } },
  confirmation_mode: confirmationModes,
  linkout_required_reason: 'string',
}

export const records: Readonly<Record<FeedKind, Message>> = { merchants: merchant, services: service, availability }
/** A feed without its records. */
export const feeds: Readonly<Record<FeedKind, Message>> = {
  merchants: { metadata: { message: metadata }, merchant: { list: { message: merchant } } },
  services: { metadata: { message: metadata }, service: { list: { message: service } } },
  availability: {
    metadata: { message: metadata },
    service_availability: {
      list: {
        message: {
          start_timestamp_restrict: 'int64',
          end_timestamp_restrict: 'int64',
          merchant_id_restrict: 'string',
          service_id_restrict: 'string',
          duration_restrict_sec: 'int64',
          resources_restrict: { message: resources },
          availability: { list: { message: availability } },
        },
      },
    },
  },
}
