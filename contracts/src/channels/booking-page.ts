import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, text } from '../kit/wire.ts'

/** Why guests cannot book on the venue’s own page: it is in the archive, a test, switched off, may not be sold there, or no channel of type widget is live. */
export const BookingPageObstacle = z.enum(['archived', 'test', 'inactive', 'not_allowed', 'no_channel'])
export type BookingPageObstacle = z.infer<typeof BookingPageObstacle>

/** A page of somebody’s site on which the booking page was opened; bookings of the last 90 days. */
export const BookingSite = z.object({
  host: z.string(),
  path: z.string(),
  /** Of which version the loader there was; null = it did not say. */
  loader: z.nullable(z.string()),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  bookings: z.int(),
  /** False = the channel names websites, and this is none of them. */
  allowed: z.boolean(),
})
export type BookingSite = z.infer<typeof BookingSite>

/** A campaign of the venue that led to bookings of the last 90 days: what the address named as `utm_source`, `utm_medium` and `utm_campaign`. */
export const BookingCampaign = z.object({
  source: z.nullable(z.string()),
  medium: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
  bookings: z.int(),
})
export type BookingCampaign = z.infer<typeof BookingCampaign>

export const BookingPageChannel = z.object({
  id: Id,
  name: z.string(),
  /** Websites on which its pages may stand; none = everybody’s. */
  hosts: z.array(z.string()),
})

export const BookingPage = z.object({
  /** Where the booking pages are. */
  origin: z.string(),
  /** Ground and ink of a button that leads there, in the look of its page. */
  colors: z.string(),
  /** Live with the venue; the first is meant where an address names none. */
  channels: z.array(BookingPageChannel),
  obstacles: z.array(BookingPageObstacle),
  /** The loader’s version now. */
  loader: z.string(),
  /** Seen last comes first; a hundred at most. */
  sites: z.array(BookingSite),
  /** Bookings of the last 90 days: on all sites, and on the page opened by itself. */
  bookings: z.object({ sites: z.int(), page: z.int() }),
  /** Most bookings come first; fifty at most. */
  campaigns: z.array(BookingCampaign),
})
export type BookingPage = z.infer<typeof BookingPage>

/** What has a booking page of several venues: guests choose among them first. */
export const BookingEntryKind = z.enum(['group', 'company', 'brand', 'channel'])
export type BookingEntryKind = z.infer<typeof BookingEntryKind>

export const BookingEntry = z.object({
  id: Id,
  kind: BookingEntryKind,
  name: z.string(),
  /** Where the booking pages are. */
  origin: z.string(),
  /** Ground and ink of a button that leads there, in the look of its page. */
  colors: z.string(),
  /** Among which guests choose, by name, 100 at most: those that the caller may see; `own` = booked on our page, else it leads elsewhere. */
  houses: z.array(z.object({ venueId: Id, name: z.string(), city: z.nullable(z.string()), own: z.boolean() })),
  /** How many those are. */
  total: z.int(),
  /** Channels of type widget that sell those venues; named in the address, it shows only what that channel sells. */
  channels: z.array(BookingPageChannel),
})
export type BookingEntry = z.infer<typeof BookingEntry>

/** `good` as it should be, `note` to be known, `warning` works but could be better, `fault` guests cannot book there. */
export const FindingLevel = z.enum(['good', 'note', 'warning', 'fault'])
export type FindingLevel = z.infer<typeof FindingLevel>

/** What the look at a site found; what `said` tells of each stands in the portal's phrases. */
export const SiteFindingCode = z.enum([
  'unreachable',
  'refused',
  'redirects',
  'status',
  'not_html',
  'moved',
  'script',
  'script_missing',
  'script_copied',
  'script_old',
  'link',
  'link_missing',
  'link_plain',
  'link_foreign',
  'link_channel',
  'frame',
  'policy_script',
  'policy_frame',
  'policy_good',
  'isolated',
  'host_allowed',
  'host_not_allowed',
  'closed',
  'tag_manager',
  'seen',
  'never_seen',
])
export type SiteFindingCode = z.infer<typeof SiteFindingCode>
export const SiteFinding = z.object({ code: SiteFindingCode, level: FindingLevel, said: z.nullable(z.string()) })
export type SiteFinding = z.infer<typeof SiteFinding>

export const SiteCheck = z.object({
  /** The page that was looked at, after all that it led on to. */
  url: z.string(),
  findings: z.array(SiteFinding),
})
export type SiteCheck = z.infer<typeof SiteCheck>

export const bookingPage = defineArea('bookingPage', {
  get: {
    method: 'GET',
    path: '/v1/venues/:id/booking-page',
    summary: 'Where guests of a venue book by themselves: its page, why there is none, and on whose sites it was seen.',
    can: ['read', 'channel-management'],
    audit: 'none',
    params: IdParams,
    result: BookingPage,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  entry: {
    method: 'GET',
    path: '/v1/booking-entries/:id',
    summary: 'The booking page of a company, group, brand or channel, where guests choose a venue first.',
    can: ['read', 'channel-management'],
    audit: 'none',
    params: IdParams,
    result: BookingEntry,
    envelope: 'data',
    errors: ['company.not_found'],
  },
  check: {
    method: 'POST',
    path: '/v1/venues/:id/booking-page/checks',
    summary: 'Look at a page of a site: whether the booking page stands there as it should, and what keeps it from it.',
    can: ['update', 'channel-management'],
    audit: 'none',
    params: IdParams,
    body: z.object({ url: text(500) }),
    result: SiteCheck,
    envelope: 'data',
    callsPerMinute: 20,
    errors: ['venue.not_found'],
  },
})
