import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Export, exportBody } from '../operations/exports.ts'
import { OnTablet, ReservationCreate, ReservationPatch } from './reservation-inputs.ts'
import { partyActs } from './party-acts.ts'
import { FigureFilter, FigureFilters } from './figure-filters.ts'
import { Move, Side, Status, statuses } from './reservations.rules.ts'
import { TableLost } from './table-parties.ts'
import { givingRefused, TableSeat } from './tables.ts'
import { GivenInstant, Id, IdParams, Instant, Lang, LocalDate, note, pageOf, pageQuery, queryInt, queryList, whole } from '../kit/wire.ts'

export const sources = ['phone', 'walk_in', 'channel', 'widget', 'import', 'system', 'waitlist'] as const
export const Source = z.enum(sources)

const Guest = z.object({
  id: z.nullable(Id),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  lang: z.nullable(Lang),
})

/** What the venue's own system is not known to have: on its way, or given up until people look. */
export const undeliveredStates = ['waiting', 'stuck'] as const
export const Undelivered = z.enum(undeliveredStates)
export type Undelivered = z.infer<typeof Undelivered>

/** A row of the list. `startsLocal` is venue-local `YYYY-MM-DDTHH:mm`; `serviceOn` the evening it belongs to, also after midnight. */
export const ReservationRow = z.object({
  id: Id,
  reference: z.string(),
  venueId: Id,
  venueName: z.string(),
  /** At a venue to try things out. */
  test: z.boolean(),
  status: Status,
  partySize: z.int(),
  startsAt: Instant,
  endsAt: Instant,
  startsLocal: z.string(),
  serviceOn: LocalDate,
  areaId: z.nullable(Id),
  areaName: z.nullable(z.string()),
  source: Source,
  channelId: z.nullable(Id),
  channelName: z.nullable(z.string()),
  guest: Guest,
  /** When the guest said on the page of his booking that he comes, and by how many minutes he is late; both null until he does. */
  guestConfirmedAt: z.optional(z.nullable(Instant)),
  lateMinutes: z.optional(z.nullable(z.int())),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  override: z.boolean(),
  holdExpiresAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** Null where the venue's own system has it as it stands here, and where the tables are counted here. */
  undelivered: z.optional(z.nullable(Undelivered)),
  /** Rises with every change; a write that names an older one is refused. */
  version: z.int(),
})
export type ReservationRow = z.infer<typeof ReservationRow>

/** How a booking stands at the venue's own reservation system. `stuck` waits for people; `lastError` is in the system's words. */
export const RemoteState = z.enum(['creating', 'live', 'changing', 'canceling', 'closed', 'stuck'])
const Remote = z.object({
  state: RemoteState,
  systemName: z.string(),
  remoteId: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** Where the guest still has to pay. */
  paymentUrl: z.nullable(z.string()),
})

export const Reservation = z.extend(ReservationRow, {
  timezone: z.string(),
  /** A mail about this booking was refused by the guest's address as it stands. */
  emailBounced: z.optional(z.boolean()),
  canceledAt: z.nullable(Instant),
  cancelActor: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  channelReference: z.nullable(z.string()),
  /** What the guest chose where the venue's own system offers a choice: seconds to stay, and the system's id of what for. */
  duration: z.nullable(z.int()),
  bookingType: z.nullable(z.string()),
  /** This guest at this venue, without this reservation. */
  guestHistory: z.object({ visits: z.int(), noShows: z.int(), cancellations: z.int(), lastVisitOn: z.nullable(LocalDate) }),
  moves: z.array(Move),
  /** Null where the venue's tables are counted here. */
  remote: z.nullable(Remote),
  /** Told in the answer of a change, or of a step, that took the party from its tables, or to others: where somebody else has them then, it has none any more. */
  tablesMoved: z.optional(z.object({ before: TableSeat, now: TableSeat })),
  /** Told in the answer of a step by which the party sat down: who was forgotten at one of its tables, and has it no longer. */
  tablesLost: z.optional(z.array(TableLost)),
})
export type Reservation = z.infer<typeof Reservation>

