import type { FastifyInstance } from 'fastify'
import { brandOfHost } from '#src/features/brands/api.ts'
import { openExport } from '#src/features/exports/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { problemBody } from '#src/platform/http/errors.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'

type DownloadRequest = { Params: { id: string }; Querystring: { until?: unknown; signature?: unknown } }
const word = (value: unknown): string => (typeof value === 'string' ? value : '')

const page = ({ title, text, lang }: { title: string; text: string; lang: string }): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
  `<title>${escapeHtml(title)}</title><body style="font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem"><h1 style="font-size:1.4rem">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body></html>`

/** The file behind the link of a mail. Whoever opens one that is not, or no longer, good reads why. */
export const exportFiles = (app: FastifyInstance, { db, ports }: AppContainer): void => {
  app.get<DownloadRequest>('/v1/exports/:id/file', async (request, reply) => {
    const { until, signature } = request.query
    try {
      const link = { id: request.params.id, until: word(until), signature: word(signature) }
      const { body, contentType, name } = await openExport({ db, ports, clock: systemClock }, link)
      return await reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .send(body)
    } catch (error) {
      const html = request.headers.accept?.includes('text/html') === true
      if (!(error instanceof Problem) || !html) throw error
      const lang = langOf(request)
      const title = (await brandOfHost(db, request.hostname)).name
      return reply
        .code(error.status)
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .header('cache-control', 'no-store')
        .send(page({ title, text: problemBody(error, lang, request.id).message, lang }))
    }
  })
}
