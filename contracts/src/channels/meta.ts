import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, text, whole } from '../kit/wire.ts'

/** What can have a page at Meta: one venue, a brand of restaurants (a group of venues), or a whole company. */
export const MetaPlaceKind = z.enum(['venue', 'group', 'company'])
export type MetaPlaceKind = z.infer<typeof MetaPlaceKind>

/** `lost`: Meta no longer takes what it gave us, somebody has to connect anew; `leaving`: the button is being taken from the page. */
export const MetaState = z.enum(['connected', 'lost', 'leaving', 'gone'])
export type MetaState = z.infer<typeof MetaState>

/**
 * Why the button does not stand as it should: `token` no longer good, `permission` not given, `missing` taken away at Meta, `later` Meta asks to wait,
 * `refused` by Meta, `unreachable`, `address` that may not be called, `no_page` to lead to.
 */
export const MetaProblem = z.enum(['token', 'permission', 'missing', 'later', 'refused', 'unreachable', 'address', 'no_page'])
export type MetaProblem = z.infer<typeof MetaProblem>

/** Who ended a connection: somebody here, Meta's side, the licence, or the archive. */
export const MetaEnd = z.enum(['person', 'meta', 'licence', 'archive'])

export const MetaInstall = z.object({
  state: MetaState,
  pageId: z.string(),
  pageName: z.string(),
  /** Where the button leads; null = it does not stand there yet, or no longer. */
  buttonUrl: z.nullable(z.string()),
  buttonAt: z.nullable(Instant),
  problem: z.nullable(MetaProblem),
  /** In Meta's own words. */
  problemSaid: z.nullable(z.string()),
  nextTryAt: z.nullable(Instant),
  connectedByName: z.string(),
  connectedAt: Instant,
  endedAt: z.nullable(Instant),
  endedBy: z.nullable(MetaEnd),
})
export type MetaInstall = z.infer<typeof MetaInstall>

/** Why no link is made: its archive, its test mode, its reservation system, or no app to sign in with. */
export const MetaObstacle = z.enum(['archived', 'test', 'onboarding_off', 'no_app'])
/** A page of a venue's brand or company, from which guests choose it; or of a brand's company. */
export const MetaPageAbove = z.object({
  kind: z.enum(['group', 'company']),
  id: Id,
  name: z.string(),
  state: z.enum(['connected', 'lost']),
  pageName: z.string(),
})
export type MetaPageAbove = z.infer<typeof MetaPageAbove>
export const MetaPlace = z.object({
  kind: MetaPlaceKind,
  id: Id,
  name: z.string(),
  /** The last one there was; null = never connected. */
  install: z.nullable(MetaInstall),
  above: z.array(MetaPageAbove),
  /** Where guests book, and where the button leads; null = nowhere yet. */
  bookingUrl: z.nullable(z.string()),
  /** True = people sign in with an app of the company's own. */
  ownApp: z.boolean(),
  obstacle: z.nullable(MetaObstacle),
})
export type MetaPlace = z.infer<typeof MetaPlace>

export const MetaLink = z.object({ url: z.string(), expiresAt: Instant })
export type MetaLink = z.infer<typeof MetaLink>

export const MetaApp = z.object({
  id: Id,
  /** Null = the installation's, for all that have none of their own. */
  companyId: z.nullable(Id),
  companyName: z.nullable(z.string()),
  name: z.string(),
  appId: z.string(),
  /** The secret itself is never answered. */
  secretSetAt: Instant,
  /** Null = Meta's own. */
  graphUrl: z.nullable(z.string()),
  dialogUrl: z.nullable(z.string()),
  active: z.boolean(),
  /** To be entered at Meta, in the app's settings. */
  callbackUrl: z.string(),
  deauthorizeUrl: z.string(),
  dataDeletionUrl: z.string(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type MetaApp = z.infer<typeof MetaApp>

const appId = z.string().check(z.trim(), z.regex(/^\d{5,20}$/))
const secret = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{16,200}$/))
const addresses = { graphUrl: z.optional(z.nullable(text(500))), dialogUrl: z.optional(z.nullable(text(500))) }
/** A venue's unless said. */
const placeQuery = z.object({ kind: z.optional(MetaPlaceKind) })
const notThere = ['venue.not_found', 'group.not_found', 'company.not_found'] as const

export const meta = defineArea('meta', {
  place: {
    method: 'GET',
    path: '/v1/meta/places/:id',
    summary: 'How a venue, a brand or a company stands with Meta.',
    can: ['read', 'licences'],
    audit: 'none',
    params: IdParams,
    query: placeQuery,
    result: MetaPlace,
    envelope: 'data',
    errors: notThere,
  },
  link: {
    method: 'POST',
    path: '/v1/meta/places/:id/link',
    summary: 'Make a link under which somebody who runs the page connects it; it is good once, for a week, and in the name of who made it.',
    status: 201,
    can: ['update', 'licences'],
    audit: 'meta.link_made',
    params: IdParams,
    query: placeQuery,
    result: MetaLink,
    envelope: 'data',
    idempotent: 'sealed',
    errors: [...notThere, 'venue.archived', 'meta.test_venue', 'meta.onboarding_off', 'meta.app_missing'],
  },
  retry: {
    method: 'POST',
    path: '/v1/meta/places/:id/retry',
    summary: 'Look after the button now; one that was taken away at Meta is put there again.',
    can: ['update', 'licences'],
    audit: 'meta.retried',
    params: IdParams,
    query: placeQuery,
    result: MetaPlace,
    envelope: 'data',
    idempotent: true,
    errors: [...notThere, 'meta.not_connected'],
  },
  uninstall: {
    method: 'POST',
    path: '/v1/meta/places/:id/uninstall',
    summary: 'Take the button from the page, and forget what Meta gave us for it.',
    can: ['update', 'licences'],
    audit: 'meta.disconnected',
    params: IdParams,
    query: placeQuery,
    result: MetaPlace,
    envelope: 'data',
    idempotent: true,
    errors: [...notThere, 'meta.not_connected'],
  },
  apps: {
    method: 'GET',
    path: '/v1/meta/apps',
    summary: 'The apps with which people sign in at Meta that the caller keeps; of a secret only since when it is set.',
    can: ['read', 'companies'],
    audit: 'none',
    result: z.array(MetaApp),
    envelope: 'data',
    errors: [],
  },
  createApp: {
    method: 'POST',
    path: '/v1/meta/apps',
    summary: 'Add the app of a company, or the installation’s. Only the platform names other addresses than Meta’s.',
    status: 201,
    can: ['update', 'companies'],
    audit: 'meta_app.created',
    body: z.object({ companyId: z.optional(z.nullable(Id)), name: text(80), appId, secret, ...addresses }),
    result: MetaApp,
    envelope: 'data',
    idempotent: true,
    errors: ['company.not_found', 'meta.app_taken'],
  },
  updateApp: {
    method: 'PUT',
    path: '/v1/meta/apps/:id',
    summary: 'Change an app; what is not sent stays.',
    can: ['update', 'companies'],
    audit: 'meta_app.updated',
    params: IdParams,
    body: z.object({
      name: z.optional(text(80)),
      appId: z.optional(appId),
      secret: z.optional(secret),
      active: z.optional(z.boolean()),
      ...addresses,
      version: z.optional(whole(1, 2_000_000_000)),
    }),
    result: MetaApp,
    envelope: 'data',
    errors: ['meta.app_not_found', 'meta.version_stale', 'meta.still_connected'],
  },
})