/** One entry of the history; never changed, never removed. `before` and `after` hold the fields that changed. */
export const ReservationEvent = z.object({
  id: Id,
  kind: z.enum(['held', 'booked', 'changed', 'moved', 'expired', 'notified']),
  move: z.nullable(z.string()),
  fromStatus: z.nullable(Status),
  toStatus: Status,
  side: Side,
  actorName: z.string(),
  ...OnTablet.shape,
  reason: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  at: Instant,
})
export type ReservationEvent = z.infer<typeof ReservationEvent>

const MoveBody = z.optional(
  z.object({
    reason: z.optional(z.nullable(note(500))),
    notify: z.optional(z.boolean()),
    /** Only `reopen`: take the place back although it is full; needs the right to it. */
    override: z.optional(z.boolean()),
    /** Refused where somebody changed it since: who takes back a step of their own must not take back another's. */
    version: z.optional(z.int()),
    /**
     * When it was done, where it could not be sent then: the party sits, or has left, since that time. Counts from the step before on, twelve hours back
     * at most and never later than now; history and audit keep it beside the time of sending.
     */
    notedAt: z.optional(GivenInstant),
  }),
)

const TableOrNone = z.union([Id, z.literal('none')])
export const ReservationFilters = z.object({
  venueId: z.optional(queryList(Id)),
  /** The service day, venue-local. */
  date: z.optional(LocalDate),
  from: z.optional(z.union([LocalDate, GivenInstant])),
  to: z.optional(z.union([LocalDate, GivenInstant])),
  dateBasis: z.optional(z.enum(['meal', 'creation'])),
  status: z.optional(queryList(Status)),
  channelId: z.optional(queryList(Id)),
  rmsId: z.optional(queryList(Id)),
  areaId: z.optional(queryList(Id)),
  /** `none`: without a table. No channel’s matter. */
  tableId: z.optional(queryList(TableOrNone)),
  source: z.optional(queryList(Source)),
  partySize: z.optional(queryList(queryInt(1, 1000))),
  undelivered: z.optional(queryList(Undelivered)),
  /**
   * Words that must all be found, also in the middle. A whole address of mail, a number of nine digits or more, and a booking’s number are looked up as
   * such; they are looked for in the middle only where nobody has just that. Names are found however their accents are typed.
   */
  q: z.optional(z.string().check(z.maxLength(120))),
  ...FigureFilters.shape,
})

const ids = z.array(Id).check(z.maxLength(1000))
/** The same filter as in the list, sent as a body. */
const ReservationFilter = z.strictObject({
  ...ReservationFilters.shape,
  venueId: z.optional(ids),
  status: z.optional(z.array(Status).check(z.maxLength(statuses.length))),
  channelId: z.optional(ids),
  rmsId: z.optional(ids),
  areaId: z.optional(ids),
  tableId: z.optional(z.array(TableOrNone).check(z.maxLength(1000))),
  source: z.optional(z.array(Source).check(z.maxLength(sources.length))),
  partySize: z.optional(z.array(whole(1, 1000)).check(z.maxLength(1000))),
  undelivered: z.optional(z.array(Undelivered).check(z.maxLength(undeliveredStates.length))),
  ...FigureFilter.shape,
})
const ReservationSort = z.enum(['startsAt', '-startsAt', 'createdAt', '-createdAt'])

/** By the book, or as somebody was faster. */
const notPlaced = ['slot.taken', 'slot.too_small', 'slot.no_table', 'slot.closed'] as const
/** Of venues whose own reservation system decides. */
const elsewhere = ['remote.given_up', 'remote.refused', 'remote.unclear', 'remote.unreachable'] as const

