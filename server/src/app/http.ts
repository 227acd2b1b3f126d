import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { noteCall } from '#src/features/traces/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import { readQuery } from '#src/platform/http/parse.ts'
import { makeEdgeLimit } from '#src/platform/http/rate-limit.ts'
import { answerUnreadable } from '#src/platform/http/unreadable.ts'
import { newId } from '#src/platform/id.ts'
import { callersOf } from './callers.ts'
import { channelLiveRoute } from './channel-live-route.ts'
import { docsRoutes } from './docs-routes.ts'
import { exportFiles } from './export-files.ts'
import { liveRoute } from './live-route.ts'
import { mountAll } from './mount-all.ts'
import { portal } from './portal.ts'
import type { AppContainer } from './ports.ts'
import { probes } from './probes.ts'
import { answerWhenSilent, problemSender } from './problem-sender.ts'

const bodyLimit = 1_048_576

/** The whole web server, not yet listening: portal, API, probes. */
export const buildApp = async (container: AppContainer): Promise<FastifyInstance> => {
  const { trustedProxies } = container.config
  const sendProblem = problemSender(container)
  const app = Fastify({
    bodyLimit,
    // By distance from us: what stands further left in X-Forwarded-For is what the caller claims.
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    // What the router refuses, before any handler.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: answerUnreadable,
    routerOptions: { querystringParser: readQuery, maxParamLength: 300 },
    genReqId: requestId,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // Who was let in before we stop is still served.
    return503OnClosing: false,
    logger: false,
  })
  // More are closed as they come, which a caller hears at once; without descriptors they would wait unheard.
  const { connections } = container.ports.ground.room
  if (Number.isFinite(connections)) app.server.maxConnections = connections
  app.server.on('drop', () => {
    container.ports.ground.crowded()
    app.server.closeIdleConnections()
  })
  app.decorateRequest('lang', 'en')
  // Fastify would take plain text for a body; nothing here is sent so.
  app.removeContentTypeParser('text/plain')
  takeJson(app)
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
  await app.register(formbody, { bodyLimit })
  // Of a list of thousands the usual level costs as much as all the rest of its answer, and saves a tenth of its bytes over this one.
  const zlibOptions = { level: 3 }
  await app.register(compress, { threshold: 2048, encodings: ['gzip'], customTypes: /^(application\/json|text\/html)/, zlibOptions })
  app.setErrorHandler(sendProblem)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Taken before anything is read: a page that opens its stream later resumes from here and misses nothing in between.
    if (request.headers.authorization?.startsWith('Bearer ')) reply.header('live-cursor', container.ports.live.cursor())
  })
  answerWhenSilent(app, container, sendProblem)
  const callers = callersOf(container)
  const edge = {
    callers,
    limit: makeEdgeLimit(container.db, systemClock),
    observe: container.metrics.observeRequest,
    onCall: noteCall,
  }
  mountAll(app, edge)
  liveRoute(app, container, callers)
  channelLiveRoute(app, container, edge)
  exportFiles(app, container)
  probes(app, container)
  docsRoutes(app, container)
  await portal(app, container)
  return app
}

/** Many clients name a type with every call, also where there is no body. */
const takeJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (request, text, done) => {
    if (text === '') done(null)
    else void parse(request, text as string, done)
  })
}

/** Ours, or the one a proxy in front already gave, when it is harmless to repeat. */
const requestId = (raw: { headers: NodeJS.Dict<string | string[]> }): string => {
  const given = raw.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId()
}
