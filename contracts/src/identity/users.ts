import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Export, exportBody } from '../operations/exports.ts'
import { Permission, PermissionEntry, Role } from './roles.ts'
import { Proof, proofFaults } from './security.ts'
import { AccessChange, AccessKind, DetailMode, GivenVenue, GivenVenueQuery } from './venue-access.ts'
import { Country, Id, IdParams, Instant, Lang, pageOf, pageQuery, queryList, text, whole } from '../kit/wire.ts'

/** `invited`: no password chosen yet. `disabled`: cannot sign in. */
export const UserState = z.enum(['active', 'invited', 'disabled'])
export type UserState = z.infer<typeof UserState>

const Named = z.object({ id: Id, name: z.string() })

export const User = z.object({
  id: Id,
  email: z.string(),
  username: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** The one role the portal shows. */
  role: Role,
  roles: z.array(Role),
  /** Null for people of the platform itself. */
  companyId: z.nullable(Id),
  companyName: z.nullable(z.string()),
  access: AccessKind,
  /** The groups somebody sees, by name; empty unless `access` is `groups`. */
  groups: z.array(Named),
  /** How many venues somebody is limited to; null with `access` all. */
  venueCount: z.nullable(z.int()),
  lang: Lang,
  state: UserState,
  twoFactor: z.boolean(),
  /** When a session of the last weeks was used. */
  lastSeenAt: z.nullable(Instant),
  createdAt: Instant,
})
export type User = z.infer<typeof User>

export const UserDetail = z.extend(User, {
  city: z.nullable(z.string()),
  country: z.nullable(z.string()),
  permissions: z.array(Permission),
  /** The venues somebody sees with `access` groups or venues, of those the caller sees himself. */
  venues: z.array(Named),
  invitedAt: z.nullable(Instant),
  /** Until when the link of the invitation counts; null when there is none. */
  invitationUntil: z.nullable(Instant),
  /** Until when wrong passwords keep strangers from signing in; browsers in which he signed in before are not kept out. Null: not locked. */
  lockedUntil: z.nullable(Instant),
  /** Whether the caller may change this user: somebody with more rights than oneself is only looked at. */
  mayChange: z.boolean(),
  oneself: z.boolean(),
  /** What a deletion takes along. */
  goesWith: z.object({ sessions: z.int(), passkeys: z.int(), notificationChoices: z.int(), devices: z.int() }),
  version: z.int(),
  updatedAt: Instant,
})
export type UserDetail = z.infer<typeof UserDetail>

const Username = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9._-]{2,39}$/))
const Version = whole(1, 2_000_000_000)
const fields = {
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320), z.email()),
  username: z.nullable(Username),
  firstName: text(80),
  lastName: text(80),
  city: z.nullable(text(120)),
  country: z.nullable(Country),
  lang: Lang,
  roles: z.array(Role).check(z.minLength(1), z.maxLength(8)),
  permissions: z.array(Permission).check(z.maxLength(12)),
}
const UserSort = z.enum(['name', '-name', 'email', '-email'])
const UserFilters = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  role: z.optional(queryList(Role)),
  companyId: z.optional(Id),
  groupId: z.optional(Id),
  venueId: z.optional(Id),
  state: z.optional(UserState),
})
const refusals = ['user.not_found', 'user.above', 'user.right_not_held', 'user.last_super_admin'] as const

