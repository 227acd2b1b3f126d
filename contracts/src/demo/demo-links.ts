import { z } from 'zod/mini'
import { rightOf } from '../identity/page-rights.ts'
import { Token } from '../identity/session.ts'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, Lang, pageOf, pageQuery, text, whole } from '../kit/wire.ts'

/** `done`: somebody has used it. */
export const demoLinkStatuses = ['pending', 'done'] as const
export const DemoLinkStatus = z.enum(demoLinkStatuses)
export type DemoLinkStatus = z.infer<typeof DemoLinkStatus>
/** Whether it opens: `ended` = it was used and its demo is over. */
export const demoLinkStates = ['open', 'expired', 'revoked', 'ended'] as const
export const DemoLinkState = z.enum(demoLinkStates)
export type DemoLinkState = z.infer<typeof DemoLinkState>

export const DemoLink = z.object({
  id: Id,
  /** Null where nobody is known: made by the button of a sales page. */
  customerEmail: z.nullable(z.string()),
  lang: Lang,
  brandId: z.nullable(Id),
  brandName: z.nullable(z.string()),
  /** The restaurant the demo is named after. */
  venueId: z.nullable(Id),
  venueName: z.nullable(z.string()),
  status: DemoLinkStatus,
  state: DemoLinkState,
  /** When its mail was sent last; null = not yet. */
  sentAt: z.nullable(Instant),
  timesSent: z.int(),
  generatedBy: z.object({ id: z.nullable(Id), name: z.string() }),
  createdAt: Instant,
  expiresAt: Instant,
  openedAt: z.nullable(Instant),
  /** Until when the demo of a used link lives. */
  tenantEndsAt: z.nullable(Instant),
  /** Null once it cannot be told any more, because the keys of the server have changed: sending it again makes it anew. */
  url: z.nullable(z.string()),
})
export type DemoLink = z.infer<typeof DemoLink>

/** How often a page was opened in the demo, and when; `name` in the language of whoever asks. */
export const DemoVisit = z.object({ page: z.string(), name: z.string(), times: z.int(), firstAt: Instant, lastAt: Instant })
export const DemoLinkDetail = z.extend(DemoLink, { visits: z.array(DemoVisit) })
export type DemoLinkDetail = z.infer<typeof DemoLinkDetail>

export const demoDays = { least: 1, most: 90, usual: 14 }
export const NewDemoLink = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320), z.email()),
  lang: Lang,
  brandId: z.optional(z.nullable(Id)),
  venueId: z.optional(z.nullable(Id)),
  /** For how many days it opens. */
  days: z.optional(whole(demoDays.least, demoDays.most)),
})

const link = { params: IdParams, oddId: 'demo_link.not_found', envelope: 'data' } as const

export const demoLinks = defineArea('demoLinks', {
  list: {
    method: 'GET',
    path: '/v1/demo-links',
    summary: 'Demo links, newest first.',
    can: ['read', 'demo-links'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          status: z.optional(DemoLinkStatus),
          state: z.optional(DemoLinkState),
          generatedBy: z.optional(Id),
          search: z.optional(z.string().check(z.maxLength(200))),
        }),
      ),
    }),
    result: pageOf(DemoLink),
    envelope: 'page',
    errors: [],
  },
  choices: {
    method: 'GET',
    path: '/v1/demo-links/choices',
    summary: 'Brands a demo may wear, who has made links, and whether this server gives demos at all.',
    can: ['read', 'demo-links'],
    audit: 'none',
    result: z.object({
      brands: z.array(z.object({ id: Id, name: z.string() })),
      people: z.array(z.object({ id: Id, name: z.string() })),
      most: z.int(),
    }),
    envelope: 'data',
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/v1/demo-links',
    summary: 'Make a demo link for a customer or prospect, of a restaurant or a brand, and mail it.',
    can: ['create', 'demo-links'],
    audit: 'demo_link.created',
    body: NewDemoLink,
    oneOf: ['brandId', 'venueId'],
    result: DemoLink,
    envelope: 'data',
    status: 201,
    idempotent: true,
    errors: ['venue.not_found', 'brand.not_found', 'demo_link.none_here'],
  },
  get: {
    ...link,
    method: 'GET',
    path: '/v1/demo-links/:id',
    summary: 'One demo link, and what was looked at in its demo.',
    can: ['read', 'demo-links'],
    audit: 'none',
    result: DemoLinkDetail,
    errors: ['demo_link.not_found'],
  },
  send: {
    ...link,
    method: 'POST',
    path: '/v1/demo-links/:id/send',
    summary: 'Mail the link again; one that has expired unused opens again for as long as it did.',
    can: ['update', 'demo-links'],
    audit: 'demo_link.sent',
    result: DemoLink,
    errors: ['demo_link.not_found', 'demo_link.revoked', 'demo_link.ended', 'demo_link.no_address'],
  },
  revoke: {
    ...link,
    method: 'POST',
    path: '/v1/demo-links/:id/revoke',
    summary: 'The link opens nothing any more, and its demo ends at once.',
    can: ['update', 'demo-links'],
    audit: 'demo_link.revoked',
    result: DemoLink,
    errors: ['demo_link.not_found', 'demo_link.revoked'],
  },
})

const TokenParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+$/)) })
const opening = { params: TokenParams, oddId: 'demo_link.unknown', can: 'public', envelope: 'data', callsPerMinute: 30 } as const
const closed = ['demo_link.unknown', 'demo_link.expired', 'demo_link.revoked', 'demo_link.ended'] as const

/** A time zone of the browser; one that is not known is replaced by the restaurant's. */
const ZoneName = z.string().check(z.maxLength(80))
/** The pages a visit may be of. */
export const demoPages = Object.keys(rightOf) as (keyof typeof rightOf)[]

export const demo = defineArea('demo', {
  look: {
    ...opening,
    method: 'GET',
    path: '/v1/demo/:token',
    summary: 'What a demo link leads to. Changes nothing: programs that look into mails open every link.',
    audit: 'none',
    result: z.object({
      brandName: z.string(),
      venueName: z.nullable(z.string()),
      lang: Lang,
      running: z.boolean(),
      endsAt: Instant,
    }),
    errors: closed,
  },
  start: {
    ...opening,
    method: 'POST',
    path: '/v1/demo/:token/start',
    summary: 'Begin the demo, or come back into it: a session of its own that ends with the demo.',
    audit: 'demo_link.opened',
    body: z.object({ timeZone: z.optional(ZoneName) }),
    result: z.object({ token: Token, endsAt: Instant, lang: Lang }),
    errors: [...closed, 'demo_link.full', 'demo_link.none_here'],
  },
  visit: {
    ...opening,
    method: 'POST',
    path: '/v1/demo/:token/visits',
    summary: 'A page was opened in the demo.',
    audit: 'none',
    callsPerMinute: 120,
    body: z.object({ page: text(80) }),
    result: z.object({ noted: z.boolean() }),
    errors: closed,
  },
})
