import { z } from 'zod/mini'
import { Figure } from '../analytics/analytics.ts'
import { MetaPlaceKind, MetaState } from '../channels/meta.ts'
import { LinkState } from '../channels/channels.rules.ts'
import { defineArea } from '../kit/endpoint.ts'
import { CountryCode, Id, Instant, LocalDate, pageOf, pageQuery, queryList } from '../kit/wire.ts'

/** What a venue can be disconnected from: a booking channel, Meta, or the listing and review product. */
export const Product = z.enum(['channel', 'meta', 'listing'])

const place = { id: Id, name: z.string(), city: z.nullable(z.string()), countryCode: z.string() }
export const Licence = z.object({
  ...place,
  externalId: z.nullable(z.string()),
  systemName: z.nullable(z.string()),
  /** Channels the venue is on sale on, or on its way to, by name. */
  channels: z.array(z.object({ id: Id, name: z.string(), state: LinkState })),
  metaEnabled: z.boolean(),
  /** Whose the page is that carries the venue's button: its own, its brand's or its company's; null = none is connected. */
  metaPage: z.nullable(z.object({ kind: MetaPlaceKind, placeId: Id })),
  listingEnabled: z.boolean(),
})
export type Licence = z.infer<typeof Licence>

const places = {
  criteria: z.optional(z.string().check(z.maxLength(120))),
  countryCode: z.optional(queryList(CountryCode)),
  /** A part of the city's name. */
  city: z.optional(z.string().check(z.maxLength(120))),
}
const sort = z.optional(z.enum(['name', '-name']))
const listQuery = z.object({ ...pageQuery, sort, filters: z.optional(z.object(places)) })

const report = {
  method: 'GET',
  can: ['read', 'licences'],
  audit: 'none',
  query: listQuery,
  envelope: 'page',
  errors: [],
} as const

export const TripadvisorSummary = z.object({
  /** Venues the caller may see; of these, those with a Tripadvisor id; of these, those on sale on a Tripadvisor channel. */
  venues: z.int(),
  installed: z.int(),
  live: z.int(),
  /** False = the caller speaks for channels that Tripadvisor is not among: `live` says nothing. */
  inSight: z.boolean(),
  /** Made through Tripadvisor from `from` to `to`, both days included, of each venue's own calendar; those that were held but never booked are not counted. */
  from: LocalDate,
  to: LocalDate,
  bookings: z.int(),
  covers: z.int(),
  canceled: z.int(),
  noShows: z.int(),
  /** The same measures as in analytics, over these days and the thirty before: each with the rows it counts. */
  figures: z.array(Figure),
  /** Most installed first. */
  countries: z.array(z.object({ countryCode: z.string(), venues: z.int(), installed: z.int() })),
})
export type TripadvisorSummary = z.infer<typeof TripadvisorSummary>

export const licences = defineArea('licences', {
  list: {
    method: 'GET',
    path: '/v1/licences',
    summary: 'Venues with what they are connected with: channels, Meta, listing and reviews; only venues with at least one of these.',
    can: ['read', 'licences'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      sort,
      filters: z.optional(z.object({ ...places, product: z.optional(Product), channelId: z.optional(Id) })),
    }),
    result: pageOf(Licence),
    envelope: 'page',
    errors: [],
  },
  tripadvisorSummary: {
    method: 'GET',
    path: '/reports/tripadvisor-summary',
    summary: 'How many venues are on Tripadvisor, and what came from there in the last thirty days.',
    can: ['read', 'licences'],
    audit: 'none',
    result: TripadvisorSummary,
    envelope: 'data',
    errors: [],
  },
  withTripadvisor: {
    ...report,
    path: '/venues/with-tripadvisor/installed',
    summary: 'Venues with a Tripadvisor id, and the address that Tripadvisor is given for booking there.',
    result: pageOf(
      z.object({
        ...place,
        tripadvisorId: z.string(),
        live: z.boolean(),
        /** How it stands with the Tripadvisor channel that is nearest to selling it. */
        state: LinkState,
        /** False = the caller speaks for channels that Tripadvisor is not among: `live` and `state` say nothing. */
        inSight: z.boolean(),
        /** With what tells that guests come from there; null = there is nowhere to book yet. */
        bookingUrl: z.nullable(z.string()),
      }),
    ),
  },
  withMeta: {
    ...report,
    path: '/venues/with-meta/installed',
    summary: 'Venues with a Meta licence, and the page that carries their booking button.',
    result: pageOf(
      z.object({
        ...place,
        enabledAt: Instant,
        pageId: z.nullable(z.string()),
        metaSSOEnabled: z.boolean(),
        /** Null = the licence is paid for, and no page is connected. */
        install: z.nullable(z.object({ state: MetaState, pageId: z.string(), pageName: z.string(), kind: MetaPlaceKind, placeId: Id })),
      }),
    ),
  },
  withListing: {
    ...report,
    path: '/venues/with-listing/enabled',
    summary: 'Venues with the listing and review product.',
    result: pageOf(z.object({ ...place, enabledAt: Instant })),
  },
})
