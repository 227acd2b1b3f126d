import { z } from 'zod/mini'
import { Id, IdParams, whole } from '../kit/wire.ts'

/** Refused where somebody changed it since. */
const version = z.optional(z.int())

export const LateNote = z.object({
  /** From its time on; null = the party is not late, after all. Another time forgets it. */
  lateMinutes: z.nullable(whole(1, 240)),
  version,
})
export const PartySplit = z.object({
  /** So many of the party become one of their own; the others stay what they are. */
  partySize: whole(1, 999),
  version,
})

export const PartyJoin = z.object({
  /** Split off from this party before; it is no reservation any more, as if it had never been. */
  other: Id,
  version,
  otherVersion: version,
})

const joinOf = <const R extends z.core.$ZodType>(result: R) => ({
  method: 'POST' as const,
  path: '/v1/reservations/:id/join' as const,
  summary: 'Take a split back: the party that was split off is one with this one again, and nobody has canceled.',
  idempotent: true as const,
  can: ['update', 'reservation-list'] as const,
  audit: 'reservation.changed' as const,
  params: IdParams,
  body: PartyJoin,
  result,
  envelope: 'data' as const,
  errors: [
    'reservation.not_found',
    'reservation.changed_meanwhile',
    'reservation.move_illegal',
    'request.invalid',
    'slot.taken',
    'remote.decides',
  ] as const,
})

const retractOf = <const R extends z.core.$ZodType>(result: R) => ({
  method: 'POST' as const,
  path: '/v1/reservations/:id/retract' as const,
  summary:
    'Take back what people of the house booked a moment ago: it is no reservation any more, as if it had never been, and nobody has canceled. For a quarter of an hour, and where its guest was told nothing.',
  idempotent: true as const,
  can: ['update', 'reservation-list'] as const,
  audit: 'reservation.changed' as const,
  params: IdParams,
  body: z.object({ version }),
  result,
  envelope: 'data' as const,
  errors: ['reservation.not_found', 'reservation.changed_meanwhile', 'reservation.move_illegal', 'remote.decides'] as const,
})

/** What people do with a party beside its moves; `result` is the reservation, of a split the new one. */
export const partyActs = <const R extends z.core.$ZodType>(result: R) => ({
  late: {
    method: 'POST' as const,
    path: '/v1/reservations/:id/late' as const,
    summary: 'Write down by how many minutes a confirmed party says it is late, or that it is not.',
    can: ['update', 'reservation-list'] as const,
    audit: 'reservation.changed' as const,
    params: IdParams,
    body: LateNote,
    result,
    envelope: 'data' as const,
    errors: ['reservation.not_found', 'reservation.changed_meanwhile', 'reservation.move_illegal'] as const,
  },
  split: {
    method: 'POST' as const,
    path: '/v1/reservations/:id/split' as const,
    summary:
      'Make two parties of one that is confirmed or seated: same guest, time and notes, with a table of its own where one is free. Answers the new reservation.',
    status: 201 as const,
    idempotent: true as const,
    can: ['update', 'reservation-list'] as const,
    audit: 'reservation.created' as const,
    params: IdParams,
    body: PartySplit,
    result,
    envelope: 'data' as const,
    errors: [
      'reservation.not_found',
      'reservation.changed_meanwhile',
      'reservation.move_illegal',
      'request.invalid',
      'slot.taken',
      'venue.archived',
      'remote.decides',
    ] as const,
  },
  join: joinOf(result),
  retract: retractOf(result),
  resend: {
    method: 'POST' as const,
    path: '/v1/reservations/:id/resend-confirmation' as const,
    summary: 'Send the confirmation to the guest again.',
    idempotent: true as const,
    can: ['update', 'reservation-list'] as const,
    audit: 'reservation.confirmation_resent' as const,
    params: IdParams,
    result: z.object({ sentTo: z.string() }),
    envelope: 'data' as const,
    errors: ['reservation.not_found', 'reservation.final', 'request.invalid'] as const,
  },
})
