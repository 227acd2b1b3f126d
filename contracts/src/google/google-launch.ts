import { z } from 'zod/mini'
import { LinkState } from '../channels/channels.rules.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, GivenInstant, Instant, LocalDate, pageOf, pageQuery, queryInt, queryList, text } from '../kit/wire.ts'
import { GoogleEnvironment } from './google-accounts.ts'
import { GoogleFeedKind } from './google-feeds.ts'

/** What Google looks at before an account goes live, and after. */
export const googleChecks = [
  'feeds',
  'merchants',
  'matched',
  'lookups',
  'lookup_errors',
  'lookup_time',
  'bookings',
  'booking_errors',
  'booking_time',
  'changes',
  'change_errors',
  'change_time',
  'told_late',
  'drift',
] as const
export const GoogleCheckName = z.enum(googleChecks)
export type GoogleCheckName = z.infer<typeof GoogleCheckName>

export const GoogleCheck = z.object({
  name: GoogleCheckName,
  /** `waiting`: too little has happened yet to say. */
  state: z.enum(['met', 'missed', 'waiting']),
  /** A count, a share of one, or milliseconds of the slowest twentieth; null where nothing was measured. */
  figure: z.nullable(z.number()),
  /** `atLeast`: the figure has to reach it; `below`: it has to stay under it. */
  threshold: z.number(),
  rule: z.enum(['atLeast', 'below']),
  /** How many the figure was taken from. */
  of: z.nullable(z.int()),
})
export type GoogleCheck = z.infer<typeof GoogleCheck>

/** A UTC day of the feeds' own calendar. */
export const GoogleFeedDay = z.object({
  day: LocalDate,
  good: z.boolean(),
  /** The account was not set up by then: nothing was missed. */
  early: z.boolean(),
  /** What did not go, or went with errors. */
  bad: z.array(GoogleFeedKind),
})
/** Google takes no changes of the account: since when, and what it says. */
const Stopped = z.nullable(z.object({ since: Instant, error: z.string() }))

export const GoogleLaunch = z.object({
  accountId: Id,
  environment: GoogleEnvironment,
  /** Calls and changes are counted from then on. */
  since: Instant,
  checks: z.array(GoogleCheck),
  /** The oldest first. */
  feedDays: z.array(GoogleFeedDay),
  /** When Google was last asked how it stands with the restaurants; null = never. */
  askedAt: z.nullable(Instant),
  /** Why it does not answer that. */
  askError: z.nullable(z.string()),
  stopped: Stopped,
})
export type GoogleLaunch = z.infer<typeof GoogleLaunch>

/** Whether Google found the place on its map. `unknown`: it knows no such merchant; `unasked`: we do not know yet. */
export const googleMatches = ['matched', 'unmatched', 'unknown', 'unasked'] as const
export const GoogleMatch = z.enum(googleMatches)
export type GoogleMatch = z.infer<typeof GoogleMatch>

/** What keeps a venue from being booked at Google, in the order in which it is mended. */
export const googleMissing = [
  'archived',
  'inactive',
  'system',
  'name',
  'address',
  'city',
  'state',
  'not_fed',
  'unknown',
  'unmatched',
  'no_times',
] as const
export const GoogleMissing = z.enum(googleMissing)
export type GoogleMissing = z.infer<typeof GoogleMissing>

const standing = {
  state: LinkState,
  match: GoogleMatch,
  /** As Google calls the place it found. */
  placeName: z.nullable(z.string()),
  /** Whether Google has times to show for it. */
  hasTimes: z.nullable(z.boolean()),
  askedAt: z.nullable(Instant),
  /** When a feed first told Google of it. */
  knownSince: z.nullable(Instant),
  /** It goes from Google when the last booking made there is over. */
  leavingSince: z.nullable(Instant),
  lastLookupAt: z.nullable(Instant),
  lastBookingAt: z.nullable(Instant),
  missing: z.array(GoogleMissing),
}
export const GoogleMerchant = z.object({ venueId: Id, name: z.string(), city: z.nullable(z.string()), ...standing })
export type GoogleMerchant = z.infer<typeof GoogleMerchant>

/** A venue as one of the accounts at Google knows it. */
export const GoogleStanding = z.object({
  accountId: Id,
  accountName: z.string(),
  environment: GoogleEnvironment,
  channelName: z.string(),
  ...standing,
  /** The newest feed of each kind that arrived at Google. */
  feeds: z.array(z.object({ kind: GoogleFeedKind, sentAt: Instant })),
  /** When an update told of its free tables last, and of which days. */
  toldAt: z.nullable(Instant),
  toldFrom: z.nullable(LocalDate),
  toldTo: z.nullable(LocalDate),
  /** Changes that Google has not been told of, and since when the oldest waits. */
  waiting: z.int(),
  waitingSince: z.nullable(Instant),
  stopped: Stopped,
  /** Since when Google signs in with a password that is not good: nobody can book there. */
  refusedSince: z.nullable(Instant),
  /** Why Google refuses some of them. */
  refusal: z.nullable(z.string()),
  /** What of the newest refusal Google does not know. */
  unknown: z.nullable(z.enum(['booking', 'merchant'])),
})
export type GoogleStanding = z.infer<typeof GoogleStanding>

