import { z } from 'zod/mini'
import { type Verdict, DayAvailability } from '../booking/availability.ts'
import { Area, Book } from './book.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Export, exportBody } from '../operations/exports.ts'
import { PartnerArea } from '../rms/rms-api-objects.ts'
import { Venue, VenueCreate, VenueDetail, VenueUpdate } from './venue-fields.ts'
import { listQuery, VenueFilter, VenueSort } from './venue-filters.ts'
import { Id, IdParams, Instant, LocalDate, pageOf, queryFlag, queryInt, text } from '../kit/wire.ts'

/** The hub's id of a venue or the partner's own (`externalId`). One that names several of the caller's venues is refused: `venue.ambiguous`. */
export const VenueRefParams = z.object({ id: text(80) })

/**
 * What is taken from a venue here. The licence of a booking channel ends with `unlink-venues` of that channel, which many channels and venues share and
 * which tells the channel; there is no second way to the same end.
 * `meta` ends the Meta licence together with its own sign-on; `listing` is the listing and review product, which is a feature as well; `sdk` the
 * booking widget.
 */
const LicenceEnd = z.object({ license: z.enum(['meta', 'listing']) })
const FeatureEnd = z.object({ feature: z.enum(['listing', 'metaSSO', 'sdk']) })
/** Shown this once: the password is kept as a hash. */
export const VenueCredential = z.object({ email: z.string(), password: z.string() })
/** `password` is null where one was shown before; `used` says that somebody chose his own since. */
const VenueAccess = z.object({ email: z.string(), password: z.nullable(z.string()), used: z.boolean() })

const one = { params: VenueRefParams, result: VenueDetail, envelope: 'data' } as const
const updating = {
  ...one,
  method: 'PUT',
  can: ['update', 'venues'],
  audit: 'venue.updated',
  body: VenueUpdate,
  errors: [
    'venue.not_found',
    'venue.ambiguous',
    'venue.external_id_taken',
    'venue.tripadvisor_id_taken',
    'venue.zone_unknown',
    'venue.version_stale',
    'venue.archived',
    'system.not_found',
    'shift.not_found',
  ],
} as const
const creating = {
  method: 'POST',
  status: 201,
  can: ['create', 'venues'],
  audit: 'venue.created',
  body: VenueCreate,
  result: VenueDetail,
  envelope: 'data',
  idempotent: true,
  errors: ['venue.external_id_taken', 'venue.tripadvisor_id_taken', 'venue.zone_unknown', 'system.not_found'],
} as const
const endingLicence = {
  ...one,
  method: 'POST',
  can: ['update', 'licences'],
  audit: 'venue.license_deactivated',
  body: LicenceEnd,
  idempotent: true,
  errors: ['venue.not_found', 'venue.ambiguous', 'venue.license_inactive'],
} as const
const disabling = {
  ...one,
  method: 'POST',
  can: ['update', 'licences'],
  audit: 'venue.feature_disabled',
  body: FeatureEnd,
  idempotent: true,
  errors: ['venue.not_found', 'venue.ambiguous', 'venue.license_inactive'],
} as const

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

/** An area nobody is seated in any more. */
export const ArchivedArea = z.extend(Area, { archivedAt: Instant })
export type ArchivedArea = z.infer<typeof ArchivedArea>

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
    ...one,
    method: 'GET',
    path: '/venues/:id',
    summary: 'One venue with all of its settings.',
    can: ['read', 'venues'],
    audit: 'none',
    errors: ['venue.not_found', 'venue.ambiguous'],
  },
  getMine: {
    ...one,
    method: 'GET',
    path: '/v1/rms/venues/:id',
    summary: 'One venue of the caller, by hub id or by the partner’s own id.',
    can: ['read', 'venues'],
    systems: true,
    audit: 'none',
    errors: ['venue.not_found', 'venue.ambiguous'],
  },
  create: { ...creating, path: '/venues', summary: 'Open a venue; it starts with an empty book and one area.' },
  createMine: { ...creating, systems: true, path: '/v1/rms/venues', summary: 'Open a venue as a partner or manager.' },
  update: { ...updating, path: '/venues/:id', summary: 'Change a venue; only what is named changes.' },
  updateMine: {
    ...updating,
    systems: true,
    path: '/v1/rms/venues/:id',
    summary: 'Change a venue of the caller, by hub id or by the partner’s own id.',
  },
  credential: {
    method: 'GET',
    path: '/v1/rms/venues/:id/credential',
    summary:
      'The sign-in for this one venue. The first time it is made and its password shown; later `password` is null, and what was shown stays good.',
    can: ['create', 'users'],
    audit: 'venue.credential_issued',
    params: VenueRefParams,
    result: VenueAccess,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.ambiguous', 'venue.archived', 'user.above'],
  },
  renewCredential: {
    method: 'POST',
    path: '/v1/rms/venues/:id/credential',
    summary: 'A new password for the sign-in of this one venue, shown this once; the one before ends, with all that is signed in with it.',
    status: 201,
    can: ['create', 'users'],
    audit: 'venue.credential_issued',
    params: VenueRefParams,
    result: VenueCredential,
    envelope: 'data',
    idempotent: 'sealed',
    errors: ['venue.not_found', 'venue.ambiguous', 'venue.archived', 'user.above'],
  },
  deactivateLicense: { ...endingLicence, path: '/venues/:id/deactivate-license', summary: 'End a licence of a venue.' },
  deactivateLicenseMine: {
    ...endingLicence,
    systems: true,
    path: '/v1/rms/venues/:id/deactivate-license',
    summary: 'End a licence of a venue of the caller.',
  },
  disableFeature: { ...disabling, path: '/venues/:id/disable-feature', summary: 'Switch a product of a venue off.' },
  disableFeatureMine: {
    ...disabling,
    systems: true,
    path: '/v1/rms/venues/:id/disable-feature',
    summary: 'Switch a product of a venue of the caller off.',
  },
  export: {
    method: 'POST',
    path: '/v1/venues/export',
    summary: 'Write the venues of that filter into an Excel file; it arrives by e-mail as a link that expires.',
    status: 201,
    can: ['read', 'venues'],
    audit: 'export.requested',
    body: exportBody(VenueFilter, VenueSort),
    result: Export,
    envelope: 'data',
    idempotent: true,
    errors: ['export.too_many'],
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
    errors: ['venue.not_found', 'book.version_stale', 'book.area_has_tables', 'book.area_in_use', 'book.inconsistent'],
  },
  archivedAreas: {
    method: 'GET',
    path: '/v1/venues/:id/archived-areas',
    summary: 'Areas taken out of the book, the latest first; one that stands in the book again is back, with its reservations.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    result: z.array(ArchivedArea),
    envelope: 'data',
    errors: ['venue.not_found'],
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
  areasMine: {
    method: 'GET',
    path: '/v1/rms/venues/:id/areas',
    summary:
      'The areas of a venue of the caller, by hub id or by the partner’s own id; texts in the language of `x-locale`, where one is named.',
    can: ['read', 'venues'],
    systems: true,
    audit: 'none',
    params: VenueRefParams,
    result: pageOf(PartnerArea),
    envelope: 'page',
    errors: ['venue.not_found', 'venue.ambiguous'],
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
