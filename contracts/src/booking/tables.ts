import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { GivenInstant, Id, IdParams, Instant, LocalDate, line, text, whole } from '../kit/wire.ts'
import { givingRefused, planOdd, TableParty } from './table-parties.ts'
import { TableRepair } from './table-repair.ts'
import { chainTablesMost, priorityMost, seatingReasons } from './tables.rules.ts'

export { givingRefused, TableRepair }
const version = whole(0, 2_000_000_000)

/** A table that parties are seated at. */
export const DiningTable = z.object({
  /** Made by whoever adds it, and never used again. */
  id: Id,
  /** What stands on its card. */
  name: text(20),
  areaId: Id,
  /** Fewer are seated there by hand only. */
  minCovers: whole(1, 1000),
  maxCovers: whole(1, 1000),
  /** Given to parties that book online as well. */
  online: z.boolean(),
  /** Of all tables and chains that fit a party the lower number is given first, whatever its size; of one number the smallest. Absent = 50. */
  priority: z.optional(whole(1, priorityMost)),
})
export type DiningTable = z.infer<typeof DiningTable>

/** What is said of a chain of joined tables by hand, where it is not as its tables are; or that it is never set up. */
export const TableChain = z.object({
  tableIds: z.array(Id).check(z.minLength(2), z.maxLength(chainTablesMost)),
  /** Null = the sum of its tables. */
  covers: z.nullable(whole(1, 5000)),
  off: z.boolean(),
  /** Whether it is given to parties that book online. Null or absent = where all of its tables are. */
  online: z.optional(z.nullable(z.boolean())),
  /** As of a table. Null or absent = the highest number of its tables. */
  priority: z.optional(z.nullable(whole(1, priorityMost))),
})
export type TableChain = z.infer<typeof TableChain>

export const tablesMost = 300

export const TablePlan = z.object({
  /** Whether the venue works with tables at all. */
  on: z.boolean(),
  /** Whether a party is taken only where a table is left for it, and given one as it books. Absent = false: tables are for whoever seats parties. */
  decides: z.optional(z.boolean()),
  /** In the order of sale. */
  tables: z.array(DiningTable).check(z.maxLength(tablesMost)),
  /** Which two stand so that they can be pushed together; chains follow from them. */
  joins: z.array(z.tuple([Id, Id])).check(z.maxLength(600)),
  chains: z.array(TableChain).check(z.maxLength(1000)),
  /** 0 = nothing was saved yet. */
  version,
})
export type TablePlan = z.infer<typeof TablePlan>

/** Where a party sits. */
export const TableSeat = z.object({
  reservationId: Id,
  tableIds: z.array(Id),
  /** Of its tables, as they are called now; empty = it has none. */
  name: z.string(),
  /** Nobody but people moves it. */
  locked: z.boolean(),
  /** Until when it stays, where somebody said that it stays longer than it booked; null or absent = as long as it booked. */
  until: z.optional(z.nullable(Instant)),
  version,
})
export type TableSeat = z.infer<typeof TableSeat>

/** A table that takes nobody for a while. */
export const TableBlock = z.object({ id: Id, tableId: Id, from: Instant, until: Instant, reason: z.string(), byName: z.string() })
export type TableBlock = z.infer<typeof TableBlock>

/** Who sits where, or will, on a service day. */
export const TableDay = z.object({
  venueId: Id,
  date: LocalDate,
  on: z.boolean(),
  seats: z.array(TableSeat),
  blocks: z.array(TableBlock),
  /** Tables that are put away on that day: the layout that rules it says so. */
  away: z.array(Id),
})
export type TableDay = z.infer<typeof TableDay>

/** One table or chain that a party can be given. */
export const SeatChoice = z.object({
  tableIds: z.array(Id),
  name: z.string(),
  areaName: z.string(),
  covers: z.int(),
  /** Nobody else has it then. */
  free: z.boolean(),
  /** The party is neither too small nor too large for it. */
  fits: z.boolean(),
  blocked: z.boolean(),
  /** Who has it then. */
  takenBy: z.string(),
  /** When the last of them leaves it. */
  takenUntil: z.optional(Instant),
  /** Nobody has it now, but somebody from then on: who sits, or sits down now, could have it until then. */
  freeUntil: z.optional(Instant),
  /** The one party that has just these tables then, and could exchange them for this one’s. */
  exchange: z.optional(z.object({ reservationId: Id, guestName: z.string(), version })),
})
export type SeatChoice = z.infer<typeof SeatChoice>

/** Where a party sits, and where it could. */
export const SeatChoices = z.object({
  on: z.boolean(),
  seat: TableSeat,
  /** Undefined where no table is left that fits. */
  suggestion: z.optional(
    z.object({
      tableIds: z.array(Id),
      name: z.string(),
      /** `exact`: it seats just so many; `smallest`: none that is smaller is free; `joined`: no single table does; `first`: others do better, and the house sells this one before them. */
      reason: z.enum(seatingReasons),
      covers: z.int(),
      /** Who has to sit elsewhere for it, and where. */
      moves: z.array(z.object({ reservationId: Id, guestName: z.string(), name: z.string(), tableIds: z.array(Id), version })),
    }),
  ),
  /** What is free and fits comes first. */
  choices: z.array(SeatChoice),
})
export type SeatChoices = z.infer<typeof SeatChoices>

