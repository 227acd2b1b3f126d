import { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOfHostLastKnown } from '#src/features/brands/api.ts'
import {
  type Answered,
  confirmedHtml,
  confirmInvite,
  declinedHtml,
  declineInvite,
  findInvite,
  invitePhrases,
  openedHtml,
  pageHtml,
  paragraph,
  typedOf,
} from '#src/features/onboarding-invites/api.ts'
import { countLinkAttempt } from '#src/features/people/api.ts'
import type { Html } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { originOf } from '#src/platform/http/rate-limit.ts'
import { sayAgain, sentForm } from '#src/platform/http/send-again.ts'
import { fill } from '#src/platform/phrases.ts'
import type { AppContainer } from './ports.ts'
import { sendPublicPage } from './send-public-page.ts'

const path = '/onboarding/:token'
type LinkRequest = { Params: { token: string }; Querystring: { lang?: unknown }; Body: unknown }

const send = (reply: FastifyReply, status: number, html: Html): FastifyReply => sendPublicPage(reply, { status, html })

const statusOf = { open: 200, used: 409, replaced: 410, expired: 410, closed: 409 } as const

type Container = Pick<AppContainer, 'db' | 'log' | 'config' | 'systemCtx'>
type Work = (ctx: Ctx) => Promise<Answered | undefined>
type Asking = { container: Container; request: FastifyRequest<LinkRequest>; reply: FastifyReply }

const ctxOf = ({ systemCtx, config }: Container, request: FastifyRequest): Ctx => ({
  ...systemCtx('onboarding_invites.page'),
  requestId: request.id,
  origin: originOf(request, config.trustedProxies),
})
const chosen = ({ query }: FastifyRequest<LinkRequest>): Lang | undefined => Lang.options.find((one) => one === query.lang)

const formFields = /^(name|address|postalCode|city|day[1-7]|(firstName|lastName|email)\d|terms|acceptedBy|reason)$/

const say = async (
  { container: { db }, request }: Omit<Asking, 'reply'>,
  why: 'unknown' | 'often' | 'failed' | 'away',
  minutes = 1,
): Promise<Html> => {
  const lang = chosen(request) ?? langOf(request)
  const { gone } = invitePhrases[lang]
  const what = why === 'away' ? 'failed' : why
  const sent = why === 'away' ? sentForm(request, (name) => formFields.test(name)) : undefined
  const face = {
    brand: await brandOfHostLastKnown(db, request.hostname),
    lang,
    path: `/onboarding/${encodeURIComponent(request.params.token)}`,
  }
  if (sent) return pageHtml({ ...face, form: 'again' }, sayAgain(sent, lang, { id: 'again' }))
  return pageHtml(face, { title: gone[what], body: paragraph(fill(gone[`${what}Text`], { minutes })) })
}

const show = ({ container, request, reply }: Asking, answered: Exclude<Answered, { outcome: 'unknown' }>): FastifyReply => {
  const { invite } = answered
  const view = { invite, lang: chosen(request) ?? invite.lang, path: `/onboarding/${request.params.token}` }
  if (answered.outcome === 'confirmed')
    return send(reply, 200, confirmedHtml(view, answered.answer, ctxOf(container, request).clock().toString()))
  if (answered.outcome === 'declined') return send(reply, 200, declinedHtml(view))
  if (answered.outcome === 'wrong') return send(reply, 422, openedHtml(view, { typed: typedOf(request.body), faults: answered.faults }))
  // Terms are accepted in the language in which they were read.
  if (answered.outcome === 'typed')
    return send(reply, statusOf[invite.state], openedHtml(view, { typed: { ...typedOf(request.body), terms: '' } }))
  return send(reply, request.method !== 'POST' && invite.state === 'used' ? 200 : statusOf[invite.state], openedHtml(view))
}

/** A wrong link is counted against the network it came from, before anybody learns whether it is one. */
const answer = async (asking: Asking, work: Work): Promise<FastifyReply> => {
  const { container, request, reply } = asking
  const ctx = ctxOf(container, request)
  const attempt = await countLinkAttempt(ctx)
  if (attempt.lockedSeconds !== undefined) {
    const html = await say(asking, 'often', Math.ceil(attempt.lockedSeconds / 60))
    return send(reply.header('retry-after', String(attempt.lockedSeconds)), 429, html)
  }
  const answered = await work(ctx)
  if (!answered || answered.outcome === 'unknown') return send(reply, 404, await say(asking, 'unknown'))
  await attempt.undo()
  return show(asking, answered)
}

/** What was sent, and the language its terms were read in. */
const sentIn = async (ctx: Ctx, request: FastifyRequest<LinkRequest>) => {
  const { token } = request.params
  return { token, typed: typedOf(request.body), lang: chosen(request) ?? (await findInvite(ctx, token))?.lang ?? 'en' }
}

/** ON3: the restaurant's own step, without a sign-in. Looking changes nothing, as programs look at every link of a mail. */
export const onboardingPage = (app: FastifyInstance, container: AppContainer): void => {
  const errorHandler = (error: unknown, request: FastifyRequest<LinkRequest>, reply: FastifyReply): void =>
    sayAsPage({ log: container.log, error, request, reply }, async ({ status }) =>
      send(reply, status, await say({ container, request }, status === 503 ? 'away' : 'failed')),
    )
  app.get<LinkRequest>(path, { errorHandler }, (request, reply) =>
    answer({ container, request, reply }, async (ctx) => {
      const invite = await findInvite(ctx, request.params.token)
      return invite && { outcome: 'not_open', invite }
    }),
  )
  app.post<LinkRequest>(path, { errorHandler }, (request, reply) =>
    answer({ container, request, reply }, async (ctx) => confirmInvite(ctx, await sentIn(ctx, request))),
  )
  // In another language, with all that is typed already; nothing is kept of it.
  app.post<LinkRequest>(`${path}/language`, { errorHandler }, (request, reply) =>
    answer({ container, request, reply }, async (ctx) => {
      const invite = await findInvite(ctx, request.params.token)
      return invite && { outcome: 'typed', invite }
    }),
  )
  app.post<LinkRequest>(`${path}/decline`, { errorHandler }, (request, reply) =>
    answer({ container, request, reply }, async (ctx) => declineInvite(ctx, await sentIn(ctx, request))),
  )
}
