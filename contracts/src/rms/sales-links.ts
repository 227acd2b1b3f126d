import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, Lang, line, pageOf, pageQuery, queryList, text, whole } from '../kit/wire.ts'

export const salesLinkStates = ['active', 'expired', 'revoked'] as const
export const SalesLinkState = z.enum(salesLinkStates)
export type SalesLinkState = z.infer<typeof SalesLinkState>

/** A page for one venue of what it would gain, at an address that only who got it knows. */
export const SalesLink = z.object({
  id: Id,
  venueId: Id,
  venueName: z.string(),
  state: SalesLinkState,
  /** Null once it leads nowhere, or while the key that sealed it is missing. */
  url: z.nullable(z.string()),
  /** In which language the page opens; its reader may choose another. */
  lang: Lang,
  /** For whom it is, as its maker wrote it; the page does not show it. */
  recipient: z.string(),
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: z.nullable(Instant),
  /** Roughly: programs that look at links are left out where they say what they are; who looks twice is counted twice. */
  views: z.int(),
  lastViewedAt: z.nullable(Instant),
  enquiries: z.int(),
})
export type SalesLink = z.infer<typeof SalesLink>

/** What somebody wrote on the page. It is forgotten after a year. */
export const SalesEnquiry = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.string(),
  lang: Lang,
  at: Instant,
})
export type SalesEnquiry = z.infer<typeof SalesEnquiry>

/** Days a link may be good for. */
export const salesLinkDays = { least: 1, most: 365, usual: 90 } as const
/** Links of one venue that are good at the same time. */
export const mostSalesLinks = 50

const open = { systems: true } as const

/** ON2: AI sales links. Of venues of one's own system; administrators of the platform, of all. */
export const salesLinks = defineArea('salesLinks', {
  list: {
    ...open,
    method: 'GET',
    path: '/v1/rms/ai-saless',
    summary: 'AI sales links of your venues, newest first.',
    can: ['read', 'sales-links'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(
        z.object({
          venueId: z.optional(Id),
          state: z.optional(queryList(SalesLinkState)),
          search: z.optional(z.string().check(z.trim(), z.maxLength(120))),
        }),
      ),
    }),
    result: pageOf(SalesLink),
    envelope: 'page',
    errors: [],
  },
  get: {
    ...open,
    method: 'GET',
    path: '/v1/rms/ai-sales/:id',
    summary: 'One AI sales link.',
    can: ['read', 'sales-links'],
    audit: 'none',
    params: IdParams,
    oddId: 'sales_link.not_found',
    result: SalesLink,
    envelope: 'data',
    errors: ['sales_link.not_found'],
  },
  create: {
    ...open,
    method: 'POST',
    path: '/v1/rms/ai-sales',
    summary: 'Make an AI sales link for a venue, by our id or yours; whoever has it reads what the venue would gain, without an account.',
    status: 201,
    can: ['create', 'sales-links'],
    audit: 'sales_link.created',
    body: z.object({
      venueId: text(80),
      /** English unless told. */
      lang: z.optional(Lang),
      recipient: z.optional(line(200)),
      expiresInDays: z.optional(whole(salesLinkDays.least, salesLinkDays.most)),
    }),
    result: SalesLink,
    envelope: 'data',
    idempotent: 'sealed',
    errors: ['venue.not_found', 'venue.ambiguous', 'venue.archived', 'sales_link.too_many'],
  },
  revoke: {
    ...open,
    method: 'POST',
    path: '/v1/rms/ai-sales/:id/revoke',
    summary: 'End an AI sales link: from now on it leads nowhere.',
    can: ['update', 'sales-links'],
    audit: 'sales_link.revoked',
    params: IdParams,
    oddId: 'sales_link.not_found',
    result: SalesLink,
    envelope: 'data',
    idempotent: true,
    errors: ['sales_link.not_found', 'sales_link.ended'],
  },
  enquiries: {
    ...open,
    method: 'GET',
    path: '/v1/rms/ai-sales/:id/enquiries',
    summary: 'What was written on the page of an AI sales link, newest first.',
    can: ['read', 'sales-links'],
    audit: 'none',
    params: IdParams,
    oddId: 'sales_link.not_found',
    query: z.object(pageQuery),
    result: pageOf(SalesEnquiry),
    envelope: 'page',
    errors: ['sales_link.not_found'],
  },
})
