import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Currency, Id, IdParams, Instant, LocalDate, LocalTime, pageOf, pageQuery, text, whole } from '../kit/wire.ts'
import { bookParts, bulkNumbers } from './bulk-changes.rules.ts'
import { VenueFilter } from './venue-filters.ts'

/** Either single venues, or all that match a filter of the list but those of `except`. Which ones they are is settled when the change begins. */
export const VenueSelection = z.strictObject({
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))),
  filters: z.optional(VenueFilter),
  except: z.optional(z.array(Id).check(z.maxLength(1000))),
})
export type VenueSelection = z.infer<typeof VenueSelection>

const numberOf = (field: keyof typeof bulkNumbers) => whole(bulkNumbers[field].min, bulkNumbers[field].max)
const within = (field: keyof typeof bulkNumbers) => z.optional(numberOf(field))
const orNone = (field: keyof typeof bulkNumbers) => z.optional(z.nullable(numberOf(field)))

/** What many venues may be given at once; only what is named changes. */
export const BulkFields = z.strictObject({
  active: z.optional(z.boolean()),
  currency: z.optional(Currency),
  minCovers: within('minCovers'),
  maxCovers: within('maxCovers'),
  cutOff: orNone('cutOff'),
  cancellationWindow: within('cancellationWindow'),
  holdingTime: within('holdingTime'),
  maxDays: within('maxDays'),
  bookeableAreas: z.optional(z.boolean()),
  pressureReleaseHours: orNone('pressureReleaseHours'),
})
export type BulkFields = z.infer<typeof BulkFields>

/**
 * Parts of a book. `week`: opening hours and shifts, with the limits of arrivals that a shift of the same name has already; `pacing`: those limits, by
 * the names of shifts; `areas`, by name; `days`: closures and special days; `rules`: party sizes, notice, cut-off, horizon, holding, cancellation and
 * release.
 */
export const BookPart = z.enum(bookParts)

/** Days with hours of their own, in each venue's own calendar; without hours they are closed. */
export const BulkDay = z.object({
  name: text(80),
  fromOn: LocalDate,
  toOn: LocalDate,
  openingHours: z.array(z.object({ from: LocalTime, to: LocalTime })).check(z.maxLength(8)),
})

export const BulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fields'), fields: BulkFields }),
  /** Venues with guests to come are left out unless `confirmed`; nobody is canceled by it. */
  z.object({ kind: z.literal('archive'), confirmed: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('restore') }),
  /** Into a group of the venues' own company, or out of the one they are in. */
  z.object({ kind: z.literal('group'), groupId: z.nullable(Id) }),
  z.object({ kind: z.literal('channel'), channelId: Id, move: z.enum(['connect', 'pause', 'resume']) }),
  /** The book of the venue `from`, in parts. */
  z.object({ kind: z.literal('book'), from: Id, parts: z.array(BookPart).check(z.minLength(1), z.maxLength(5)) }),
  /** `existing`: what becomes of closures and special days of these dates that a venue has already. */
  z.object({ kind: z.literal('day'), day: BulkDay, existing: z.enum(['replace', 'keep']) }),
])
export type BulkChange = z.infer<typeof BulkChange>

export const BulkOutcome = z.enum(['changed', 'unchanged', 'refused'])
export type BulkOutcome = z.infer<typeof BulkOutcome>
export const BulkUndo = z.enum(['restored', 'kept'])

/** `latest`: whose last guest comes when, where all that are to come are counted. */
const Guests = z.object({
  reservations: z.int(),
  covers: z.int(),
  latest: z.nullable(z.object({ on: LocalDate, venue: z.nullable(z.string()) })),
})

/** What would come of it, venue by venue counted; nothing is changed. */
export const BulkPreview = z.object({
  total: z.int(),
  /** Where the next part begins, for whoever asks part by part; null = all of them have been looked at. */
  next: z.nullable(z.int()),
  changed: z.int(),
  /** Stand like this already, or keep what they have. */
  unchanged: z.int(),
  refused: z.int(),
  /** Why venues are refused or keep what they have, the most frequent first; `names`: of the first of them, as far as the reader may know them. */
  reasons: z.array(z.object({ outcome: BulkOutcome, code: z.string(), meaning: z.string(), venues: z.int(), names: z.array(z.string()) })),
  /** What changes, in the names of the venue's and the book's fields, what the reader calls them, and in how many venues. */
  fields: z.array(z.object({ field: z.string(), meaning: z.string(), venues: z.int() })),
  /** Who has booked the days that a change closes or gives other hours, or still comes to what is archived: they stay. */
  guests: z.nullable(Guests),
})
export type BulkPreview = z.infer<typeof BulkPreview>

