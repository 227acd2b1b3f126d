import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteCarried } from '#src/features/reservations/api.ts'
import {
  type Gateway,
  gatewayById,
  type GatewayCall,
  isVerifyToken,
  readDelivery,
  readInbound,
  readWhatsapp,
} from '#src/features/text-port/api.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Edge } from '#src/platform/http/mount.ts'
import { hubId } from '#src/platform/id.ts'
import { trackInFlight } from '#src/platform/in-flight.ts'
import { takeReply } from './take-reply.ts'

type CallRequest = { Params: { id: string }; Querystring: Readonly<Record<string, unknown>>; Body: unknown }
/** Undefined = refused: the gateway's word is not proven, or says nothing that can be understood. */
type Taker = (ctx: Ctx, gateway: Gateway, call: GatewayCall) => Promise<true | undefined>

/** Of Meta's, which gathers. */
const bodyLimit = 512 * 1024

const inbound: Taker = async (ctx, gateway, call) => {
  const read = readInbound(ctx, gateway, call)
  if (!read) return undefined
  await takeReply(ctx, gateway, read)
  return true
}

const delivery: Taker = async (ctx, gateway, call) => {
  const read = readDelivery(ctx, gateway, call)
  if (!read) return undefined
  const { ref: id, state, reason } = read
  // What is still under way changes nothing.
  if (state !== 'under way') await noteCarried(ctx, { id, state, reason, gatewayId: gateway.id })
  return true
}

/** One call tells of several. What nobody waits for any more keeps the rest from nothing. */
const whatsapp: Taker = async (ctx, gateway, call) => {
  const read = readWhatsapp(gateway, call)
  if (!read) return undefined
  for (const { ref: id, state, reason } of read.deliveries)
    if (state !== 'under way') await noteCarried(ctx, { id, state, reason, gatewayId: gateway.id })
  for (const one of read.inbound) await takeReply(ctx, gateway, one)
  return true
}

const callOf = ({ method, query, body, headers }: FastifyRequest<CallRequest>): GatewayCall => ({
  method: method === 'GET' ? 'GET' : 'POST',
  query: Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  body: typeof body === 'string' ? body : '',
  signature: String(headers['tablewire-signature'] ?? headers['x-hub-signature-256'] ?? ''),
})

/** Meta asks once, when it is told our address, and is answered what it said; undefined = it asks nothing of the kind. */
const challengeOf = (ctx: Ctx, { id, dialect }: Gateway, { method, url }: FastifyRequest): string | undefined => {
  // Names with dots, which the product's own queries read as parts.
  const query = new URLSearchParams(url.split('?')[1])
  if (dialect !== 'whatsapp' || method !== 'GET' || query.get('hub.mode') !== 'subscribe') return undefined
  const challenge = query.get('hub.challenge') ?? ''
  return isVerifyToken(ctx, id, query.get('hub.verify_token') ?? '') && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined
}

/** What gateways tell of texts: that one arrived or not, and what guests wrote back. Who is not proven hears the same as who is not
 * known, and is counted. */
export const gatewayCalls = (app: FastifyInstance, edge: Edge): void => {
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, text, done) => done(null, text))
    const route = (path: string, take: Taker): void => {
      const answer = async (request: FastifyRequest<CallRequest>, reply: FastifyReply): Promise<FastifyReply> => {
        const { id } = request.params
        const ctx = edge.callers.anyone(request)
        const gateway = hubId.test(id) ? await gatewayById(ctx, id) : undefined
        void reply.header('cache-control', 'no-store')
        const shown = gateway && challengeOf(ctx, gateway, request as FastifyRequest)
        if (shown !== undefined) return reply.code(200).type('text/plain').send(shown)
        const taken = gateway && (await take(ctx, gateway, callOf(request)))
        // Kannel sends what it is answered to the guest: nothing is.
        if (taken) return reply.code(200).type('text/plain').send('')
        edge.limit(request, reply, ctx)
        return reply.code(403).send({ error: 'not the word of a known gateway' })
      }
      inner.route<CallRequest>({
        method: ['GET', 'POST'],
        url: `/text/:id/${path}`,
        exposeHeadRoute: false,
        onRequest: async (_request, reply) => {
          const startedMs = stopwatchMs()
          reply.raw.on('finish', () => edge.observe(`text ${path}`, reply.statusCode, (stopwatchMs() - startedMs) / 1000))
        },
        handler: (request, reply) => trackInFlight(() => answer(request, reply)),
      })
    }
    route('inbound', inbound)
    route('delivery', delivery)
    route('whatsapp', whatsapp)
  })
}
