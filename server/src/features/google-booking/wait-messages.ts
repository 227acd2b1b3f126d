export type WaitStatus = 'OPEN' | 'CLOSED_NO_WAIT' | 'CLOSED_OTHER'
export type WaitState = 'WAITING' | 'CANCELED' | 'SERVICE_READY' | 'SEATED' | 'NO_SHOW'
/** Causes for which nobody is put on a list. */
export type WaitCause =
  | 'EXISTING_WAITLIST_ENTRY'
  | 'BELOW_MIN_PARTY_SIZE'
  | 'ABOVE_MAX_PARTY_SIZE'
  | 'MERCHANT_CLOSED'
  | 'NO_WAIT'
  | 'WAITLIST_FULL'
  | 'PHONE_NUMBER_COUNTRY_UNSUPPORTED'
  | 'WAITLIST_CLOSED'

export type WaitEstimate = {
  party_size: number
  wait_length: { parties_ahead_count: number; estimated_seat_time_range: { start_seconds: string; end_seconds: string } }
  waitlist_confirmation_mode: 'WAITLIST_CONFIRMATION_MODE_SYNCHRONOUS'
}