/** The people who sign in: those of companies, and those of the platform itself. Nobody gives a right he does not hold. */
export const users = defineArea('users', {
  list: {
    method: 'GET',
    path: '/users',
    summary: 'The people the caller may keep, by name; searched by name, address, user name and company.',
    can: ['read', 'users'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      sort: z.optional(UserSort),
      filters: z.optional(UserFilters),
    }),
    result: pageOf(User),
    envelope: 'page',
    errors: [],
  },
  export: {
    method: 'POST',
    path: '/v1/users/export',
    summary: 'Write the people of that filter into an Excel file; it arrives by e-mail as a link that expires.',
    status: 201,
    can: ['read', 'users'],
    audit: 'export.requested',
    body: exportBody(z.strictObject({ ...UserFilters.shape, role: z.optional(z.array(Role).check(z.maxLength(8))) }), UserSort),
    result: Export,
    envelope: 'data',
    idempotent: true,
    errors: ['export.too_many'],
  },
  get: {
    method: 'GET',
    path: '/users/:id',
    summary: 'One user, with rights, venues and what a deletion would take along; mode=min leaves `venues` empty.',
    can: ['read', 'users'],
    audit: 'none',
    params: IdParams,
    query: DetailMode,
    result: UserDetail,
    envelope: 'data',
    errors: ['user.not_found'],
  },
  venues: {
    method: 'GET',
    path: '/users/:id/venues',
    summary:
      'The venues somebody was given by name, as far as the caller sees them, page by page; none where access comes by groups or for all.',
    can: ['read', 'users'],
    audit: 'none',
    params: IdParams,
    query: GivenVenueQuery,
    result: pageOf(GivenVenue),
    envelope: 'page',
    errors: ['user.not_found'],
  },
  create: {
    method: 'POST',
    path: '/users',
    summary:
      'Add somebody: a mail with a link to choose a password, good once and for seven days. Venues are assigned afterwards; administrators see all of them.',
    status: 201,
    can: ['create', 'users'],
    audit: 'user.created',
    body: z.object({
      email: fields.email,
      firstName: fields.firstName,
      lastName: fields.lastName,
      roles: fields.roles,
      username: z.optional(fields.username),
      city: z.optional(fields.city),
      country: z.optional(fields.country),
      lang: z.optional(Lang),
      permissions: z.optional(fields.permissions),
      /** Null or left out: the caller's own company, or the platform itself. */
      companyId: z.optional(z.nullable(Id)),
    }),
    result: UserDetail,
    envelope: 'data',
    idempotent: true,
    errors: ['user.email_taken', 'user.username_taken', 'user.right_not_held', 'user.of_platform', 'company.not_found'],
  },
  update: {
    method: 'PUT',
    path: '/users/:id/account',
    summary:
      "Change somebody as the keeper of the users: name, address, roles and permissions. A new address of one's own wants a `proof`.",
    can: ['update', 'users'],
    audit: 'user.updated',
    params: IdParams,
    body: z.object({
      ...fields,
      version: Version,
      /** Only for a new address of one's own: who sits there, as for a change of one's second factors. */
      proof: z.optional(Proof),
    }),
    result: UserDetail,
    envelope: 'data',
    errors: [
      ...refusals,
      'user.email_taken',
      'user.username_taken',
      'user.version_stale',
      'user.is_oneself',
      'user.of_platform',
      ...proofFaults,
      'acting.forbidden',
    ],
  },
  giveVenues: {
    method: 'PUT',
    path: '/users/:id/venues',
    summary:
      'What somebody sees: every venue of the company, those of groups, or chosen ones; `add` and `remove` change some of these, `venues` replaces all.',
    can: ['update', 'users'],
    audit: 'user.venues_given',
    params: IdParams,
    query: DetailMode,
    body: AccessChange,
    result: UserDetail,
    envelope: 'data',
    errors: [...refusals, 'user.version_stale', 'user.is_oneself', 'user.sees_all', 'venue.not_found', 'group.not_found'],
  },
  move: {
    method: 'PUT',
    path: '/users/:id/company',
    summary: 'Move somebody to another company, or to the platform itself; the venues and groups given until then are taken back.',
    can: ['update', 'users'],
    audit: 'user.moved',
    params: IdParams,
    body: z.object({ companyId: z.nullable(Id), version: Version }),
    result: UserDetail,
    envelope: 'data',
    errors: [...refusals, 'user.version_stale', 'user.is_oneself', 'user.of_platform', 'company.not_found'],
  },
  invite: {
    method: 'POST',
    path: '/users/:id/invite',
    summary: 'Send the invitation again; the link of the one before no longer counts.',
    can: ['update', 'users'],
    audit: 'user.invited',
    params: IdParams,
    result: UserDetail,
    envelope: 'data',
    errors: ['user.not_found', 'user.above', 'user.joined', 'user.cannot_sign_in', 'user.disabled'],
  },
  disable: {
    method: 'POST',
    path: '/users/:id/disable',
    summary: 'Keep somebody from signing in; all sessions end at once.',
    can: ['update', 'users'],
    audit: 'user.disabled',
    params: IdParams,
    result: UserDetail,
    envelope: 'data',
    errors: ['user.not_found', 'user.above', 'user.is_oneself', 'user.last_super_admin'],
  },
  enable: {
    method: 'POST',
    path: '/users/:id/enable',
    summary: 'Let somebody sign in again.',
    can: ['update', 'users'],
    audit: 'user.enabled',
    params: IdParams,
    result: UserDetail,
    envelope: 'data',
    errors: ['user.not_found', 'user.above'],
  },
  unlock: {
    method: 'POST',
    path: '/users/:id/unlock',
    summary: 'Let somebody sign in again whose account was locked by wrong passwords; passwords and sessions stay.',
    can: ['update', 'users'],
    audit: 'user.unlocked',
    params: IdParams,
    result: UserDetail,
    envelope: 'data',
    errors: ['user.not_found', 'user.above', 'user.is_oneself'],
  },
  resetFactors: {
    method: 'POST',
    path: '/users/:id/reset-factors',
    summary: "Take away somebody's second factors, who lost them: the caller proves who sits there, as for a change of his own.",
    can: ['update', 'users'],
    audit: 'user.factors_reset',
    params: IdParams,
    body: Proof,
    result: UserDetail,
    envelope: 'data',
    errors: ['user.not_found', 'user.above', 'user.is_oneself', ...proofFaults, 'acting.forbidden'],
  },
  delete: {
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Remove somebody with all sessions, passkeys and choices. History and audit keep the name.',
    can: ['delete', 'users'],
    audit: 'user.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['user.not_found', 'user.above', 'user.is_oneself', 'user.last_super_admin'],
  },
  permissions: {
    method: 'GET',
    path: '/apps/permissions/data',
    summary: 'The permission areas with what each opens; `q` looks into their names, `total` counts what was found, `allData` holds all.',
    can: 'session',
    audit: 'none',
    query: z.object({ q: z.optional(z.string().check(z.maxLength(80), z.regex(/^[\p{L}\p{N} .-]*$/u))) }),
    result: z.object({
      permissions: z.array(PermissionEntry),
      params: z.object({ q: z.string() }),
      allData: z.array(PermissionEntry),
      total: z.int(),
    }),
    envelope: 'bare',
    errors: [],
  },
})
