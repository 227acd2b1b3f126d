import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOfHost, brandOfHostLastKnown, brandOfVenue } from '#src/features/brands/api.ts'
import {
  countView,
  enquire,
  type EnquiryForm,
  guessesTooMuch,
  isProgram,
  noSalesPageHtml,
  type OpenLink,
  openDemo,
  openLink,
  sentAgainHtml,
  showPage,
  thanksHtml,
  writesTooMuch,
} from '#src/features/sales-links/api.ts'
import type { Html } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { originOf } from '#src/platform/http/rate-limit.ts'
import { sentForm } from '#src/platform/http/send-again.ts'
import type { AppContainer } from './ports.ts'
import { sendPublicPage } from './send-public-page.ts'

const path = '/sales/:token'
type SalesRequest = { Params: { token: string }; Querystring: { lang?: unknown }; Body: unknown }
type Asked = FastifyRequest<SalesRequest>

const formFields = /^(once|name|email|phone|message|consent|website)$/

const send = (reply: FastifyReply, status: number, html: Html): FastifyReply => sendPublicPage(reply, { status, html })

const askedLang = ({ query }: Asked): Lang | undefined => Lang.options.find((one) => one === query.lang)
const addressOf = ({ params }: Asked): string => `/sales/${encodeURIComponent(params.token)}`
const header = (value: string | string[] | undefined): string | undefined => [value].flat()[0]
/** Not a program that looks at links. */
const byPerson = ({ headers }: Asked, { origin }: Ctx): boolean =>
  !isProgram(origin.agent, header(headers['sec-purpose']) ?? header(headers['purpose']))

/** As it was sent, to be shown again. */
const typed = (body: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries((body ?? {}) as object).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

const gone = async (request: Asked, reply: FastifyReply, ctx: Ctx): Promise<FastifyReply> => {
  const lang = askedLang(request) ?? langOf(request)
  const tooMuch = await guessesTooMuch(ctx)
  if (tooMuch) void reply.header('retry-after', '900')
  const brand = await brandOfHost(ctx.db, request.hostname)
  return send(reply, tooMuch ? 429 : 404, noSalesPageHtml({ brand, lang, path: addressOf(request) }))
}

type Shown = { link: OpenLink; ctx: Ctx; status?: number; form?: EnquiryForm; counted?: boolean }
const show = async (request: Asked, reply: FastifyReply, { link, ctx, status = 200, form, counted }: Shown): Promise<FastifyReply> => {
  const page = await showPage(ctx, link, { lang: askedLang(request) ?? link.lang, path: addressOf(request), form, counted })
  return page ? send(reply, status, page) : gone(request, reply, ctx)
}

/** What a form sends; loading the page it leads to again sends nothing. */
const take = async (request: Asked, reply: FastifyReply, { link, ctx }: Pick<Shown, 'link' | 'ctx'>): Promise<FastifyReply> => {
  const lang = askedLang(request) ?? link.lang
  const values = typed(request.body)
  if (await writesTooMuch(ctx, link))
    return show(request, reply.header('retry-after', '900'), { link, ctx, status: 429, form: { values, wrong: [], tooOften: true } })
  const said = await enquire(ctx, link, { body: request.body, lang })
  if (said.outcome === 'wrong')
    return show(request, reply, { link, ctx, status: 422, form: { values, wrong: said.fields, tooOften: false } })
  return reply.redirect(`${addressOf(request)}/thanks?lang=${lang}`, 303)
}

/** ON2: the page behind an AI sales link. Looking changes nothing but a count. */
export const salesPage = (app: FastifyInstance, { config, log, systemCtx }: AppContainer): void => {
  const ctxOf = (request: Asked): Ctx => ({ ...systemCtx('sales.page'), origin: originOf(request, config.trustedProxies) })
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    sayAsPage({ log, error, request, reply }, async ({ status }) => {
      const asked = request as Asked
      const brand = await brandOfHostLastKnown(ctxOf(asked).db, request.hostname)
      const place = { brand, lang: askedLang(asked) ?? langOf(request), path: addressOf(asked) }
      const sent = status === 503 && !asked.url.includes('/demo') ? sentForm(request, (name) => formFields.test(name)) : undefined
      return send(reply, status, sent ? sentAgainHtml(place, sent) : noSalesPageHtml(place, 'failed'))
    })
  type Answers = (request: Asked, reply: FastifyReply, found: Pick<Shown, 'link' | 'ctx'>) => Promise<FastifyReply>
  const opened = (answers: Answers) => async (request: Asked, reply: FastifyReply) => {
    const ctx = ctxOf(request)
    const link = await openLink(ctx, request.params.token)
    return link ? answers(request, reply, { link, ctx }) : gone(request, reply, ctx)
  }

  app.get<SalesRequest>(
    path,
    { errorHandler },
    opened(async (request, reply, { link, ctx }) => {
      // A head request has a route of its own, which asks this one.
      const counted = request.method === 'GET' && byPerson(request, ctx)
      if (counted) await countView(ctx, link)
      return show(request, reply, { link, ctx, counted })
    }),
  )
  app.get<SalesRequest>(
    `${path}/thanks`,
    { errorHandler },
    opened(async (request, reply, { link, ctx }) => {
      const brand = await brandOfVenue(ctx, link.venueId)
      return send(reply, 200, thanksHtml({ brand, lang: askedLang(request) ?? link.lang, path: addressOf(request) }))
    }),
  )
  app.post<SalesRequest>(path, { errorHandler }, opened(take))
  // In another language, with all that is typed already; nothing is kept of it.
  app.post<SalesRequest>(
    `${path}/language`,
    { errorHandler },
    opened((request, reply, { link, ctx }) => {
      const form = { values: typed(request.body), wrong: [], tooOften: false }
      return show(request, reply, { link, ctx, form, counted: byPerson(request, ctx) })
    }),
  )
  app.post<SalesRequest>(
    `${path}/demo`,
    { errorHandler },
    opened(async (request, reply, { link, ctx }) => reply.redirect(await openDemo(ctx, link, askedLang(request) ?? link.lang), 303)),
  )
}
