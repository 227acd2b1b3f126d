import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate, LocalTime, queryInt } from '../kit/wire.ts'
import { Verdict } from './availability.ts'

/** What would be left of one limit once the party is taken; below 0 = so many beyond it. */
export const Reserve = z.object({
  rule: z.enum(['pacing_covers', 'pacing_parties', 'area_capacity', 'tables']),
  /** Where it is set, as in a verdict. */
  setting: z.string(),
  /** Null for tables, which are named instead. */
  limit: z.nullable(z.int()),
  left: z.int(),
})
export type Reserve = z.infer<typeof Reserve>

const FreeTable = z.object({ name: z.string(), areaId: Id, most: z.int() })
export type FreeTable = z.infer<typeof FreeTable>

export const WhatIf = z.object({
  venueId: Id,
  /** The service day that the start belongs to. */
  date: LocalDate,
  timezone: z.string(),
  partySize: z.int(),
  startsAt: Instant,
  endsAt: Instant,
  /** Venue-local `YYYY-MM-DDTHH:mm`. */
  startsLocal: z.string(),
  /** `override`: a rule closes it, and the caller may book all the same. */
  answer: z.enum(['yes', 'override', 'no']),
  /** In the order in which the rules are asked; empty where the answer is yes. */
  closedBy: z.array(Verdict),
  /** The limit that the fewest further such parties would fit under comes first. Nothing where the venue’s own system counts, or for a channel’s people. */
  reserve: z.array(Reserve),
  /** The area the party would sit in; null where the venue’s own system says so. */
  areaId: z.nullable(Id),
  /** Null where the venue does not work with tables. */
  tables: z.nullable(
    z.object({
      /** The table the party would be given by itself; null = none, or the house gives tables by hand. */
      given: z.nullable(FreeTable),
      /** Who would have to sit elsewhere for it. */
      moves: z.array(z.object({ reservationId: Id, partySize: z.int(), startsAt: Instant, from: z.string(), to: z.string() })),
      /** Which further ones would still be free for such a party, one beside the other. */
      free: z.array(FreeTable),
    }),
  ),
  /** Whether it may wait for a place here: not where the venue’s own system counts. */
  mayWait: z.boolean(),
  /** The open starts of the day nearest to the one that was asked for, itself not among them, by time. */
  nearest: z.array(z.object({ startsAt: Instant, startsLocal: z.string() })),
})
export type WhatIf = z.infer<typeof WhatIf>

export const whatIf = defineArea('whatIf', {
  ask: {
    method: 'GET',
    path: '/v1/venues/:id/what-if',
    summary: 'Whether a party can be taken at a time, what binds, what would be left afterwards, and which times nearby are open.',
    can: ['create', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({
      /** The service day; times before five in the morning belong to its night. */
      date: LocalDate,
      time: LocalTime,
      partySize: queryInt(1, 1000),
      areaId: z.optional(Id),
    }),
    result: WhatIf,
    envelope: 'data',
    errors: ['venue.not_found', 'area.not_found'],
  },
})
