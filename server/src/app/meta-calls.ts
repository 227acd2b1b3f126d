import type { FastifyInstance, FastifyReply } from 'fastify'
import { linkOrigin } from '#src/features/factors/api.ts'
import { deauthorise, deletionCode } from '#src/features/meta/api.ts'
import type { AppContainer } from './ports.ts'

type MetaCall = { Params: { id: string }; Body: unknown }
const signedIn = (body: unknown): string => {
  const { signed_request: signed } = (body ?? {}) as { signed_request?: unknown }
  return typeof signed === 'string' ? signed : ''
}
const refuse = (reply: FastifyReply): FastifyReply => reply.code(400).send({ error: 'signed_request' })

/** GO2: what Meta tells by itself: that somebody has taken our app out of his account, or wants what we know of him deleted. */
export const metaCalls = (app: FastifyInstance, { systemCtx }: AppContainer): void => {
  app.post<MetaCall>('/meta/apps/:id/deauthorize', async ({ params, body }, reply) => {
    const known = await deauthorise(systemCtx('meta.calls'), { appId: params.id, signed: signedIn(body), forget: false })
    return known ? reply.send({ success: true }) : refuse(reply)
  })
  app.post<MetaCall>('/meta/apps/:id/data-deletion', async ({ params, body, host }, reply) => {
    const ctx = { ...systemCtx('meta.calls'), origin: { host, address: '' } }
    if (!(await deauthorise(ctx, { appId: params.id, signed: signedIn(body), forget: true }))) return refuse(reply)
    const code = deletionCode(ctx)
    return reply.send({ url: `${await linkOrigin(ctx)}/meta/deleted/${code}`, confirmation_code: code })
  })
}
