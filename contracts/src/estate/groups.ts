import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { DetailMode } from '../identity/venue-access.ts'
import { Id, IdParams, Instant, line, pageOf, pageQuery, text, whole } from '../kit/wire.ts'

/** A brand of restaurants: several venues of a company under one name. */
export const Group = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  name: z.string(),
  /** Path on this server; empty = none. */
  logo: z.string(),
  /** Where the installation at Meta begins; chosen by the platform. */
  fbInstallLink: z.nullable(z.string()),
  venueCount: z.int(),
  /** How many people see their venues by this group. */
  userCount: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Group = z.infer<typeof Group>

/** `mode=min` leaves `venues` empty: of a group of thousands they are read page by page (`/venues?filters[groupId]=`). */
export const GroupDetail = z.extend(Group, { venues: z.array(z.object({ id: Id, name: z.string(), city: z.nullable(z.string()) })) })
export type GroupDetail = z.infer<typeof GroupDetail>

/** Of one call; as many as fit into a body, more than any house has. */
const mostVenues = 20_000
const fields = {
  name: text(120),
  /** A path that `groups.addLogo` answered; empty = none. */
  logo: z.string().check(z.maxLength(200)),
  /** https and public. Only shown, never called; said by the platform. */
  fbInstallLink: z.optional(z.nullable(line(2000))),
}
const VenueIds = z.array(Id).check(z.maxLength(mostVenues))

export const groups = defineArea('groups', {
  list: {
    method: 'GET',
    path: '/groups',
    summary: 'Groups of venues by name.',
    can: ['read', 'groups'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      sort: z.optional(z.enum(['name', '-name'])),
      filters: z.optional(z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(120))), companyId: z.optional(Id) })),
    }),
    result: pageOf(Group),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/groups/:id',
    summary: 'One group with its venues; mode=min leaves them out.',
    can: ['read', 'groups'],
    audit: 'none',
    params: IdParams,
    query: DetailMode,
    result: GroupDetail,
    envelope: 'data',
    errors: ['group.not_found'],
  },
  create: {
    method: 'POST',
    path: '/groups',
    summary: 'Make a group of venues of one company.',
    status: 201,
    can: ['create', 'groups'],
    audit: 'group.created',
    body: z.object({
      ...fields,
      /** Of the same company; those of another of its groups change over. */
      venues: VenueIds,
      companyId: z.optional(Id),
    }),
    result: GroupDetail,
    envelope: 'data',
    idempotent: true,
    errors: ['company.not_found', 'venue.not_found', 'group.name_taken'],
  },
  update: {
    method: 'PUT',
    path: '/groups/:id',
    summary:
      'Change a group; whoever sees venues by it sees the ones it has then. `add` and `remove` change some of its venues, `venues` replaces all.',
    can: ['update', 'groups'],
    audit: 'group.updated',
    params: IdParams,
    query: DetailMode,
    body: z.object({
      ...fields,
      /** All venues of the group, of the same company; those of another of its groups change over. */
      venues: z.optional(VenueIds),
      /** Without `venues`: who joins it and who leaves it. */
      add: z.optional(VenueIds),
      remove: z.optional(VenueIds),
      version: whole(1, 2_000_000_000),
    }),
    result: GroupDetail,
    envelope: 'data',
    errors: ['group.not_found', 'group.version_stale', 'venue.not_found', 'group.name_taken'],
  },
  delete: {
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Remove a group. Its venues stay in the company; whoever saw them by this group no longer does.',
    can: ['delete', 'groups'],
    audit: 'group.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['group.not_found'],
  },
  addLogo: {
    method: 'POST',
    path: '/group-logos',
    summary: 'Send a logo, as base64. It is checked by its content, cleaned and answered with the path to put into a group.',
    status: 201,
    can: ['update', 'groups'],
    audit: 'brand.picture_added',
    body: z.object({ content: z.base64().check(z.minLength(4), z.maxLength(900_000)) }),
    result: z.object({ path: z.string() }),
    envelope: 'data',
    errors: [
      'picture.too_large',
      'picture.type_refused',
      'picture.broken',
      'picture.size_refused',
      'picture.moving',
      'picture.svg_refused',
    ],
  },
})
