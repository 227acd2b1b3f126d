import { z } from 'zod/mini'

/** Every error code the product answers, with its HTTP status. Each has a phrase in all five languages (contracts/src/phrases). */
export const problems = {
  // General: any call may answer these, they are not repeated per endpoint.
  'request.invalid': 400,
  'request.malformed': 400,
  'request.too_large': 413,
  'request.media_type': 415,
  'route.unknown': 404,
  'session.missing': 401,
  'session.expired': 401,
  'channel_key.invalid': 401,
  'access.denied': 403,
  'rate.limited': 429,
  'server.failed': 500,
  'server.busy': 503,
  'key.reused': 422,
  'key.in_flight': 409,
  // Sign-in
  'credentials.invalid': 401,
  'access.no_role': 403,
  'token.invalid': 401,
  'client.unknown': 401,
  'grant.unsupported': 400,
  'password.wrong': 422,
  'login.locked': 429,
  'second_factor.required': 401,
  'second_factor.wrong': 401,
  'challenge.expired': 401,
  'passkey.refused': 422,
  // Second factors and sessions of one's own account, acting as a customer
  'otp.wrong': 422,
  'totp.active': 409,
  'totp.missing': 409,
  'second_factor.missing': 409,
  'passkey.impossible': 422,
  'passkey.known': 409,
  'passkey.too_many': 409,
  'acting.denied': 403,
  'acting.forbidden': 403,
  'acting.none': 409,
  // Things that are not there, or not for this caller
  'user.not_found': 404,
  'session.not_found': 404,
  'passkey.not_found': 404,
  'venue.not_found': 404,
  'area.not_found': 404,
  'channel.not_found': 404,
  'reservation.not_found': 404,
  'hold.not_found': 404,
  'mail.not_found': 404,
  'notification.not_found': 404,
  'push.device_not_found': 404,
  // Venues, book, channels
  'venue.external_id_taken': 409,
  'venue.zone_unknown': 422,
  'book.version_stale': 409,
  'book.area_in_use': 409,
  'book.inconsistent': 422,
  'channel.name_taken': 409,
  'channel.not_linked': 403,
  // Notifications
  'push.address_refused': 422,
  'push.no_device': 422,
  // Booking
  'slot.taken': 409,
  'slot.closed': 422,
  'slot.past': 422,
  'slot.too_soon': 422,
  'slot.too_far': 422,
  'party.too_small': 422,
  'party.too_large': 422,
  'area.required': 422,
  'hold.expired': 409,
  'override.denied': 403,
  'reservation.move_illegal': 409,
  'reservation.changed_meanwhile': 409,
  'reservation.final': 409,
  'reservation.cancel_too_late': 422,
  'reason.required': 422,
  'range.invalid': 400,
} as const

export type ErrorCode = keyof typeof problems
export const general = [
  'request.invalid',
  'request.malformed',
  'request.too_large',
  'request.media_type',
  'route.unknown',
  'session.missing',
  'session.expired',
  'channel_key.invalid',
  'access.denied',
  'rate.limited',
  'server.failed',
  'server.busy',
  'key.reused',
  'key.in_flight',
] as const satisfies readonly ErrorCode[]

/** The one error body: a sentence for people, a code for programs, the fields that are wrong; `details` where a code says what stands there. */
export const ProblemBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** With `second_factor.required`: FactorChallenge of session.ts. */
  details: z.optional(z.record(z.string(), z.unknown())),
})
export type ProblemBody = z.infer<typeof ProblemBody>
