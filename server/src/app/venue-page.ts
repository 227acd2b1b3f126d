import { createHash } from 'node:crypto'
import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { linkOrigin } from '#src/features/factors/api.ts'
import { publishedReviews } from '#src/features/review-requests/api.ts'
import { findPage, type Html, noPageHtml, venuePageHtml } from '#src/features/venue-pages/api.ts'
import { langOf } from '#src/platform/http/mount.ts'
import type { AppContainer } from './ports.ts'

type PageRequest = { Params: { '*': string }; Querystring: { lang?: unknown } }

/** Nothing but the page's own style and pictures of this server: neither scripts nor anybody else's. */
const policyOf = (style: string): string =>
  `default-src 'none'; img-src 'self' data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const send = (reply: FastifyReply, status: number, { text, style }: Html): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policyOf(style))
    // Who looks again within the minute need not ask; the hours of today change at midnight.
    .header('cache-control', status === 200 ? 'public, max-age=60' : 'no-store')
    .header('vary', 'accept-language, x-locale')
    .send(text)

/** The public page of a venue, at the address people share. */
export const venuePage = (app: FastifyInstance, { systemCtx }: AppContainer): void => {
  app.get<PageRequest>('/r/*', async (request, reply) => {
    const asked = Lang.options.find((one) => one === request.query.lang)
    const lang = asked ?? langOf(request)
    const slug = request.params['*'].replace(/\/+$/, '')
    const ctx = { ...systemCtx('venue.page'), origin: { host: request.host, address: '' } }
    const found = await findPage(ctx, slug, request.hostname)
    // Names come back: a browser that kept this for ever would be sent in a ring.
    if (found.kind === 'moved')
      return reply.header('cache-control', 'public, max-age=60').redirect(`/r/${found.slug}${asked ? `?lang=${asked}` : ''}`, 301)
    if (found.kind === 'gone') return send(reply, 404, noPageHtml({ ...found, lang, path: `/r/${encodeURIComponent(slug)}` }))
    const guests = await publishedReviews(ctx, found.profile.venueId)
    return send(reply, 200, venuePageHtml({ ...found, guests, lang, chosen: asked !== undefined, origin: await linkOrigin(ctx) }))
  })
}
