import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { readQuery } from '#src/platform/http/parse.ts'
import { takeBodies } from '#src/platform/http/take-bodies.ts'
import { answerUnreadable } from '#src/platform/http/unreadable.ts'
import { newId } from '#src/platform/id.ts'
import { bookingHost } from './booking-host.ts'
import { channelLiveRoute } from './channel-live-route.ts'
import { routeDemos } from './demos/route-demos.ts'
import { edgeOf } from './edge.ts'
import { liveRoute } from './live-route.ts'
import { mountAll } from './mount-all.ts'
import { traceRequests } from './open-telemetry.ts'
import { portal } from './portal.ts'
import type { AppContainer } from './ports.ts'
import { signedLinks } from './signed-links.ts'
import { probes } from './probes.ts'
import { answerWhenSilent, problemSender } from './problem-sender.ts'

const bodyLimit = 1_048_576
/** Room for a list's question about the thousand venues that a filter takes, each by its id, in the address. */
const maxHeaderSize = 65_536

/** The whole web server, not yet listening: portal, API, probes. */
export const buildApp = async (container: AppContainer): Promise<FastifyInstance> => {
  const { trustedProxies } = container.config
  const sendProblem = problemSender(container)
  const app = Fastify({
    bodyLimit,
    http: { maxHeaderSize },
    // Trusted proxies, by distance from us: entries further left in X-Forwarded-For are the client's own claim.
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    // What the router refuses, before any handler.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: answerUnreadable,
    routerOptions: { querystringParser: readQuery, maxParamLength: 300 },
    genReqId: requestId,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // Graceful shutdown: accepted requests are still served.
    return503OnClosing: false,
    logger: false,
  })
  // Connection limit: further ones are closed at once, which a caller notices; without file descriptors they would hang.
  const { connections } = container.ports.ground.connectionLimits
  if (Number.isFinite(connections)) app.server.maxConnections = connections
  app.server.on('drop', () => {
    container.ports.ground.crowded()
    app.server.closeIdleConnections()
  })
  traceRequests(app)
  app.decorateRequest('lang', 'en')
  routeDemos(app, container, buildApp)
  await takeBodies(app, bodyLimit)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Not for the domains below: what stands there is not ours, least of all below a brand's own.
    strictTransportSecurity: (container.config.publicUrl?.startsWith('https:') ?? false) && {
      maxAge: 31_536_000,
      includeSubDomains: false,
    },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  // Of a list of thousands the usual level costs as much as all the rest of its answer, and saves a tenth of its bytes over this one.
  const zlibOptions = { level: 3 }
  await app.register(compress, { threshold: 2048, encodings: ['gzip'], customTypes: /^(application\/json|text\/html)/, zlibOptions })
  app.setErrorHandler(sendProblem)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Read before anything else: a page that opens its stream later resumes from this cursor and misses nothing in between.
    if (request.headers.authorization?.startsWith('Bearer ')) reply.header('live-cursor', container.ports.live.cursor())
  })
  bookingHost(app, container)
  answerWhenSilent(app, container, sendProblem)
  const edge = edgeOf(container)
  mountAll(app, edge)
  liveRoute(app, container, edge.callers)
  channelLiveRoute(app, container, edge)
  signedLinks(app, container)
  probes(app, container)
  await portal(app, container, edge)
  return app
}

/** Request id: ours, or that of a trusted proxy, when it is harmless to repeat. */
const requestId = (raw: { headers: NodeJS.Dict<string | string[]> }): string => {
  const given = raw.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId()
}
