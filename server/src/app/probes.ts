import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withinMs } from '#src/platform/db/patience.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'

const same = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const proxied = ['x-forwarded-for', 'forwarded', 'via']

/** Metrics are for local requests and holders of the token; a request through a proxy on this machine is not local. */
const mayScrape = (request: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? loopback.includes(request.socket.remoteAddress ?? '') && !proxied.some((name) => name in request.headers)
    : same(request.headers.authorization ?? '', `Bearer ${token}`)

/** A balancer that keeps connections would send its next request on one that is about to close. */
const closeWhileDraining = (app: FastifyInstance, container: AppContainer): void => {
  app.addHook('onSend', async (_request, reply) => {
    if (container.draining) void reply.header('connection', 'close')
  })
}

const wholeWord = (whole: boolean): string => (whole ? 'ready' : 'degraded')
const wordOf = (reads: boolean): string => (reads ? 'not ready for writes' : 'not ready')
const secretsOf = ({ proven, unreadable }: { proven: boolean; unreadable: readonly unknown[] }): string => {
  if (!proven) return 'wrong_key'
  return unreadable.length ? 'some_unreadable' : 'ok'
}

/** Where a standby is read; without it the primary answers, so it makes no server unready. */
const replicaOf = ({ ports }: AppContainer): { replica?: string } => {
  const figures = ports.replica.figures()
  return figures === undefined ? {} : { replica: figures.state }
}

/**
 * For a balancer only what is this server's own, and at once: what all servers of a database share, or a busy minute, takes none of them out, since somebody
 * has to say 503 with Retry-After.
 */
const answerBalancer = (reply: FastifyReply, isWell: boolean): FastifyReply =>
  reply.code(isWell ? 200 : 503).send({ status: isWell ? 'ready' : 'not ready' })

/** What may be asked with `for`; without it all of it is. */
const questions: readonly unknown[] = ['reads', 'balancer']
const isQuestion = (asked: unknown): boolean => asked === undefined || questions.includes(asked)
const lookMs = 1500
/** The ground as it is now; where every connection of the pool waits, or the database is away, as it was seen last. */
const groundNow = async ({ pulse, ports }: AppContainer, database: boolean) => {
  const ground = database ? await withinMs(lookMs, ports.ground.look(), ports.ground.state) : ports.ground.state()
  return { ...ground, fault: pulse.unconfirmed() ? 'unconfirmed' : ground.storage.fault }
}

/** Liveness, readiness and metrics. */
export const probes = (app: FastifyInstance, container: AppContainer): void => {
  const { pulse, ports, metrics, config } = container
  closeWhileDraining(app, container)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { probe: true } }, async (request, reply) => {
    const asked = (request.query as { for?: unknown }).for
    // A misspelled one would silently be another question.
    if (!isQuestion(asked)) return reply.code(400).send({ status: 'unknown question', for: questions })
    if (container.draining) return reply.code(503).header('retry-after', '1').send({ status: 'draining' })
    if (asked === 'balancer') return answerBalancer(reply, ports.ground.state().secrets.proven)
    const database = await pulse.answers()
    const jobs = ports.jobs.healthy()
    const { fault, secrets, descriptors } = await groundNow(container, database)
    const reads = database && jobs
    // Not ready: a server whose key is not the database's refuses what others could do, so a load balancer routes past it and a rollout stops here.
    const ready = reads && fault === null && secrets.proven
    const whole = ready && !secrets.unreadable.length && descriptors.fullSince === null
    return reply.code((asked === 'reads' ? reads : ready) ? 200 : 503).send({
      status: ready ? wholeWord(whole) : wordOf(reads),
      database,
      jobs,
      storage: fault ?? 'ok',
      secrets: secretsOf(secrets),
      descriptors: descriptors.fullSince === null ? 'ok' : 'full',
      ...replicaOf(container),
    })
  })
  app.get('/metrics', { config: { probe: true } }, async (request, reply) => {
    if (!mayScrape(request, config.metricsToken)) throw new Problem('access.denied')
    const { contentType, body } = await metrics.render()
    return reply.header('content-type', contentType).send(body)
  })
}
