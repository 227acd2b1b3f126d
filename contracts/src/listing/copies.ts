import { z } from 'zod/mini'
import { Weekday } from '../estate/book.ts'
import { defineArea } from '../kit/endpoint.ts'
import { ListingProfile } from './profile.ts'
import {
  GivenInstant,
  Id,
  IdParams,
  Instant,
  LocalDate,
  LocalTime,
  pageOf,
  pageQuery,
  partnerLine,
  partnerText,
  queryFlag,
  queryInt,
  queryList,
  text,
} from '../kit/wire.ts'

/** The most differences that are decided in one call. */
export const differencesAtOnce = 500

const Period = z.object({ from: LocalTime, to: LocalTime })
/** `to` at or before `from` is on the next day; venue-local. */
export const WeekHours = z.array(z.object({ day: Weekday, from: LocalTime, to: LocalTime })).check(z.maxLength(60))
/** Days with hours of their own; no periods = closed on that day. */
export const DayHours = z.array(z.object({ date: LocalDate, periods: z.array(Period).check(z.maxLength(8)) })).check(z.maxLength(400))
const Address = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s]+$/i))
const degrees = (max: number) => z.number().check(z.gte(-max), z.lte(max))

/** What is compared between the venue and each place that shows it. */
export const listingFields = ['name', 'address', 'position', 'phone', 'website', 'menu', 'hours', 'specialDays'] as const
export const ListingField = z.enum(listingFields)
export type ListingField = z.infer<typeof ListingField>

/** A venue as guests read it. What a place does not show it leaves out, and is not compared; `hours` without `specialDays` hold on every day. */
export const ShownFacts = z.object({
  name: z.optional(z.nullable(partnerText(300))),
  /** Street and number. */
  address: z.optional(z.nullable(partnerLine(300))),
  postalCode: z.optional(z.nullable(partnerLine(40))),
  city: z.optional(z.nullable(partnerLine(160))),
  latitude: z.optional(z.nullable(degrees(90))),
  longitude: z.optional(z.nullable(degrees(180))),
  phone: z.optional(z.nullable(partnerLine(60))),
  website: z.optional(z.nullable(Address)),
  menuUrl: z.optional(z.nullable(Address)),
  hours: z.optional(z.nullable(WeekHours)),
  specialDays: z.optional(z.nullable(DayHours)),
})
export type ShownFacts = z.infer<typeof ShownFacts>

/** Who changed what a place shows: the venue there, a guest, the place itself, or somebody else. `us`: it was changed here, and the place has not followed. */
export const ListingChanger = z.enum(['us', 'owner', 'guest', 'channel', 'other'])
export type ListingChanger = z.infer<typeof ListingChanger>

const told = z.omit(ListingProfile, { version: true, updatedAt: true, enabled: true, hours: true })
/** The venue's truth: what every place that lists it should show. */
export const ChannelListing = z.extend(told, {
  timezone: z.string(),
  /** The usual week; null = nobody has laid down any hours, which is not the same as closed. */
  hours: z.nullable(WeekHours),
  /** Days of the coming ninety that differ from the week. */
  specialDays: DayHours,
})
export type ChannelListing = z.infer<typeof ChannelListing>

export const ListingReport = z.extend(ShownFacts, {
  /** When the channel looked. A report older than the last one changes nothing. */
  observedAt: GivenInstant,
  /** `rejected`: the channel does not take the listing, and says why in `reason`. */
  status: z.optional(z.enum(['shown', 'pending', 'rejected'])),
  reason: z.optional(z.nullable(partnerLine(500))),
  changedBy: z.optional(z.enum(['owner', 'guest', 'channel', 'other'])),
  /** The page that guests see; it is shown as a link and never called. */
  url: z.optional(z.nullable(z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s]+$/i)))),
})
export type ListingReport = z.infer<typeof ListingReport>

/** `not_sent`: the channel has not fetched it · `pending`: fetched or asked for, and not reported as shown · `shown` · `differs` · `rejected`. */
export const CopyState = z.enum(['not_sent', 'pending', 'shown', 'differs', 'rejected'])
export type CopyState = z.infer<typeof CopyState>

export const bcListings = defineArea('bcListings', {
  get: {
    method: 'GET',
    path: '/v1/bc/venues/:id/listing',
    summary: 'What guests should read of a venue. Answers an `ETag`; with `If-None-Match` and nothing new, 304 without a body.',
    can: 'channel',
    audit: 'none',
    params: IdParams,
    oddId: 'venue.not_found',
    result: ChannelListing,
    envelope: 'bare',
    etag: true,
    errors: ['venue.not_found', 'listing.disabled'],
  },
  report: {
    method: 'PUT',
    path: '/v1/bc/venues/:id/listing',
    summary: 'What this channel shows of a venue now. It is compared field by field; what is left out is not.',
    can: 'channel',
    audit: 'listing.reported',
    params: IdParams,
    oddId: 'venue.not_found',
    body: ListingReport,
    result: z.object({ outcome: z.enum(['taken', 'unchanged', 'outdated']), state: CopyState, differences: z.array(ListingField) }),
    envelope: 'bare',
    errors: ['venue.not_found', 'listing.disabled'],
  },
  changes: {
    method: 'GET',
    path: '/v1/bc/listings/changes',
    summary:
      'Venues whose listing changed, each once, in the order of its last change. Start without `after`, then pass `next` of the answer before, for ever.',
    can: 'channel',
    audit: 'none',
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,19}(-[0-9a-f-]{36})?$/))), limit: z.optional(queryInt(1, 500)) }),
    result: z.object({
      data: z.array(
        z.object({
          venueId: Id,
          changedAt: Instant,
          /** Somebody at the venue asked that this channel shows it as it is here: it should look even where its ETag is the same. */
          asked: z.boolean(),
        }),
      ),
      /** Where to go on, also when `data` is empty. */
      next: z.string(),
      more: z.boolean(),
    }),
    envelope: 'bare',
    errors: [],
  },
  site: {
    method: 'PUT',
    path: '/v1/bc/listings/site',
    summary:
      'Where the hub can read what this channel shows in public: an address with `{venueId}` in it, answering a ListingReport; null = nowhere.',
    can: 'channel',
    audit: 'listing.site_set',
    body: z.object({ readUrl: z.nullable(text(500)) }),
    result: z.object({ readUrl: z.nullable(z.string()) }),
    envelope: 'bare',
    errors: [],
  },
})