/** A start that Google was told of otherwise than the book has it. */
export const GoogleWrong = z.object({
  venueId: Id,
  venueName: z.string(),
  /** Whose clock `day` and `time` are of. */
  timeZone: z.string(),
  day: LocalDate,
  time: z.string(),
  partySize: z.int(),
  /** Tables that Google was told were free; `open`: whether the book has one. */
  told: z.int(),
  open: z.boolean(),
  toldAt: Instant,
  /** `waiting`: the change is still to be told; `refused`: Google would not have it; `untold`: nothing says that it should be told. */
  why: z.enum(['waiting', 'refused', 'untold']),
  /** The newest change since then, as the audit names it, and whose it was. */
  action: z.nullable(z.string()),
  by: z.nullable(z.string()),
})
export const GoogleDrift = z.object({
  id: Id,
  at: Instant,
  /** Starts looked at, by party. */
  checked: z.int(),
  wrong: z.int(),
  /** When the oldest of what is wrong was told. */
  oldestAt: z.nullable(Instant),
  /** Up to twenty, of each venue up to four. */
  samples: z.array(GoogleWrong),
  /** More is wrong than Google bears with. */
  alarming: z.boolean(),
})
export type GoogleDrift = z.infer<typeof GoogleDrift>

/** A start as Google was told of it, for one party. */
export const GoogleOffer = z.object({
  /** Of the venue's clock. */
  time: z.string(),
  startsAt: Instant,
  /** The seating section; null = the dining room. */
  room: z.nullable(z.string()),
  /** Tables for that party that were free, and in all. Null = it was not offered. */
  open: z.nullable(z.int()),
  total: z.nullable(z.int()),
})
export type GoogleOffer = z.infer<typeof GoogleOffer>

/** What may have altered what was told: a booking of that day, or a setting of the venue or its channel. */
export const GoogleCause = z.object({
  kind: z.enum(['booking', 'setting']),
  at: Instant,
  /** As the audit names it: `reservation.created`, `book.updated`. */
  action: z.string(),
  /** Of a booking that is not of the reader's own side neither who nor which is told. */
  by: z.nullable(z.string()),
  reservationId: z.nullable(Id),
  reference: z.nullable(z.string()),
})
export type GoogleCause = z.infer<typeof GoogleCause>

/** One moment at which Google was told something else of a day than before. */
export const GooglePublication = z.object({
  id: Id,
  /** When it reached Google. */
  at: Instant,
  by: z.enum(['feed', 'update']),
  /** Starts whose free tables changed for that party; the first fifty. */
  changes: z.array(z.object({ time: z.string(), room: z.nullable(z.string()), before: z.nullable(z.int()), after: z.nullable(z.int()) })),
  /** What happened since it was told before, the newest first; none = a deadline passed, or a place was held. */
  causes: z.array(GoogleCause),
})
export type GooglePublication = z.infer<typeof GooglePublication>

export const GoogleOffered = z.object({
  accountId: Id,
  accountName: z.string(),
  environment: GoogleEnvironment,
  timeZone: z.string(),
  date: LocalDate,
  partySize: z.int(),
  /** The moment that is asked about. */
  at: Instant,
  /** Since when Google had been told this; null = it had not been told of that day by then, or it is not kept any more. */
  toldAt: z.nullable(Instant),
  offers: z.array(GoogleOffer),
  /** What it was told of that day until then, the newest first. */
  history: z.array(GooglePublication),
  next: z.nullable(z.string()),
})
export type GoogleOffered = z.infer<typeof GoogleOffered>

export const googleLaunch = defineArea('googleLaunch', {
  read: {
    method: 'GET',
    path: '/v1/google/accounts/:id/launch',
    summary: 'What Google wants of an account before it goes live, against what was measured here.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    result: GoogleLaunch,
    envelope: 'data',
    errors: ['google_account.not_found'],
  },
  merchants: {
    method: 'GET',
    path: '/v1/google/accounts/:id/merchants',
    summary: 'The venues of an account by name, with whether Google found them on its map and what they lack.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    query: z.object({
      ...pageQuery,
      filters: z.optional(z.object({ search: z.optional(text(80)), match: z.optional(queryList(GoogleMatch)) })),
    }),
    result: pageOf(GoogleMerchant),
    envelope: 'page',
    errors: ['google_account.not_found'],
  },
  drifts: {
    method: 'GET',
    path: '/v1/google/accounts/:id/drifts',
    summary: 'What hourly samples of what Google was last told of free tables found against the book, newest first.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    query: z.object(pageQuery),
    result: pageOf(GoogleDrift),
    envelope: 'page',
    errors: ['google_account.not_found'],
  },
  venue: {
    method: 'GET',
    path: '/v1/venues/:id/google',
    summary:
      'How a venue stands at Google: what Google last received, looked up and booked, and what is missing; one entry for each account.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    result: z.array(GoogleStanding),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  offered: {
    method: 'GET',
    path: '/v1/venues/:id/google/:accountId/offered',
    summary: 'What Google showed of a venue for a date and a party at a moment, and which changes altered it until then.',
    can: ['read', 'venues'],
    audit: 'none',
    params: z.object({ id: Id, accountId: Id }),
    query: z.object({
      date: LocalDate,
      partySize: queryInt(1, 100),
      at: z.optional(GivenInstant),
      limit: z.optional(queryInt(1, 50)),
      after: z.optional(z.string().check(z.maxLength(400))),
    }),
    result: GoogleOffered,
    envelope: 'data',
    errors: ['venue.not_found', 'google_account.not_found'],
  },
})
