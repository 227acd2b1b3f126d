import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOfHost } from '#src/features/brands/api.ts'
import { readReceiving, type Receiving, reportPhrases, setReceiving, type StopLink } from '#src/features/reports/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { fill } from '#src/platform/phrases.ts'
import type { AppContainer } from './ports.ts'
import { primaryOf } from './web-manifest.ts'
import { sendPlainPage } from './send-plain-page.ts'

const path = '/v1/analytics/reports/stop/:recipientId'
type StopRequest = { Params: { recipientId: string }; Querystring: { signature?: unknown }; Body: unknown }

type Page = { title: string; text: string; lang: string; brand: Receiving['brand']; button?: { label: string; act: 'stop' | 'start' } }

/** Without script, in the brand's colours; its only button sends the page's own address back. */
const htmlOf = ({ title, text, lang, brand, button }: Page): string => {
  const form = button
    ? `<form method="post"><input type="hidden" name="act" value="${button.act}"><button>${escapeHtml(button.label)}</button></form>`
    : ''
  return (
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title><style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:14vh auto;padding:0 1.5rem;overflow-wrap:anywhere}` +
    `header{font-weight:600;margin-bottom:2rem}h1{font-size:1.5rem;line-height:1.3}button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:2px solid ${primaryOf(brand)};` +
    `border-radius:6px;background:Canvas;color:CanvasText;cursor:pointer}button:focus-visible{outline:3px solid Highlight;outline-offset:2px}</style>` +
    `<body><header>${escapeHtml(brand.name)}</header><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`
  )
}

const send = (reply: FastifyReply, status: number, page: Page): FastifyReply => sendPlainPage(reply, status, htmlOf(page))

/**
 * Where a reader ends a report that comes by mail, without a sign-in. Looking changes nothing, as programs look at every link of a mail; the button
 * does, and so does the one request of a mail program (RFC 8058), in either of the forms it may come in.
 */
export const reportStop = (app: FastifyInstance, { db, systemCtx }: AppContainer): void => {
  const linkOf = ({ params, query }: FastifyRequest<StopRequest>): StopLink => ({
    recipientId: params.recipientId,
    signature: typeof query.signature === 'string' ? query.signature : '',
  })
  const gone = async (request: FastifyRequest<StopRequest>, reply: FastifyReply): Promise<FastifyReply> => {
    const lang = langOf(request)
    const { stop } = reportPhrases[lang]
    return send(reply, 404, { title: stop.gone, text: stop.goneText, lang, brand: await brandOfHost(db, request.hostname) })
  }
  const tell = (reply: FastifyReply, { name, email, lang, brand }: Receiving, what: 'ask' | 'done' | 'back'): FastifyReply => {
    const { stop } = reportPhrases[lang]
    const say = (text: string): string => fill(text, { name, email })
    if (what === 'back') return send(reply, 200, { title: stop.back, text: say(stop.backText), lang, brand })
    return what === 'ask'
      ? send(reply, 200, { title: stop.ask, text: say(stop.asked), lang, brand, button: { label: stop.button, act: 'stop' } })
      : send(reply, 200, { title: stop.done, text: say(stop.undone), lang, brand, button: { label: stop.again, act: 'start' } })
  }
  void app.register(async (inner) => {
    inner.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null, {}))
    inner.get<StopRequest>(path, async (request, reply) => {
      const found = await readReceiving(systemCtx('reports.stop'), linkOf(request))
      return found ? tell(reply, found, found.stopped ? 'done' : 'ask') : gone(request, reply)
    })
    inner.post<StopRequest>(path, async (request, reply) => {
      const stops = (request.body as { act?: unknown } | null | undefined)?.act !== 'start'
      const found = await setReceiving(systemCtx('reports.stop'), linkOf(request), stops)
      return found ? tell(reply, found, stops ? 'done' : 'back') : gone(request, reply)
    })
  })
}
