import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Edge } from '#src/platform/http/mount.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { sentForm } from '#src/platform/http/send-again.ts'
import { trackInFlight } from '#src/platform/in-flight.ts'
import {
  type Answer,
  answerCancel,
  answerChange,
  answerOwn,
  movedPage,
  showCalendar,
  showCancel,
  showChange,
  showOwn,
  showShort,
} from './answers.ts'
import { answerConfirm, showConfirm } from './confirm-page.ts'
import type { Visit } from './open-own.ts'
import { answerStop, showStop } from './stop-mails.ts'
import { isField, stopPage } from './stop-page.ts'
import { answerWait, showWait } from './wait-answers.ts'

type OwnRequest = { Params: { token?: string }; Querystring: Readonly<Record<string, unknown>>; Body: unknown }
type Request = FastifyRequest<OwnRequest>

const textsIn = (given: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries((given ?? {}) as object).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Tries are counted within a quarter of an hour. */
const retryAfterSeconds = 900

/** Nobody keeps it, nobody shows it within a page of his, and nobody is told by which address a guest came. */
const send = (reply: FastifyReply, answer: Answer): FastifyReply => {
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
  if ('to' in answer) return reply.redirect(answer.to, 303)
  if ('file' in answer)
    return reply
      .type('text/calendar; charset=utf-8; method=PUBLISH')
      .header('content-disposition', 'attachment; filename="booking.ics"')
      .send(answer.file)
  if (answer.status === 429) void reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(answer.status).header('content-security-policy', answer.policy).type('text/html; charset=utf-8').send(answer.html)
}

/**
 * WI1: a booking as its guest sees and changes it, by the signed link of his mails. Looking changes nothing, as programs look at every link of a mail;
 * the buttons do.
 */
export const guestPages = (app: FastifyInstance, edge: Edge): void => {
  const visitOf = (request: Request): Visit => {
    const query = textsIn(request.query)
    const form = textsIn(request.body)
    return {
      base: edge.callers.anyone(request),
      token: request.params.token ?? '',
      host: request.hostname,
      lang: Lang.options.find((one) => one === (form['lang'] ?? query['lang'])) ?? null,
      accepted: request.headers['accept-language'],
      query,
      form,
      sent: sentForm(request, (name) => isField(request.routeOptions.url, name)),
    }
  }
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const visit = visitOf(request as Request)
    sayAsPage({ log: visit.base.log, error, request, reply }, async (problem) =>
      send(
        reply,
        (problem.status === 404 || problem.status === 421 ? await movedPage(visit, { sent: request.method !== 'GET' }) : undefined) ??
          (await stopPage(visit, problem)),
      ),
    )
  }
  const page = (method: 'GET' | 'POST', path: string, answer: (visit: Visit) => Promise<Answer>): void => {
    app.route<OwnRequest>({
      method,
      url: path,
      onRequest: async (request, reply) => {
        const startedMs = stopwatchMs()
        reply.raw.on('finish', () => edge.observe(`guest-page ${method} ${path}`, reply.statusCode, (stopwatchMs() - startedMs) / 1000))
        edge.limit(request, reply, edge.callers.anyone(request))
      },
      errorHandler,
      handler: async (request, reply) => send(reply, await trackInFlight(() => answer(visitOf(request)))),
    })
  }
  page('GET', '/book/stop/:token', showStop)
  page('POST', '/book/stop/:token', answerStop)
  page('GET', '/book/wait/:token', showWait)
  page('POST', '/book/wait/:token', answerWait)
  page('GET', '/b/:token', showShort)
  page('GET', '/book/own/:token', showOwn)
  page('POST', '/book/own/:token', answerOwn)
  page('GET', '/book/own/:token/change', showChange)
  page('POST', '/book/own/:token/change', answerChange)
  page('GET', '/book/own/:token/confirm', showConfirm)
  page('POST', '/book/own/:token/confirm', answerConfirm)
  page('GET', '/book/own/:token/cancel', showCancel)
  page('POST', '/book/own/:token/cancel', answerCancel)
  page('GET', '/book/own/:token/booking.ics', showCalendar)
}
