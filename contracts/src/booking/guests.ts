import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate, note, queryInt, text } from '../kit/wire.ts'
import { Status } from './reservations.rules.ts'

const tagsMost = 30
const words = z.array(text(40)).check(z.maxLength(tagsMost))

const name = { firstName: z.string(), lastName: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()) }

/** A guest of a venue: one person, under however many addresses he booked. */
export const GuestRow = z.object({
  id: Id,
  venueId: Id,
  venueName: z.string(),
  ...name,
  tags: z.array(z.string()),
  allergies: z.array(z.string()),
  visits: z.int(),
  noShows: z.int(),
  lastVisitOn: z.nullable(LocalDate),
  nextVisitOn: z.nullable(LocalDate),
})
export type GuestRow = z.infer<typeof GuestRow>
const GuestPage = z.object({
  data: z.array(GuestRow),
  /** Where the next page begins; null after the last one, and where a search found more than are shown: it has to say more then. */
  next: z.nullable(z.string()),
  /** A search found more than are shown. */
  more: z.boolean(),
})

/** An address he booked under; the first one is who he is called by. */
export const GuestCard = z.object({
  id: Id,
  ...name,
  lang: z.nullable(z.string()),
  knownSince: Instant,
  /** Since when it belongs to the others, and who said so; null = two strong keys agreed. */
  mergedAt: z.nullable(Instant),
  mergedBy: z.nullable(z.string()),
})
export const GuestNote = z.object({ id: Id, content: z.string(), authorName: z.string(), writtenAt: Instant, mine: z.boolean() })
export const GuestVisit = z.object({
  id: Id,
  reference: z.string(),
  status: Status,
  startsLocal: z.string(),
  partySize: z.int(),
  areaName: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  toCome: z.boolean(),
})
/** That he agreed to hear more, and what proves it; whoever takes it back under one address takes it back under all. */
export const GuestConsent = z.object({
  state: z.enum(['agreed', 'refused', 'unknown']),
  at: z.nullable(Instant),
  words: z.nullable(z.string()),
  edition: z.nullable(z.string()),
  place: z.nullable(z.string()),
})
export const GuestProfile = z.object({
  ...GuestRow.shape,
  version: z.int(),
  cancellations: z.int(),
  preferences: z.nullable(z.string()),
  cards: z.array(GuestCard),
  notes: z.array(GuestNote),
  /** The last fifty, latest first. */
  bookings: z.array(GuestVisit),
  bookingsTotal: z.int(),
  consent: GuestConsent,
  /** The same guest at other venues of a company that knows its guests together, among those the caller sees. */
  elsewhere: z.array(
    z.object({
      id: Id,
      venueId: Id,
      venueName: z.string(),
      tags: z.array(z.string()),
      allergies: z.array(z.string()),
      visits: z.int(),
      noShows: z.int(),
      lastVisitOn: z.nullable(LocalDate),
    }),
  ),
})
export type GuestProfile = z.infer<typeof GuestProfile>

export const likenesses = ['email', 'phone', 'name'] as const
/** Two that may be the same person. */
export const GuestPair = z.object({
  id: Id,
  venueId: Id,
  venueName: z.string(),
  alike: z.array(z.enum(likenesses)),
  foundAt: Instant,
  one: GuestRow,
  other: GuestRow,
})
export type GuestPair = z.infer<typeof GuestPair>

const page = { limit: z.optional(queryInt(1, 100)), after: z.optional(z.string().check(z.maxLength(400))) }