export const BulkState = z.enum(['applying', 'applied', 'undoing', 'undone'])
/** One change of many venues: it stands in the audit of each of them under its `id` as `requestId`. */
export const BulkRun = z.object({
  id: Id,
  change: BulkChange,
  /** What the change names: its group, its channel, the venue whose book is copied. */
  name: z.nullable(z.string()),
  state: BulkState,
  total: z.int(),
  done: z.int(),
  counts: z.object({ changed: z.int(), unchanged: z.int(), refused: z.int(), restored: z.int(), kept: z.int() }),
  createdByName: z.string(),
  createdAt: Instant,
  appliedAt: z.nullable(Instant),
  undoneAt: z.nullable(Instant),
})
export type BulkRun = z.infer<typeof BulkRun>

export const BulkVenue = z.object({
  /** The venue's. */
  id: Id,
  /** Null where the reader may not know it, or it is gone. */
  name: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** Null while nobody has come to it. */
  outcome: z.nullable(BulkOutcome),
  undo: z.nullable(BulkUndo),
  /** Why it was refused or left as it was, in the reader's language. */
  reason: z.nullable(z.string()),
})
export type BulkVenue = z.infer<typeof BulkVenue>

const bulkRequest = z.object({ selection: VenueSelection, change: BulkChange })
const refusals = [
  'bulk_change.nothing_chosen',
  'bulk_change.own_system',
  'venue.not_found',
  'group.not_found',
  'channel.not_found',
  'channel.inactive',
] as const

export const bulkChanges = defineArea('bulkChanges', {
  preview: {
    method: 'POST',
    path: '/v1/bulk-changes/preview',
    summary:
      'What a change of many venues would come to: how many change, have the value already or are refused, and why; nothing is changed. All are looked at together, or, from the place `from` on, so many as take about a second: the answer counts these alone, and the next part begins at its `next`.',
    can: ['update', 'venues'],
    audit: 'none',
    body: z.object({ ...bulkRequest.shape, from: z.optional(whole(0, 1_000_000)) }),
    result: BulkPreview,
    envelope: 'data',
    errors: refusals,
  },
  start: {
    method: 'POST',
    path: '/v1/bulk-changes',
    summary:
      'Change many venues. Each is changed by itself, with the right that its change asks for: what one refuses is told beside it, and the others go through.',
    status: 201,
    can: ['update', 'venues'],
    audit: 'bulk_change.started',
    body: bulkRequest,
    result: BulkRun,
    envelope: 'data',
    idempotent: true,
    errors: refusals,
  },
  list: {
    method: 'GET',
    path: '/v1/bulk-changes',
    summary: 'Changes of many venues, the latest first.',
    can: ['read', 'venues'],
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(BulkRun),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/bulk-changes/:id',
    summary: 'One change of many venues, and how far it is.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    result: BulkRun,
    envelope: 'data',
    errors: ['bulk_change.not_found'],
  },
  venues: {
    method: 'GET',
    path: '/v1/bulk-changes/:id/venues',
    summary: 'What became of each venue.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ outcome: z.optional(BulkOutcome), undo: z.optional(BulkUndo) })) }),
    result: pageOf(BulkVenue),
    envelope: 'page',
    errors: ['bulk_change.not_found'],
  },
  undo: {
    method: 'POST',
    path: '/v1/bulk-changes/:id/undo',
    summary:
      'Give every venue back what it had before, but for what was changed since, which is told; asked again, those that were left are tried once more. One that is still under way stops where it is.',
    can: ['update', 'venues'],
    audit: 'bulk_change.undo_started',
    params: IdParams,
    result: BulkRun,
    envelope: 'data',
    idempotent: true,
    errors: ['bulk_change.not_found', 'undo.done'],
  },
})