export const tables = defineArea('tables', {
  plan: {
    method: 'GET',
    path: '/v1/venues/:id/tables',
    summary: 'The tables of a venue in their order of sale, which of them can be joined, and whether the venue works with them.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: TablePlan,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  savePlan: {
    method: 'PUT',
    path: '/v1/venues/:id/tables',
    summary:
      'Replace the tables of a venue. Parties that come to a table, or to joined ones, that the plan has no longer have none any more, and stay booked: refused unless each of them is named.',
    can: ['update', 'settings-restaurant'],
    audit: 'table_plan.updated',
    params: IdParams,
    body: z.object({
      ...TablePlan.shape,
      /** Who may lose his table. */
      releases: z._default(z.array(Id).check(z.maxLength(5000)), []),
    }),
    result: TablePlan,
    envelope: 'data',
    errors: [
      'venue.not_found',
      'venue.archived',
      'tables.version_stale',
      'tables.not_here',
      'tables.in_use',
      'tables.parties_come',
      ...planOdd,
    ],
  },
  touched: {
    method: 'POST',
    path: '/v1/venues/:id/tables/touched',
    summary:
      'Which parties would lose their table if these tables were saved, and which would have too few seats at theirs. Nothing is written.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    body: TablePlan,
    result: z.object({
      /** The next ones to come. */
      parties: z.array(TableParty),
      /** All of them, as a save names them. */
      ids: z.array(Id),
      /** Who keeps, or sits at, what seats as many now and would seat fewer than the party: the next ones to come. */
      tight: z.array(TableParty),
    }),
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', ...planOdd],
  },
  day: {
    method: 'GET',
    path: '/v1/venues/:id/table-day',
    summary: 'Who sits at which table on a service day, and which tables take nobody.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: TableDay,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  choices: {
    method: 'GET',
    path: '/v1/reservations/:id/tables',
    summary: 'Where a party sits, which table is suggested for it and why, and what else there is.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: SeatChoices,
    envelope: 'data',
    errors: ['reservation.not_found'],
  },
  repair: {
    method: 'GET',
    path: '/v1/reservations/:id/table-repair',
    summary:
      'Where those could sit who come to the table of a party that sits longer. Nothing is changed: it is done by giving one of them its table with the others as `moves`.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ until: z.optional(GivenInstant) }),
    result: TableRepair,
    envelope: 'data',
    errors: ['reservation.not_found'],
  },
  assign: {
    method: 'PUT',
    path: '/v1/reservations/:id/tables',
    summary: 'Give a party a table or a chain of joined ones, or none. Refused where somebody else has one of them, or changed it since.',
    can: ['update', 'reservation-list'],
    audit: 'reservation_tables.updated',
    params: IdParams,
    body: z.object({
      /** Empty = none. */
      tableIds: z.array(Id).check(z.maxLength(chainTablesMost)),
      locked: z.boolean(),
      /** The version that was read; 0 = it never had one. */
      version,
      /** Who sits elsewhere for it, as it was suggested: all of them or none. */
      moves: z._default(
        z
          .array(z.object({ reservationId: Id, tableIds: z.array(Id).check(z.minLength(1), z.maxLength(chainTablesMost)), version }))
          .check(z.maxLength(20)),
        [],
      ),
      /** Of a party that sits: until when it stays, where that is longer than it booked; null = as long as it booked; absent = as was said before. */
      until: z.optional(z.nullable(GivenInstant)),
      /**
       * An act is taken back: who moved for it returns although it is expected within half an hour by now, and also to a table where somebody sits past his time.
       * Booked times never meet at a table, and two never sit at one.
       */
      back: z._default(z.boolean(), false),
    }),
    result: TableSeat,
    envelope: 'data',
    errors: ['reservation.not_found', 'reservation.final', 'venue.archived', ...givingRefused, 'tables.party_stays'],
  },
  exchange: {
    method: 'POST',
    path: '/v1/reservations/:id/table-exchange',
    summary:
      'Give two parties each other’s tables in one act, also while both sit there. Refused where somebody changed one of them since.',
    idempotent: true,
    can: ['update', 'reservation-list'],
    audit: 'reservation_tables.updated',
    params: IdParams,
    body: z.object({
      /** The other party. */
      reservationId: Id,
      version,
      withVersion: version,
    }),
    result: z.object({
      /** Of this party, then of the other one. */
      seats: z.array(TableSeat),
    }),
    envelope: 'data',
    errors: ['reservation.not_found', 'reservation.final', 'venue.archived', ...givingRefused],
  },
  block: {
    method: 'POST',
    path: '/v1/venues/:id/table-blocks',
    summary: 'Keep a table free of parties for a while. Who has it then keeps it: those are to be moved before.',
    can: ['update', 'reservation-list'],
    audit: 'table_block.created',
    idempotent: true,
    params: IdParams,
    body: z.object({ tableId: Id, from: GivenInstant, until: GivenInstant, reason: line(200) }),
    result: TableBlock,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'tables.off', 'tables.unknown', 'tables.taken', 'tables.blocked', 'tables.block_invalid'],
  },
  unblock: {
    method: 'DELETE',
    path: '/v1/table-blocks/:id',
    summary: 'Give a blocked table back.',
    can: ['update', 'reservation-list'],
    audit: 'table_block.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['tables.block_not_found'],
  },
})
