import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfHost } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { fill } from '#src/platform/phrases.ts'
import { primaryOf } from './web-manifest.ts'
import { sendPlainPage } from './send-plain-page.ts'

type Words = Record<'ask' | 'asked' | 'button' | 'done' | 'undone' | 'again' | 'back' | 'backText' | 'gone' | 'goneText', string>
/** Who gets what, and whether it is stopped. */
type Receiving = { name: string; email: string; lang: Lang; stopped: boolean; brand: Brand }
type SignedLink = { id: string; signature: string }
export type Stoppable = {
  /** With `:id`. */
  path: string
  words: Record<Lang, Words>
  read: (ctx: Ctx, link: SignedLink) => Promise<Receiving | undefined>
  set: (ctx: Ctx, link: SignedLink, stopped: boolean) => Promise<Receiving | undefined>
}
type StopRequest = { Params: { id: string }; Querystring: { signature?: unknown }; Body: unknown }

type Page = { title: string; text: string; lang: string; brand: Brand; button?: { label: string; act: 'stop' | 'start' } }

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
 * Where a reader ends what comes by mail, without a sign-in. Looking changes nothing, as programs look at every link of a mail; the button does, and so
 * does the one request of a mail program (RFC 8058), in either of the forms it may come in.
 */
export const stopPage = (app: FastifyInstance, systemCtx: () => Ctx, { path, words, read, set }: Stoppable): void => {
  const linkOf = ({ params, query }: FastifyRequest<StopRequest>): SignedLink => ({
    id: params.id,
    signature: typeof query.signature === 'string' ? query.signature : '',
  })
  const gone = async (ctx: Ctx, request: FastifyRequest<StopRequest>, reply: FastifyReply): Promise<FastifyReply> => {
    const lang = langOf(request)
    const { gone: title, goneText: text } = words[lang]
    return send(reply, 404, { title, text, lang, brand: await brandOfHost(ctx.db, request.hostname) })
  }
  const tell = (reply: FastifyReply, { name, email, lang, brand }: Receiving, what: 'ask' | 'done' | 'back'): FastifyReply => {
    const stop = words[lang]
    const say = (text: string): string => fill(text, { name, email })
    if (what === 'back') return send(reply, 200, { title: say(stop.back), text: say(stop.backText), lang, brand })
    return what === 'ask'
      ? send(reply, 200, { title: say(stop.ask), text: say(stop.asked), lang, brand, button: { label: stop.button, act: 'stop' } })
      : send(reply, 200, { title: say(stop.done), text: say(stop.undone), lang, brand, button: { label: stop.again, act: 'start' } })
  }
  void app.register(async (inner) => {
    inner.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null, {}))
    inner.get<StopRequest>(path, async (request, reply) => {
      const ctx = systemCtx()
      const found = await read(ctx, linkOf(request))
      return found ? tell(reply, found, found.stopped ? 'done' : 'ask') : gone(ctx, request, reply)
    })
    inner.post<StopRequest>(path, async (request, reply) => {
      const ctx = systemCtx()
      const stops = (request.body as { act?: unknown } | null | undefined)?.act !== 'start'
      const found = await set(ctx, linkOf(request), stops)
      return found ? tell(reply, found, stops ? 'done' : 'back') : gone(ctx, request, reply)
    })
  })
}