const DifferenceState = z.enum(['open', 'asked', 'ignored'])
/** One thing that a place shows otherwise. `ours` and `theirs` have the fields of a report that it is about. */
export const ListingDifference = z.object({
  id: Id,
  venueId: Id,
  venueName: z.string(),
  channelId: Id,
  channelName: z.string(),
  field: ListingField,
  ours: ShownFacts,
  theirs: ShownFacts,
  changedBy: ListingChanger,
  since: Instant,
  state: DifferenceState,
  /** Since when the channel was asked to show it as it is here. */
  askedAt: z.nullable(Instant),
  url: z.nullable(z.string()),
})
export type ListingDifference = z.infer<typeof ListingDifference>

/** A venue at one channel. */
export const ListingCopy = z.object({
  channelId: Id,
  channelName: z.string(),
  state: CopyState,
  /** When the channel last fetched it as it was then, and whether that is still how it is. */
  sentAt: z.nullable(Instant),
  sentIsCurrent: z.boolean(),
  askedAt: z.nullable(Instant),
  /** When somebody last looked at what it shows: the channel itself or our probe. */
  observedAt: z.nullable(Instant),
  origin: z.nullable(z.enum(['report', 'probe'])),
  url: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The hub may read its public page itself. */
  readable: z.boolean(),
  probedAt: z.nullable(Instant),
  /** Why the last reading of its public page failed. */
  probeFailure: z.nullable(z.enum(['unreachable', 'slow', 'refused', 'unreadable', 'not_listed'])),
  /** Fewer than two of name, address and phone are those of the venue: it may be another house. */
  otherHouse: z.boolean(),
  differences: z.array(ListingDifference),
})
export type ListingCopy = z.infer<typeof ListingCopy>

const VenueParams = z.object({ id: Id })
const CopyParams = z.object({ id: Id, channelId: Id })

export const listingCopies = defineArea('listingCopies', {
  differences: {
    method: 'GET',
    path: '/v1/listings/differences',
    summary: 'What is shown otherwise anywhere, the latest first.',
    can: ['read', 'listing'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          venueId: z.optional(queryList(Id)),
          channelId: z.optional(queryList(Id)),
          field: z.optional(queryList(ListingField)),
          /** Open and asked unless said. */
          state: z.optional(queryList(DifferenceState)),
          changedBy: z.optional(queryList(ListingChanger)),
          companyId: z.optional(Id),
          /** A brand: a group of venues. */
          groupId: z.optional(Id),
          /** Of venues that are there to try things out, or of the others. */
          test: z.optional(queryFlag),
        }),
      ),
    }),
    result: pageOf(ListingDifference),
    envelope: 'page',
    errors: [],
  },
  resolve: {
    method: 'POST',
    path: '/v1/listings/differences/resolve',
    summary: 'Takes over what is shown there, asks for ours to be shown, or ignores it this once; each is answered on its own.',
    can: ['update', 'listing'],
    audit: 'listing.difference_resolved',
    idempotent: true,
    body: z.object({
      ids: z.array(Id).check(z.minLength(1), z.maxLength(differencesAtOnce)),
      act: z.enum(['accept', 'overwrite', 'ignore']),
      /** Only those that are still in one of these states; others were decided meanwhile and are `gone`. All of them unless said. */
      states: z.optional(z.array(DifferenceState).check(z.minLength(1), z.maxLength(3))),
    }),
    result: z.array(z.object({ id: Id, outcome: z.enum(['done', 'gone', 'refused']), message: z.nullable(text(1000)) })),
    envelope: 'data',
    errors: [],
  },
  list: {
    method: 'GET',
    path: '/v1/listings/:id/copies',
    summary: 'Where a venue is shown, channel by channel, and how.',
    can: ['read', 'listing'],
    audit: 'none',
    params: VenueParams,
    oddId: 'venue.not_found',
    result: z.object({
      venueId: Id,
      venueName: z.string(),
      enabled: z.boolean(),
      /** The week is the listing's own: changes of the book are not followed. */
      ownHours: z.boolean(),
      /** Our own public page; null = there is none. */
      page: z.nullable(z.string()),
      copies: z.array(ListingCopy),
    }),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  ask: {
    method: 'POST',
    path: '/v1/listings/:id/copies/:channelId/ask',
    summary: 'Asks a channel to fetch the listing and show it as it is here.',
    can: ['update', 'listing'],
    audit: 'listing.asked',
    params: CopyParams,
    oddId: 'venue.not_found',
    result: ListingCopy,
    envelope: 'data',
    errors: ['venue.not_found', 'listing.disabled', 'channel.not_linked'],
  },
  probe: {
    method: 'POST',
    path: '/v1/listings/:id/copies/:channelId/probe',
    summary: 'Reads the public page of a channel now.',
    can: ['update', 'listing'],
    audit: 'listing.probed',
    params: CopyParams,
    oddId: 'venue.not_found',
    result: ListingCopy,
    envelope: 'data',
    callsPerMinute: 60,
    errors: ['venue.not_found', 'listing.disabled', 'channel.not_linked', 'listing.not_readable'],
  },
})
