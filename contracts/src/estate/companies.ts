import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { CountryCode, Id, IdParams, Instant, line, pageOf, pageQuery, queryList, text, whole, Country } from '../kit/wire.ts'

/** The longest notice anybody may ask for: a year, in seconds. */
export const longestNotice = 31_536_000
/** What a company says for all of its venues. Seconds; null = as each venue says. The stricter of both counts, for channels only. */
export const companyRules = {
  minAdvanceBooking: z.nullable(z.int()),
  /** Shortest notice for canceling, for going to another day and for giving seats back. */
  minAdvanceBookingCancelling: z.nullable(z.int()),
  /** The channel's name stands in the notes of bookings made at a venue's own system, where that system wants it too. */
  includeSourceInNotes: z.boolean(),
  /** Where the installation at Meta begins; chosen by the platform. */
  fbInstallLink: z.nullable(z.string()),
}
/** Of these, what the company itself and its reservation system may set. */
export const companyRuleFields = {
  minAdvanceBooking: z.optional(z.nullable(whole(0, longestNotice))),
  minAdvanceBookingCancelling: z.optional(z.nullable(whole(0, longestNotice))),
  includeSourceInNotes: z.optional(z.boolean()),
}

/** The legal owner of venues. Its brand is the face of everything its venues send (BR4). */
export const Company = z.object({
  id: Id,
  name: z.string(),
  legalName: z.nullable(z.string()),
  countryCode: z.string(),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** Null: the default brand. */
  brandId: z.nullable(Id),
  brandName: z.nullable(z.string()),
  /** Who hears when somebody is added; null: the company's first administrator. */
  ownerId: z.nullable(Id),
  ownerName: z.nullable(z.string()),
  ...companyRules,
  /** Months after a visit for which guests' data is kept; null: until somebody erases it. */
  guestMonths: z.nullable(z.int()),
  /** Months after an evening for which its bookings are kept at all, with their history; null: always. */
  bookingMonths: z.nullable(z.int()),
  /** Its venues know their guests together: each sees of the others what its people may see there. */
  guestsShared: z.boolean(),
  venueCount: z.int(),
  groupCount: z.int(),
  userCount: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Company = z.infer<typeof Company>

/** More are not counted. */
export const mostCounted = 10_000
const goesBefore = z.object({
  /** The first day that stays, `YYYY-MM-DD`. */
  day: z.string(),
  /** `more`: at least so many. */
  bookings: z.int(),
  more: z.boolean(),
})
/** What would go if data were kept that long; null where nothing is asked of it. */
export const RetentionPlan = z.object({
  /** Bookings whose guests are forgotten within the hour. */
  guests: z.nullable(goesBefore),
  /** Bookings that are removed whole a week later. */
  bookings: z.nullable(goesBefore),
})
export type RetentionPlan = z.infer<typeof RetentionPlan>

const TreeVenue = z.object({
  id: Id,
  name: z.string(),
  city: z.nullable(z.string()),
  active: z.boolean(),
  areas: z.array(z.object({ id: Id, name: z.string(), capacity: z.int() })),
})
export type TreeVenue = z.infer<typeof TreeVenue>
/** Company → group → venue → area; the first 500 venues by name. */
export const CompanyTree = z.object({
  id: Id,
  name: z.string(),
  groups: z.array(z.object({ id: Id, name: z.string(), logo: z.string(), venues: z.array(TreeVenue) })),
  /** In no group. */
  venues: z.array(TreeVenue),
  venueTotal: z.int(),
})
export type CompanyTree = z.infer<typeof CompanyTree>

/** What a move changes, and for whom. */
export const VenueMove = z.object({
  moved: z.int(),
  /** People of the former company who no longer see one of the venues. */
  losing: z.array(z.object({ id: Id, name: z.string() })),
  losingTotal: z.int(),
  /** People who see one of them from now on. */
  gainingTotal: z.int(),
  /** Reservations to come, which stay as they are. */
  reservations: z.int(),
  brandBefore: z.string(),
  brandAfter: z.string(),
})
export type VenueMove = z.infer<typeof VenueMove>

const Version = whole(1, 2_000_000_000)
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const fields = {
  name: text(160),
  legalName: optional(text(160)),
  countryCode: Country,
  address: optional(text(200)),
  postalCode: optional(text(20)),
  city: optional(text(120)),
  brandId: optional(Id),
  ownerId: optional(Id),
  ...companyRuleFields,
  guestMonths: optional(whole(1, 120)),
  /** Not below thirteen: figures compare with the same days of last year. */
  bookingMonths: optional(whole(13, 120)),
  guestsShared: z.optional(z.boolean()),
  /** https and public. Only shown, never called. */
  fbInstallLink: optional(line(2000)),
}
const move = z.object({ venues: z.array(Id).check(z.minLength(1), z.maxLength(500)), groupId: z.optional(z.nullable(Id)) })

export const companies = defineArea('companies', {
  list: {
    method: 'GET',
    path: '/companies',
    summary: 'Companies by name, with what belongs to each.',
    can: ['read', 'companies'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      sort: z.optional(z.enum(['name', '-name'])),
      filters: z.optional(
        z.object({
          search: z.optional(z.string().check(z.trim(), z.maxLength(120))),
          countryCode: z.optional(queryList(CountryCode)),
          brandId: z.optional(Id),
        }),
      ),
    }),
    result: pageOf(Company),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/companies/:id',
    summary: 'One company.',
    can: ['read', 'companies'],
    audit: 'none',
    params: IdParams,
    result: Company,
    envelope: 'data',
    errors: ['company.not_found'],
  },
  tree: {
    method: 'GET',
    path: '/companies/:id/tree',
    summary: 'A company with its groups, venues and areas.',
    can: ['read', 'companies'],
    audit: 'none',
    params: IdParams,
    result: CompanyTree,
    envelope: 'data',
    errors: ['company.not_found'],
  },
  create: {
    method: 'POST',
    path: '/companies',
    summary: 'Make a company. A lone venue gets one by itself.',
    status: 201,
    can: ['create', 'companies'],
    audit: 'company.created',
    body: z.object(fields),
    result: Company,
    envelope: 'data',
    idempotent: true,
    errors: ['brand.not_found', 'user.not_found'],
  },
  update: {
    method: 'PUT',
    path: '/companies/:id',
    summary: 'Change a company. Its brand and `fbInstallLink` are chosen by the platform only.',
    can: ['update', 'companies'],
    audit: 'company.updated',
    params: IdParams,
    body: z.object({ ...fields, version: Version }),
    result: Company,
    envelope: 'data',
    errors: ['company.not_found', 'company.version_stale', 'brand.not_found', 'user.not_found'],
  },
  delete: {
    method: 'DELETE',
    path: '/companies/:id',
    summary: 'Remove a company without venues, with its groups and people. History and audit keep the names.',
    can: ['delete', 'companies'],
    audit: 'company.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['company.not_found', 'company.has_venues', 'user.above', 'user.is_oneself', 'user.last_super_admin'],
  },
  planMove: {
    method: 'POST',
    path: '/companies/:id/venues/plan',
    summary: 'What would change, and for whom, if these venues moved to this company or group. Nothing is written.',
    can: ['update', 'companies'],
    audit: 'none',
    params: IdParams,
    body: move,
    result: VenueMove,
    envelope: 'data',
    errors: ['company.not_found', 'group.not_found', 'venue.not_found'],
  },
  moveVenues: {
    method: 'POST',
    path: '/companies/:id/venues',
    summary: 'Move venues to this company, and there into a group or out of any. Reservations stay.',
    can: ['update', 'companies'],
    audit: 'venue.moved',
    params: IdParams,
    body: move,
    result: VenueMove,
    envelope: 'data',
    errors: ['company.not_found', 'group.not_found', 'venue.not_found', 'venue.external_id_taken'],
  },
})
