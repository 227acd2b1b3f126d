import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopwatchMs } from '#src/platform/clock.ts'
import { type Edge, langOf } from '#src/platform/http/mount.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { type Sent, sentForm } from '#src/platform/http/send-again.ts'
import { trackInFlight } from '#src/platform/in-flight.ts'
import { Problem } from '#src/platform/problem.ts'
import { answerDetails, answerDone, answerHold, answerMail, answerTimes, showDetails } from './answers.ts'
import { carriedNames } from './asked-page.ts'
import { answerWait, showWait } from './wait-answers.ts'
import { previewPage } from './preview-page.ts'
import { type Answer, lostPage, movedAnswer, type PageAnswer, stopPage, type Visit } from './visit.ts'

type BookRequest = { Params: { id?: string }; Querystring: Readonly<Record<string, unknown>>; Body: unknown }
type Request = FastifyRequest<BookRequest>

/** A sign that no text of a database holds is nobody's word. */
const textsIn = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as object)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, text]) => [name, text.replaceAll('\0', '')]),
  )

/** As long as tries are counted together. */
const retryAfterSeconds = 900

/** A page may be shown within other sites, its refusals as well; nobody keeps it, and nobody is told by which address a guest came. */
const sendPage = (request: FastifyRequest, reply: FastifyReply, { status, page, state }: PageAnswer): FastifyReply => {
  // The time limit of a database that hangs may have answered meanwhile.
  if (reply.raw.headersSent) return reply
  // Set by the edge for everything else.
  reply.raw.removeHeader('x-frame-options')
  void reply
    .code(status)
    .removeHeader('x-frame-options')
    .header('content-security-policy', page.policy)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-language')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
  // The edge says it more exactly, where it was the edge.
  if (status === 429 && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(retryAfterSeconds))
  return request.headers.accept === 'application/json' ? reply.send(state) : reply.type('text/html; charset=utf-8').send(page.html())
}

const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply =>
  'to' in answer
    ? reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(answer.to, answer.seeOther ? 303 : 302)
    : sendPage(request, reply, answer)

/** What each form has, beside what goes along from page to page. */
const fieldsOf: Readonly<Record<string, RegExp>> = {
  '/book/:id/hold': /^(held|month|party|date|area|duration|kind|at)$/,
  '/book/:id/details': /^(held|at|firstName|lastName|email|phone|occasion|allergies|notes|trap|optIn|to)$/,
  '/book/:id/done': /^(booking|act|email|to)$/,
  '/book/:id/wait': /^(wait|from|until|area|firstName|lastName|email|phone|notes|trap|to)$/,
}
const sentTo = (request: Request): Sent | undefined => {
  const fields = fieldsOf[request.routeOptions.url ?? '']
  return fields && sentForm(request, (name) => carriedNames.test(name) || fields.test(name))
}

const visitTo = ({ callers }: Edge, request: Request): Visit => {
  const query = textsIn(request.query)
  const form = textsIn(request.body)
  const asked = Lang.options.find((one) => one === (form['to'] ?? form['lang'] ?? query['lang']))
  return {
    base: callers.anyone(request),
    id: request.params.id ?? '',
    host: request.hostname,
    lang: asked ?? langOf(request),
    accepted: request.headers['accept-language'],
    opened: request.headers.accept !== 'application/json',
    query,
    form,
    sent: sentTo(request),
  }
}

const saidOf = async (visit: Visit, { method }: FastifyRequest, problem: Problem): Promise<Answer> => {
  const isGone = problem.status === 404 || problem.status === 421
  const moved = isGone ? await movedAnswer(visit, { sent: method !== 'GET' }) : undefined
  return moved ?? stopPage(visit, problem)
}

/** What can be asked for below `/book`, and how. */
const ways: readonly (readonly [path: RegExp, methods: string])[] = [
  [/^\/book\/[^/]+$/, 'GET'],
  [/^\/book\/[^/]+\/hold$/, 'POST'],
  [/^\/book\/(own|stop|wait)\/[^/]+$/, 'GET, POST'],
  [/^\/book\/own\/[^/]+\/(change|confirm|cancel)$/, 'GET, POST'],
  [/^\/book\/[^/]+\/(details|done|wait)$/, 'GET, POST'],
  [/^\/book\/([^/]+\/site|own\/[^/]+\/booking\.ics)$/, 'GET'],
]

/** What is not there, or not to be had in that way: said to a guest on a page of his, never by the portal. */
export const lostGuest =
  (edge: Edge) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.replace(/[?#].*$/, '').replace(/\/$/, '')
    const found = path.startsWith('/book/assets') ? undefined : ways.find(([shape]) => shape.test(path))?.[1]
    const methods = found?.split(', ').includes(request.method) ? undefined : found
    const visit = { ...visitTo(edge, request as Request), id: methods === undefined ? '' : (path.split('/')[2] ?? '') }
    if (methods !== undefined) void reply.header('allow', methods)
    return sendPage(request, reply, await lostPage(visit, methods === undefined ? 404 : 405))
  }

/**
 * WI1: where guests book by themselves: a page that works without script, on its own and within other sites. It knows a venue by its public id and offers
 * what a channel of type widget may: times, a hold, a booking, and that booking again.
 */
export const widgetPages = (app: FastifyInstance, edge: Edge): void => {
  const visitOf = (request: Request): Visit => visitTo(edge, request)
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const visit = visitOf(request as Request)
    sayAsPage({ log: visit.base.log, error, request, reply }, async (problem) =>
      send(request, reply, await saidOf(visit, request, problem)),
    )
  }
  const page = (method: 'GET' | 'POST', path: string, answer: (visit: Visit) => Promise<Answer>): void => {
    app.route<BookRequest>({
      method,
      url: path,
      onRequest: async (request, reply) => {
        const startedMs = stopwatchMs()
        reply.raw.on('finish', () => edge.observe(`widget ${method} ${path}`, reply.statusCode, (stopwatchMs() - startedMs) / 1000))
        edge.limit(request, reply, edge.callers.anyone(request))
      },
      errorHandler,
      handler: async (request, reply) => send(request, reply, await trackInFlight(() => answer(visitOf(request)))),
    })
  }
  page('GET', '/book/:id', answerTimes)
  page('POST', '/book/:id/hold', answerHold)
  page('GET', '/book/:id/details', showDetails)
  page('POST', '/book/:id/details', answerDetails)
  page('GET', '/book/:id/done', answerDone)
  page('POST', '/book/:id/done', answerMail)
  page('GET', '/book/:id/wait', showWait)
  page('POST', '/book/:id/wait', answerWait)
  app.route<BookRequest>({
    method: 'GET',
    url: '/book/:id/site',
    errorHandler,
    handler: async (request, reply) => {
      const shown = await previewPage(visitOf(request))
      if (!shown) throw new Problem('venue.not_found')
      reply.raw.removeHeader('x-frame-options')
      return reply
        .removeHeader('x-frame-options')
        .header('content-security-policy', shown.policy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(shown.html)
    },
  })
  for (const url of ['/book', '/book/*'])
    app.route<BookRequest>({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      onRequest: async (request, reply) => edge.limit(request, reply, edge.callers.anyone(request)),
      errorHandler,
      handler: lostGuest(edge),
    })
}
