import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { channelCaller } from '#src/features/channels/api.ts'
import { userCaller } from '#src/features/people/api.ts'
import { abilityOf } from '@tablewire/contracts/access'
import { systemClock } from '#src/platform/clock.ts'
import { type Ctx, newTrail } from '#src/platform/ctx.ts'
import { asProblem, problemBody } from '#src/platform/http/errors.ts'
import { type Callers, langOf } from '#src/platform/http/mount.ts'
import { readQuery } from '#src/platform/http/parse.ts'
import { makeEdgeLimit } from '#src/platform/http/rate-limit.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { liveRoute } from './live-route.ts'
import { mountAll } from './mount-all.ts'
import { portalPages } from './portal-pages.ts'
import type { House } from './ports.ts'
import { probes } from './probes.ts'

const bodyLimit = 1_048_576

/** The whole web server, not yet listening: portal, API, probes. */
export const buildApp = async (house: House): Promise<FastifyInstance> => {
  const app = Fastify({
    bodyLimit,
    trustProxy: house.config.trustProxy,
    routerOptions: { querystringParser: readQuery, maxParamLength: 300 },
    genReqId: requestId,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    logger: false,
  })
  app.decorateRequest('lang', 'en')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: house.config.publicUrl?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(formbody, { bodyLimit })
  await app.register(compress, { threshold: 2048, encodings: ['gzip'], customTypes: /^(application\/json|text\/html)/ })
  answerErrors(app, house)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  const callers = callersOf(house)
  mountAll(app, { callers, limit: makeEdgeLimit(house.db, systemClock), observe: house.metrics.observeRequest })
  liveRoute(app, house, callers)
  probes(app, house)
  await portalPages(app, house)
  return app
}

/** Ours, or the one a proxy in front already gave, when it is harmless to repeat. */
const requestId = (raw: { headers: NodeJS.Dict<string | string[]> }): string => {
  const given = raw.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId()
}

const callersOf = (house: House): Callers => {
  const base = (request: FastifyRequest) => ({
    db: house.db,
    clock: systemClock,
    origin: { host: request.host, address: request.ip },
    requestId: request.id,
    log: house.log.child({ requestId: request.id }),
    ports: house.ports,
    trail: newTrail(),
  })
  const deps = { db: house.db, clock: systemClock, base }
  return {
    user: userCaller(deps),
    channel: channelCaller(deps),
    anyone: (request): Ctx => ({
      ...base(request),
      actor: { kind: 'anonymous', id: null, name: request.ip },
      ability: abilityOf({ roles: [], permissions: [] }),
      scope: { kind: 'venues', ids: [] },
      lang: langOf(request),
    }),
  }
}

const answerErrors = (app: FastifyInstance, { log }: House): void => {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = asProblem(error)
    if (!known) log.error({ err: error, requestId: request.id, endpoint: request.routeOptions.config.endpointId }, 'request failed')
    const problem = known ?? new Problem('server.failed')
    // Before the caller is known, the language is what the request itself says.
    const lang = request.lang === 'en' ? langOf(request) : request.lang
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    const wait = problem.values['seconds']
    if (problem.status === 429 && wait !== undefined) reply.header('retry-after', String(wait))
    return reply.code(problem.status).header('cache-control', 'no-store').send(problemBody(problem, lang))
  })
}
