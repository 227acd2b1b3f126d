import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance } from 'fastify'
import { brandOfHost } from '#src/features/brands/api.ts'
import { followBookingLink, bookHtml } from '#src/features/venue-pages/api.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { hubId } from '#src/platform/id.ts'
import type { AppContainer } from './ports.ts'
import { sendPublicPage } from './send-public-page.ts'

type BookRequest = { Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }

/** Where buttons and links of partners lead: on to wherever guests book at a venue, or to a choice of a brand's or company's venues. */
export const bookPage = (app: FastifyInstance, { db, systemCtx }: AppContainer): void => {
  app.get<BookRequest>('/book/:id', async (request, reply) => {
    const { id } = request.params
    const texts = Object.entries(request.query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const ctx = { ...systemCtx('book.page'), origin: { host: request.host, address: '' } }
    const found = hubId.test(id) ? await followBookingLink(ctx, id.toLowerCase(), Object.fromEntries(texts)) : undefined
    const [only, ...others] = found?.places ?? []
    // Not for good: where guests book changes, the button does not.
    if (only && !others.length)
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(only.url, 302)
    const lang = Lang.options.find((one) => one === request.query['lang']) ?? langOf(request)
    const html = bookHtml({ brand: await brandOfHost(db, request.hostname), lang }, found)
    return sendPublicPage(reply, { status: found ? 200 : 404, html })
  })
}
