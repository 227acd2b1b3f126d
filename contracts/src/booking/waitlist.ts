import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { GivenInstant, Id, IdParams, Instant, Lang, line, LocalDate, LocalTime, note, queryInt, text, whole } from '../kit/wire.ts'
import { GuestMessage } from './guest-messages.ts'
import { offerMinutesLeast, offerMinutesMost, WaitKind, WaitMove, WaitStatus } from './waitlist.rules.ts'

export const WaitlistSettings = z.object({
  /** Guests may put themselves on the list, and free places are offered to those who wait. */
  open: z.boolean(),
  /** For how long a place is kept for the guest to whom it is offered. */
  offerMinutes: whole(offerMinutesLeast, offerMinutesMost),
})
export type WaitlistSettings = z.infer<typeof WaitlistSettings>

export const WaitMessage = z.pick(GuestMessage, { port: true, state: true, reason: true })

/** A party that waits. Local times are the venue's `YYYY-MM-DDTHH:mm`. */
export const WaitlistEntry = z.object({
  id: Id,
  venueId: Id,
  kind: WaitKind,
  status: WaitStatus,
  origin: z.enum(['widget', 'phone', 'door', 'google']),
  serviceOn: LocalDate,
  partySize: z.int(),
  areaId: z.nullable(Id),
  areaName: z.nullable(z.string()),
  fromLocal: z.string(),
  untilLocal: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  lang: z.nullable(Lang),
  notes: z.nullable(z.string()),
  joinedAt: Instant,
  /** In the order of waiting, from 1; null = waits no longer. */
  position: z.nullable(z.int()),
  quotedMinutes: z.nullable(z.int()),
  /** The place that is offered, or was, and until when it is kept. */
  offerLocal: z.nullable(z.string()),
  offerUntil: z.nullable(Instant),
  readyAt: z.nullable(Instant),
  reservationId: z.nullable(Id),
  /** Hears of a place by mail or by text; others are called. */
  reachable: z.boolean(),
  /** What became of the message about the place that is, or was, kept; null = there was none. */
  told: z.nullable(WaitMessage),
  moves: z.array(WaitMove),
  version: z.int(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

/** How the last quotes at the door turned out; null = there are too few of them to say. */
export const QuoteRecord = z.nullable(z.object({ quotes: z.int(), keptShare: z.number(), medianEarlyMinutes: z.int() }))
export type QuoteRecord = z.infer<typeof QuoteRecord>

export const WaitlistDay = z.object({
  venueId: Id,
  date: LocalDate,
  timezone: z.string(),
  settings: WaitlistSettings,
  /** The venue's own system counts its tables, and nothing can be kept there for guests in turn. */
  offersPossible: z.boolean(),
  entries: z.array(WaitlistEntry),
  /** There are more than are listed. */
  more: z.boolean(),
  record: QuoteRecord,
})
export type WaitlistDay = z.infer<typeof WaitlistDay>

/** What to say to a party at the door: with four chances in five it waits no longer than `minutes`. Null = not within the next three hours. */
export const WaitQuote = z.object({
  minutes: z.nullable(z.int()),
  least: z.nullable(z.int()),
  most: z.nullable(z.int()),
  /** Parties that wait before it. */
  ahead: z.int(),
  record: QuoteRecord,
})
export type WaitQuote = z.infer<typeof WaitQuote>

const email = z.email().check(z.maxLength(254))
export const WaitlistCreate = z.object({
  kind: WaitKind,
  /** The service day; at the door it is tonight. */
  date: z.optional(LocalDate),
  /** Between which starts, by the venue's clock; needed where a day is waited for. */
  from: z.optional(LocalTime),
  until: z.optional(LocalTime),
  partySize: whole(1, 1000),
  areaId: z.optional(z.nullable(Id)),
  firstName: z.optional(line(80)),
  lastName: text(80),
  email: z.optional(z.nullable(email)),
  phone: z.optional(z.nullable(text(40))),
  lang: z.optional(z.nullable(Lang)),
  notes: z.optional(z.nullable(note(500))),
  /** What the host has said; left out = what the quote says. */
  quotedMinutes: z.optional(z.nullable(whole(0, 600))),
  /** At the door: when the party came, where it could not be sent then. It waits since that time, twelve hours back at most. */
  notedAt: z.optional(GivenInstant),
})

export const waitlist = defineArea('waitlist', {
  day: {
    method: 'GET',
    path: '/v1/venues/:id/waitlist',
    summary: 'Who waits at a venue on a day, in the order of waiting, with how the last quotes at the door turned out.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: WaitlistDay,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  quote: {
    method: 'GET',
    path: '/v1/venues/:id/waitlist-quote',
    summary: 'How long a party at the door would wait, by simulating when those who sit will leave and who comes before it.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ partySize: queryInt(1, 1000), areaId: z.optional(Id) }),
    result: WaitQuote,
    envelope: 'data',
    errors: ['venue.not_found', 'area.not_found'],
  },
  add: {
    method: 'POST',
    path: '/v1/venues/:id/waitlist',
    summary: 'Put a party on the waitlist, of a day or at the door.',
    status: 201,
    idempotent: true,
    can: ['create', 'reservation-list'],
    audit: 'waitlist.joined',
    params: IdParams,
    body: WaitlistCreate,
    result: WaitlistEntry,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'area.not_found', 'waitlist.window', 'waitlist.full', 'waitlist.not_here'],
  },
  move: {
    method: 'POST',
    path: '/v1/waitlist/:id/move',
    summary:
      'Offer a free place, book it, tell that the table is ready, seat the party, or take it off the list and back. Who was seated can be put back for a quarter of an hour: he has the turn, the quote and the times he had, and no booking is left.',
    idempotent: true,
    can: ['update', 'reservation-list'],
    audit: 'waitlist.moved',
    params: IdParams,
    body: z.object({
      move: WaitMove,
      /** Refused where somebody changed it since. */
      version: z.optional(z.int()),
      /** At the door: also beyond the limits of the book, for whoever may. */
      override: z.optional(z.boolean()),
    }),
    result: WaitlistEntry,
    envelope: 'data',
    errors: [
      'waitlist.not_found',
      'waitlist.move_illegal',
      'waitlist.changed_meanwhile',
      'waitlist.nothing_free',
      'waitlist.not_here',
      'venue.archived',
      'hold.expired',
      'slot.taken',
      'slot.too_small',
      'slot.no_table',
      'slot.closed',
      'slot.past',
      'override.denied',
    ],
  },
  settings: {
    method: 'PUT',
    path: '/v1/venues/:id/waitlist-settings',
    summary: 'Whether guests may put themselves on the waitlist of a venue, and for how long a place is offered.',
    can: ['update', 'settings-restaurant'],
    audit: 'waitlist.settings_changed',
    params: IdParams,
    body: WaitlistSettings,
    result: WaitlistSettings,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'waitlist.not_here'],
  },
})
