import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
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

export const GroupDetail = z.extend(Group, { venues: z.array(z.object({ id: Id, name: z.string(), city: z.nullable(z.string()) })) })
export type GroupDetail = z.infer<typeof GroupDetail>

const fields = {
  name: text(120),
  /** A path that `groups.addLogo` answered; empty = none. */
  logo: z.string().check(z.maxLength(200)),
  /** https and public. Only shown, never called; said by the platform. */
  fbInstallLink: z.optional(z.nullable(line(2000))),
  /** All venues of the group, of the same company; those of another of its groups change over. */
  venues: z.array(Id).check(z.maxLength(2000)),
}

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
    summary: 'One group with its venues.',
    can: ['read', 'groups'],
    audit: 'none',
    params: IdParams,
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
    body: z.object({ ...fields, companyId: z.optional(Id) }),
    result: GroupDetail,
    envelope: 'data',
    idempotent: true,
    errors: ['company.not_found', 'venue.not_found', 'group.name_taken'],
  },
  update: {
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Change a group; whoever sees venues by it sees the ones it has then.',
    can: ['update', 'groups'],
    audit: 'group.updated',
    params: IdParams,
    body: z.object({ ...fields, version: whole(1, 2_000_000_000) }),
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