export const guests = defineArea('guests', {
  list: {
    method: 'GET',
    path: '/v1/guests',
    summary:
      'Guests of the venues the caller sees, by name; `q` searches how the words of a name, an e-mail address or a telephone number begin, and how a number ends, however written, from two letters on.',
    can: ['read', 'guests'],
    audit: 'none',
    mayLag: true,
    query: z.object({ ...page, q: z.optional(z.string().check(z.maxLength(120))), venueId: z.optional(Id) }),
    result: GuestPage,
    envelope: 'bare',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/guests/:id',
    summary: 'What the house knows of a guest: visits, notes, allergies, preferences, and under which addresses he booked.',
    can: ['read', 'guests'],
    audit: 'none',
    params: IdParams,
    oddId: 'guest.not_found',
    result: GuestProfile,
    envelope: 'data',
    errors: ['guest.not_found'],
  },
  update: {
    method: 'PATCH',
    path: '/v1/guests/:id',
    summary: 'Change tags, allergies and preferences; refused where somebody changed them since `version`.',
    can: ['update', 'guests'],
    audit: 'guest.updated',
    params: IdParams,
    oddId: 'guest.not_found',
    body: z.object({
      version: z.int(),
      tags: z.optional(words),
      allergies: z.optional(words),
      preferences: z.optional(z.nullable(note(4000))),
      /** The guest wants no more news. Only he himself can agree to it again. */
      refuses: z.optional(z.literal(true)),
    }),
    result: GuestProfile,
    envelope: 'data',
    errors: ['guest.not_found', 'guest.changed_meanwhile', 'guest.no_address'],
  },
  addNote: {
    method: 'POST',
    path: '/v1/guests/:id/notes',
    summary: 'Write a note about a guest; who wrote it and when stays with it.',
    status: 201,
    idempotent: true,
    can: ['update', 'guests'],
    audit: 'guest.note_added',
    params: IdParams,
    oddId: 'guest.not_found',
    body: z.object({ content: note(2000).check(z.minLength(1)) }),
    result: GuestProfile,
    envelope: 'data',
    errors: ['guest.not_found'],
  },
  removeNote: {
    method: 'DELETE',
    path: '/v1/guests/:id/notes/:noteId',
    summary: 'Remove a note about a guest.',
    can: ['update', 'guests'],
    audit: 'guest.note_removed',
    params: z.object({ id: Id, noteId: Id }),
    oddId: 'guest.not_found',
    result: GuestProfile,
    envelope: 'data',
    errors: ['guest.not_found'],
  },
  merge: {
    method: 'POST',
    path: '/v1/guests/:id/merge',
    summary: 'Say that another guest of the same venue is the same person; both keep what they are, and it can be taken back.',
    can: ['update', 'guests'],
    audit: 'guest.merged',
    params: IdParams,
    oddId: 'guest.not_found',
    body: z.object({ otherId: Id }),
    result: GuestProfile,
    envelope: 'data',
    errors: ['guest.not_found', 'guest.not_mergeable'],
  },
  part: {
    method: 'POST',
    path: '/v1/guests/:id/part',
    summary: 'Take back that an address is the same person’s as another: it and all that was merged into it stand for themselves again.',
    can: ['update', 'guests'],
    audit: 'guest.parted',
    params: IdParams,
    oddId: 'guest.not_found',
    result: GuestProfile,
    envelope: 'data',
    errors: ['guest.not_found', 'guest.not_merged'],
  },
  pairs: {
    method: 'GET',
    path: '/v1/guest-pairs',
    summary: 'Guests who may be the same person, for somebody to decide; oldest first.',
    can: ['read', 'guests'],
    audit: 'none',
    query: z.object({ ...page, venueId: z.optional(Id) }),
    result: z.object({ data: z.array(GuestPair), total: z.int(), next: z.nullable(z.string()) }),
    envelope: 'bare',
    errors: [],
  },
  decide: {
    method: 'POST',
    path: '/v1/guest-pairs/:id/decide',
    summary: 'Decide whether two guests are the same person. `keep` is which of both he is called by then; the first unless said.',
    can: ['update', 'guests'],
    audit: 'guest.pair_decided',
    params: IdParams,
    oddId: 'guest.not_found',
    body: z.object({ same: z.boolean(), keep: z.optional(z.enum(['one', 'other'])) }),
    result: z.object({ id: Id, state: z.enum(['same', 'different']) }),
    envelope: 'data',
    errors: ['guest.not_found', 'guest.pair_decided', 'guest.not_mergeable'],
  },
  reopen: {
    method: 'POST',
    path: '/v1/guest-pairs/:id/reopen',
    summary:
      'Take back what was decided about two guests: who was merged by it stand for themselves again, and the question is asked again.',
    can: ['update', 'guests'],
    audit: 'guest.pair_reopened',
    params: IdParams,
    oddId: 'guest.not_found',
    result: z.object({ id: Id, state: z.literal('open') }),
    envelope: 'data',
    errors: ['guest.not_found'],
  },
})
