import { z } from 'zod/mini'
import { type Verdict, DayAvailability } from './availability.ts'
import { Area, Book } from './book.ts'
import { defineArea } from './endpoint.ts'
import { CountryCode, Currency, Id, IdParams, LocalDate, pageOf, pageQuery, queryFlag, queryInt, queryList, text, whole } from './wire.ts'

export const Venue = z.object({
  id: Id,
  externalId: z.nullable(z.string()),
  companyId: Id,
  name: z.string(),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  countryCode: z.string(),
  /** IANA zone. */
  timezone: z.string(),
  currency: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  sdkAccess: z.boolean(),
  tripadvisorId: z.nullable(z.string()),
  minCovers: z.int(),
  maxCovers: z.int(),
  active: z.boolean(),
  systemId: z.nullable(Id),
  systemName: z.nullable(z.string()),
})
export type Venue = z.infer<typeof Venue>

const fields = {
  externalId: z.optional(z.nullable(text(80))),
  phoneNumber: z.optional(z.nullable(text(40))),
  address: z.optional(z.nullable(text(200))),
  postalCode: z.optional(z.nullable(text(20))),
  city: z.optional(z.nullable(text(120))),
  currency: z.optional(Currency),
  latitude: z.optional(z.nullable(z.number().check(z.gte(-90), z.lte(90)))),
  longitude: z.optional(z.nullable(z.number().check(z.gte(-180), z.lte(180)))),
  sdkAccess: z.optional(z.boolean()),
  tripadvisorId: z.optional(z.nullable(text(40))),
  minCovers: z.optional(whole(1, 1000)),
  maxCovers: z.optional(whole(1, 1000)),
  active: z.optional(z.boolean()),
}
/** Without `companyId` a company is made from the venue's own data. */
export const VenueCreate = z.object({ ...fields, name: text(160), countryCode: CountryCode, timezone: text(60), companyId: z.optional(Id) })
export const VenueUpdate = z.object({
  ...fields,
  name: z.optional(text(160)),
  countryCode: z.optional(CountryCode),
  timezone: z.optional(text(60)),
})

const listQuery = z.object({
  ...pageQuery,
  limit: z.optional(queryInt(-1, 200)),
  sort: z.optional(z.enum(['name', '-name', 'city', '-city'])),
  filters: z.optional(
    z.object({
      criteria: z.optional(z.string().check(z.maxLength(120))),
      city: z.optional(z.string().check(z.maxLength(120))),
      countryCode: z.optional(queryList(CountryCode)),
      active: z.optional(queryFlag),
      limit: z.optional(queryInt(-1, 200)),
    }),
  ),
})

/** The head-line of a service: each interval with what arrives against its limit. */
export const ServiceDay = z.object({
  venueId: Id,
  date: LocalDate,
  timezone: z.string(),
  shifts: z.array(z.object({ id: Id, name: z.string(), from: z.string(), to: z.string() })),
  /** One entry per interval, in time order; `startsLocal` is venue-local `YYYY-MM-DDTHH:mm`. */
  intervals: z.array(
    z.object({
      startsAt: z.string(),
      startsLocal: z.string(),
      shiftId: z.nullable(Id),
      covers: z.int(),
      coversMax: z.nullable(z.int()),
      parties: z.int(),
      partiesMax: z.nullable(z.int()),
    }),
  ),
  capacity: z.int(),
})
export type ServiceDay = z.infer<typeof ServiceDay>

export const venues = defineArea('venues', {
  list: {
    method: 'GET',
    path: '/venues',
    summary: 'Venues the caller may see, with an exact total.',
    can: ['read', 'venues'],
    audit: 'none',
    query: listQuery,
    result: pageOf(Venue),
    envelope: 'page',
    errors: [],
  },
  mine: {
    method: 'GET',
    path: '/v1/rms/venues',
    summary: 'The venues of the signed-in user or of the reservation system that calls; filters[limit]=-1 answers all of them.',
    can: 'session',
    systems: true,
    audit: 'none',
    query: listQuery,
    result: pageOf(Venue),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/venues/:id',
    summary: 'One venue.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    result: Venue,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  create: {
    method: 'POST',
    path: '/venues',
    summary: 'Open a venue; it starts with an empty book and one area.',
    status: 201,
    can: ['create', 'venues'],
    audit: 'venue.created',
    body: VenueCreate,
    result: Venue,
    envelope: 'data',
    errors: ['venue.external_id_taken', 'venue.zone_unknown'],
  },
  update: {
    method: 'PUT',
    path: '/venues/:id',
    summary: 'Change a venue.',
    can: ['update', 'venues'],
    audit: 'venue.updated',
    params: IdParams,
    body: VenueUpdate,
    result: Venue,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.external_id_taken', 'venue.zone_unknown'],
  },
  book: {
    method: 'GET',
    path: '/v1/venues/:id/book',
    summary: 'The built-in book of a venue.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    result: Book,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  updateBook: {
    method: 'PUT',
    path: '/v1/venues/:id/book',
    summary: 'Replace the built-in book; never cancels a reservation.',
    can: ['update', 'settings-restaurant'],
    audit: 'book.updated',
    params: IdParams,
    body: Book,
    result: Book,
    envelope: 'data',
    errors: ['venue.not_found', 'book.version_stale', 'book.area_in_use', 'book.inconsistent'],
  },
  areas: {
    method: 'GET',
    path: '/v1/venues/:id/areas',
    summary: 'The areas of a venue, for whoever may see its reservations.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: z.array(Area),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})

export const availability = defineArea('availability', {
  day: {
    method: 'GET',
    path: '/v1/venues/:id/availability',
    summary: 'Starts of one venue-day with what is left; explain=1 adds the rules that closed each.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({
      date: LocalDate,
      partySize: queryInt(1, 1000),
      areaId: z.optional(Id),
      explain: z.optional(queryFlag),
      /** `staff` (default) or what an outside channel would be offered. */
      as: z.optional(z.enum(['staff', 'channel'])),
      /** What this channel would be offered, with its own limits. */
      channelId: z.optional(Id),
    }),
    result: DayAvailability,
    envelope: 'data',
    errors: ['venue.not_found', 'area.not_found', 'channel.not_found'],
  },
  service: {
    method: 'GET',
    path: '/v1/venues/:id/service',
    summary: 'Covers and parties per interval of one venue-day against their limits.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    query: z.object({ date: LocalDate }),
    result: ServiceDay,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})
export type { Verdict }
