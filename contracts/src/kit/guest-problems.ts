/** What becomes of guests' data, and what guests may not do by themselves. */
export const guestProblems = {
  'reservation.erased': 409,
  'contact.has_enough': 409,
  'address.holds_enough': 429,
  'address.booked_enough': 429,
  'ask.waits': 409,
  'ask.day_full': 409,
  'guest.not_found': 404,
  'guest.has_bookings': 409,
  'guest.several': 409,
  'guest.erasure_unknown': 404,
  'guest.changed_meanwhile': 409,
  'guest.no_address': 409,
  'guest.not_mergeable': 409,
  'guest.not_merged': 409,
  'guest.pair_decided': 409,
} as const