const move = <const M extends string, const A extends string>(name: M, audit: `reservation.${A}`, summary: string) => ({
  method: 'POST' as const,
  path: `/v1/reservations/:id/${name}` as const,
  summary,
  can: ['update', 'reservation-list'] as const,
  audit,
  params: IdParams,
  body: MoveBody,
  result: Reservation,
  envelope: 'data' as const,
  idempotent: true as const,
  errors: [
    'reservation.not_found',
    'reservation.move_illegal',
    'reservation.changed_meanwhile',
    'reason.required',
    'override.denied',
    ...notPlaced,
    'venue.archived',
    'remote.decides',
  ] as const,
})

export const reservations = defineArea('reservations', {
  list: {
    method: 'GET',
    path: '/v1/reservations',
    summary:
      "Reservations of the caller's venues, by meal or creation date, filtered and searched; of a channel's or a system's people those of their side, as figures count them.",
    can: ['read', 'reservation-list'],
    audit: 'none',
    mayLag: true,
    query: z.object({
      ...pageQuery,
      sort: z.optional(ReservationSort),
      filters: z.optional(ReservationFilters),
    }),
    result: pageOf(ReservationRow),
    envelope: 'page',
    errors: ['range.invalid', 'channel.not_found', 'system.not_found', 'tables.unknown'],
  },
  export: {
    method: 'POST',
    path: '/v1/reservations/export',
    summary: 'Write the reservations of that filter into an Excel file; it arrives by e-mail as a link that expires.',
    status: 201,
    can: ['read', 'reservation-list'],
    audit: 'export.requested',
    body: exportBody(ReservationFilter, ReservationSort),
    result: Export,
    envelope: 'data',
    idempotent: true,
    errors: ['range.invalid', 'channel.not_found', 'system.not_found', 'tables.unknown', 'export.too_many'],
  },
  get: {
    method: 'GET',
    path: '/v1/reservations/:id',
    summary: 'One reservation with guest history and the moves open to it.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: Reservation,
    envelope: 'data',
    errors: ['reservation.not_found'],
  },
  events: {
    method: 'GET',
    path: '/v1/reservations/:id/events',
    summary: 'Every change of a reservation, oldest first.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: z.array(ReservationEvent),
    envelope: 'data',
    errors: ['reservation.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/reservations',
    summary: 'Book for a guest on the phone or at the door.',
    status: 201,
    idempotent: true,
    can: ['create', 'reservation-list'],
    audit: 'reservation.created',
    body: ReservationCreate,
    result: Reservation,
    envelope: 'data',
    errors: [
      'venue.not_found',
      'venue.archived',
      'area.not_found',
      ...notPlaced,
      'slot.past',
      'duration.not_offered',
      'override.denied',
      ...elsewhere,
    ],
  },
  update: {
    method: 'PATCH',
    path: '/v1/reservations/:id',
    summary: 'Change time, party, area, tables, guest, notes or tags.',
    can: ['update', 'reservation-list'],
    audit: 'reservation.changed',
    params: IdParams,
    body: ReservationPatch,
    result: Reservation,
    envelope: 'data',
    errors: [
      'reservation.not_found',
      'area.not_found',
      ...notPlaced,
      'slot.past',
      'venue.archived',
      'override.denied',
      'reservation.changed_meanwhile',
      'reservation.final',
      ...givingRefused,
      ...elsewhere,
    ],
  },
  confirm: move('confirm', 'reservation.confirmed', 'Accept a booking that waits for the venue.'),
  reject: move('reject', 'reservation.rejected', 'Decline a booking that waits for the venue; needs a reason.'),
  seat: move('seat', 'reservation.seated', 'The party sits.'),
  complete: move('complete', 'reservation.completed', 'The party has left; its table is free at once.'),
  cancel: move('cancel', 'reservation.canceled', 'Cancel; needs a reason.'),
  noShow: move('no-show', 'reservation.no_show', 'The party did not come.'),
  reopen: move('reopen', 'reservation.reopened', 'Take back the last step; the place must still be free.'),
  ...partyActs(Reservation),
})
