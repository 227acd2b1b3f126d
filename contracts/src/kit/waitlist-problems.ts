/** Refusals around the waitlist; part of `problems`. */
export const waitlistProblems = {
  'waitlist.not_found': 404,
  'waitlist.not_here': 409,
  'waitlist.full': 409,
  'waitlist.window': 422,
  'waitlist.move_illegal': 409,
  'waitlist.changed_meanwhile': 409,
  'waitlist.nothing_free': 409,
} as const
