import { z } from 'zod/mini'
import { RetentionPlan } from '../estate/companies.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, pageOf, pageQuery, queryInt, queryList, text } from '../kit/wire.ts'

/** By what a guest is found: one of both, as he wrote it or tells it now. */
const Contact = {
  email: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/))),
  /** E.164. */
  phone: z.optional(z.string().check(z.trim(), z.regex(/^\+[1-9]\d{5,14}$/))),
}

const StoredMessage = z.object({
  kind: z.string(),
  state: z.string(),
  queuedAt: Instant,
  answer: z.nullable(z.string()),
  said: z.nullable(z.string()),
})
/** That a guest agreed to hear more, and what proves it. */
const Consent = z.object({
  at: z.nullable(Instant),
  /** The words that stood there. */
  words: z.nullable(z.string()),
  /** Which edition of these words. */
  edition: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  /** The page on which it was. */
  place: z.nullable(z.string()),
})
const StoredBooking = z.object({
  id: Id,
  reference: z.string(),
  status: z.string(),
  startsLocal: z.string(),
  partySize: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  address: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  notes: z.nullable(z.string()),
  tags: z.array(z.string()),
  channel: z.nullable(z.string()),
  channelReference: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: Instant,
  /** Still to come: it keeps the guest from being erased. */
  toCome: z.boolean(),
  consent: z.nullable(Consent),
  messages: z.array(StoredMessage),
  reviews: z.array(z.object({ source: z.string(), rating: z.nullable(z.number()), content: z.nullable(z.string()), publishedAt: Instant })),
})
const StoredVenue = z.object({
  id: Id,
  name: z.string(),
  timeZone: z.string(),
  guests: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      lang: z.nullable(z.string()),
      tags: z.array(z.string()),
      notes: z.nullable(z.string()),
      allergies: z.array(z.string()),
      preferences: z.nullable(z.string()),
      /** What people of the house wrote about him. */
      written: z.array(z.object({ content: z.string(), authorName: z.string(), writtenAt: Instant })),
      optIn: z.boolean(),
      createdAt: Instant,
    }),
  ),
  /** Wants no more mails of these kinds. */
  refuses: z.array(z.string()),
  bookings: z.array(StoredBooking),
  waitlist: z.array(
    z.object({
      day: z.string(),
      status: z.string(),
      partySize: z.int(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      notes: z.nullable(z.string()),
      joinedAt: Instant,
    }),
  ),
})
/** All that is stored about a guest at the venues that the caller sees. */
export const StoredGuest = z.object({ venues: z.array(StoredVenue), at: Instant })
export type StoredGuest = z.infer<typeof StoredGuest>

export const ErasureAnswer = z.object({
  id: Id,
  venueName: z.string(),
  party: z.enum(['channel', 'system']),
  name: z.string(),
  bookings: z.int(),
  /** `by_hand`: it takes no webhooks, so somebody has to write to it; `settled`: somebody did. */
  state: z.enum(['asked', 'answered', 'failed', 'by_hand', 'settled']),
  askedAt: Instant,
  stateAt: Instant,
  note: z.nullable(z.string()),
  toldBy: z.nullable(z.string()),
})
export type ErasureAnswer = z.infer<typeof ErasureAnswer>
/** That a guest was erased, and what those said who know of his bookings. Nothing of the guest. */
export const Erasure = z.object({
  id: Id,
  erasedAt: Instant,
  askedByName: z.string(),
  venues: z.array(z.object({ name: z.string(), bookings: z.int() })),
  /** Of those who were asked. */
  open: z.int(),
  answers: z.array(ErasureAnswer),
})
export type Erasure = z.infer<typeof Erasure>

export const guestData = defineArea('guestData', {
  lookUp: {
    method: 'POST',
    path: '/v1/guest-data/look-up',
    summary: 'All that is stored about a guest, found by e-mail or telephone, at the venues the caller sees.',
    can: ['read', 'guest-data'],
    audit: 'guest.looked_up',
    body: z.object(Contact),
    oneOf: ['email', 'phone'],
    result: StoredGuest,
    envelope: 'data',
    errors: ['guest.not_found'],
  },
  erase: {
    method: 'POST',
    path: '/v1/guest-data/erasures',
    summary:
      'Forget a guest for good at the venues the caller sees, and ask the channels and systems that have his bookings to do the same. `confirm` repeats the e-mail address or the telephone number; of a guest who was merged it names every e-mail address whose bookings go along, divided by commas. Refused while bookings are to come.',
    status: 201,
    idempotent: true,
    can: ['delete', 'guest-data'],
    audit: 'guest.erased',
    body: z.object({ ...Contact, confirm: text(4000) }),
    oneOf: ['email', 'phone'],
    result: Erasure,
    envelope: 'data',
    errors: ['guest.not_found', 'guest.has_bookings', 'guest.several'],
  },
  planRetention: {
    method: 'GET',
    path: '/companies/:id/retention',
    summary:
      'How many bookings would go, and those of how many would be forgotten, if they were kept for so many months only. Nothing is written.',
    can: ['update', 'companies'],
    audit: 'none',
    params: IdParams,
    query: z.object({ guestMonths: z.optional(queryInt(1, 120)), bookingMonths: z.optional(queryInt(13, 120)) }),
    result: RetentionPlan,
    envelope: 'data',
    errors: ['company.not_found'],
  },
  removed: {
    method: 'GET',
    path: '/v1/guest-data/removed-days',
    summary:
      'Before which day bookings were removed at all of these venues, as their company keeps them for so many months only; null where they were not.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    query: z.object({ filters: z.optional(z.object({ venueId: z.optional(queryList(Id)) })) }),
    /** `months`: null where the company keeps them for always by now. */
    result: z.nullable(z.object({ before: z.string(), months: z.nullable(z.int()) })),
    envelope: 'data',
    errors: [],
  },
  list: {
    method: 'GET',
    path: '/v1/guest-data/erasures',
    summary: 'Receipts of erased guests, newest first.',
    can: ['read', 'guest-data'],
    audit: 'none',
    query: z.object(pageQuery),
    result: pageOf(Erasure),
    envelope: 'page',
    errors: [],
  },
  settle: {
    method: 'POST',
    path: '/v1/guest-data/answers/:id/settle',
    summary: 'Note what a channel or system answered that could not be asked by itself.',
    can: ['delete', 'guest-data'],
    audit: 'guest.answer_noted',
    params: IdParams,
    oddId: 'guest.erasure_unknown',
    body: z.object({ note: text(500) }),
    result: Erasure,
    envelope: 'data',
    errors: ['guest.erasure_unknown'],
  },
})
