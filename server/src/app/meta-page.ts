import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOfHostLastKnown } from '#src/features/brands/api.ts'
import {
  beginSignIn,
  chooseHtml,
  choosePage,
  connectHtml,
  cookieOf,
  dialogOf,
  type Face,
  type Finished,
  finishSignIn,
  isDeletionCode,
  openInstallLink,
  type OpenLink,
  type Said,
  saidHtml,
  stateMinutes,
} from '#src/features/meta/api.ts'
import { countLinkAttempt } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { originOf } from '#src/platform/http/rate-limit.ts'
import type { AppContainer } from './ports.ts'
import { sendPublicPage as send } from './send-public-page.ts'

type MetaRequest = { Params: { token: string; code: string }; Querystring: Readonly<Record<string, unknown>>; Body: unknown }
type Asked = FastifyRequest<MetaRequest>
type Container = Pick<AppContainer, 'config' | 'db' | 'log' | 'systemCtx'>
type Asking = { container: Container; request: Asked; reply: FastifyReply }

const word = (value: unknown): string => (typeof value === 'string' ? value : '')
const field = ({ body }: Asked, name: string): string => word((body as Record<string, unknown> | null | undefined)?.[name])

const statuses: Readonly<Record<Said['outcome'], number>> = {
  connected: 200,
  deleted: 200,
  declined: 200,
  no_pages: 422,
  failed: 502,
  page_taken: 409,
  meanwhile: 409,
  unknown: 410,
  spent: 410,
  expired: 410,
  closed: 410,
  often: 429,
  broken: 500,
}

/** What the browser that began a sign-in keeps of it: the proof that it is the same one, the language, and the link to begin anew. */
type Kept = { browser: string; lang: Lang | undefined; again: string | undefined }
const keptIn = ({ headers }: Asked, state: string): Kept => {
  const name = `${cookieOf(state)}=`
  const cookie = headers.cookie?.split('; ').find((one) => one.startsWith(name)) ?? ''
  const [browser = '', lang, token = ''] = cookie.slice(name.length).split('~')
  return { browser, lang: Lang.options.find((one) => one === lang), again: /^[\w.-]+$/.test(token) ? `/meta/install/${token}` : undefined }
}

const ctxOf = ({ container: { systemCtx, config }, request }: Omit<Asking, 'reply'>): Ctx => ({
  ...systemCtx('meta.page'),
  requestId: request.id,
  origin: originOf(request, config.trustedProxies),
})

const faceOf = async ({ container: { db }, request }: Omit<Asking, 'reply'>, lang?: Lang): Promise<Face> => ({
  brand: await brandOfHostLastKnown(db, request.hostname),
  lang: Lang.options.find((one) => one === request.query['lang']) ?? lang ?? langOf(request),
})
const say = async (asking: Asking, said: Said, kept?: Kept): Promise<FastifyReply> =>
  send(asking.reply, { status: statuses[said.outcome], html: saidHtml(await faceOf(asking, kept?.lang), said, kept?.again) })

type Shown = { wrong: boolean; show: () => Promise<FastifyReply> }
/** What is wrong is counted against the network it came from, before anybody learns whether it is. */
const counted = async (asking: Asking, work: (ctx: Ctx) => Promise<Shown>): Promise<FastifyReply> => {
  const ctx = ctxOf(asking)
  const attempt = await countLinkAttempt(ctx)
  if (attempt.lockedSeconds !== undefined) {
    void asking.reply.header('retry-after', String(attempt.lockedSeconds))
    return say(asking, { outcome: 'often', minutes: Math.ceil(attempt.lockedSeconds / 60) })
  }
  const { wrong, show } = await work(ctx)
  if (!wrong) await attempt.undo()
  return show()
}

const withLink = (asking: Asking, show: (ctx: Ctx, link: OpenLink) => Promise<FastifyReply>): Promise<FastifyReply> =>
  counted(asking, async (ctx) => {
    const link = await openInstallLink(ctx, asking.request.params.token)
    return { wrong: link.outcome === 'spent', show: () => (link.outcome === 'open' ? show(ctx, link) : say(asking, link)) }
  })

/** Looking at a link changes nothing, as programs look at every link of a mail. */
const showLink = (asking: Asking): Promise<FastifyReply> =>
  withLink(asking, async (_ctx, { place, app }) => {
    const html = connectHtml(await faceOf(asking), { place: place.name, action: asking.request.url })
    return send(asking.reply, { status: 200, html, formTo: dialogOf(app).origin })
  })

const begin = (asking: Asking): Promise<FastifyReply> =>
  withLink(asking, async (ctx, link) => {
    const { state, browser, url } = await beginSignIn(ctx, link)
    const { lang } = await faceOf(asking)
    const secure = asking.container.config.publicUrl?.startsWith('https:') ? '; Secure' : ''
    return asking.reply
      .header(
        'set-cookie',
        `${cookieOf(state)}=${browser}~${lang}~${asking.request.params.token}; Path=/meta; Max-Age=${stateMinutes * 60}; HttpOnly; SameSite=Lax${secure}`,
      )
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(url, 303)
  })

const showFinished = (asking: Asking, { state, kept }: { state: string; kept: Kept }, finished: Finished): Shown => ({
  wrong: finished.outcome === 'unknown',
  show: async () =>
    finished.outcome === 'choose'
      ? send(asking.reply, {
          status: finished.refused === undefined ? 200 : finished.refused === 'unknown_page' ? 422 : 409,
          html: chooseHtml(await faceOf(asking, kept.lang), { ...finished, place: finished.place.name, state, again: kept.again }),
        })
      : say(asking, finished, kept),
})

const finish = (asking: Asking): Promise<FastifyReply> =>
  counted(asking, async (ctx) => {
    const { query } = asking.request
    const state = word(query['state'])
    const kept = keptIn(asking.request, state)
    const code = word(query['code'])
    const finished = await finishSignIn(ctx, { state, browser: kept.browser, code, declined: query['error'] !== undefined })
    return showFinished(asking, { state, kept }, finished)
  })

const choose = (asking: Asking): Promise<FastifyReply> =>
  counted(asking, async (ctx) => {
    const state = field(asking.request, 'state')
    const kept = keptIn(asking.request, state)
    const finished = await choosePage(ctx, { state, browser: kept.browser, pageId: field(asking.request, 'page') })
    return showFinished(asking, { state, kept }, finished)
  })

/** GO2: where people connect their page at Meta, without a sign-in here. */
export const metaPage = (app: FastifyInstance, container: Container): void => {
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    sayAsPage({ log: container.log, error, request, reply }, async ({ status }) =>
      send(reply, { status, html: saidHtml(await faceOf({ container, request: request as Asked }), { outcome: 'broken' }) }),
    )
  app.get<MetaRequest>('/meta/install/:token', { errorHandler }, (request, reply) => showLink({ container, request, reply }))
  app.post<MetaRequest>('/meta/install/:token', { errorHandler }, (request, reply) => begin({ container, request, reply }))
  app.get<MetaRequest>('/meta/callback', { errorHandler }, (request, reply) => finish({ container, request, reply }))
  app.get<MetaRequest>('/meta/deleted/:code', { errorHandler }, (request, reply) => {
    const { code } = request.params
    const known = isDeletionCode(container.systemCtx('meta.page'), code)
    return say({ container, request, reply }, known ? { outcome: 'deleted', code } : { outcome: 'spent' })
  })
  app.post<MetaRequest>('/meta/choose', { errorHandler }, (request, reply) => choose({ container, request, reply }))
}
