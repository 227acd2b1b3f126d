import { z } from 'zod/mini'
import { Id, Instant, LocalDate } from '../kit/wire.ts'

/** A party that has a table, and would lose it. */
export const TableParty = z.object({
  reservationId: Id,
  guestName: z.string(),
  partySize: z.int(),
  startsAt: Instant,
  /** `YYYY-MM-DDTHH:mm` by the clock of the venue. */
  startsLocal: z.string(),
  serviceOn: LocalDate,
  /** Its tables, as they are called. */
  tables: z.string(),
})
export type TableParty = z.infer<typeof TableParty>

/** Somebody who was never completed and counted as seated, and lost a table to who sat down there. */
export const TableLost = z.object({
  reservationId: Id,
  guestName: z.string(),
  /** As they were called. */
  before: z.string(),
  /** Empty = none is left. */
  now: z.string(),
})
export type TableLost = z.infer<typeof TableLost>

/** Why tables cannot stand so. */
export const planOdd = [
  'tables.name_twice',
  'tables.area_gone',
  'tables.covers_odd',
  'tables.join_apart',
  'tables.not_joined',
  'tables.too_many_joins',
  'tables.unknown',
] as const

/** Why a party is not given its tables. */
export const givingRefused = [
  'tables.off',
  'tables.unknown',
  'tables.put_away',
  'tables.not_joined',
  'tables.taken',
  'tables.blocked',
  'seat.version_stale',
] as const
