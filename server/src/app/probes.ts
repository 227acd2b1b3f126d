import { timingSafeEqual } from 'node:crypto'
import { endpoints } from '@tablewire/contracts/all'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { openApi } from '#src/platform/docs/openapi.ts'
import { partnerGuides, withOrigin } from './partner-guides.ts'
import { docsCss, docsPage } from '#src/platform/docs/page.ts'
import { Problem } from '#src/platform/problem.ts'
import type { House } from './ports.ts'

const same = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const proxied = ['x-forwarded-for', 'forwarded', 'via']

/** Metrics are for the machine itself and for whoever holds the token; what a proxy on this machine passes on comes from elsewhere. */
const mayScrape = (request: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? loopback.includes(request.socket.remoteAddress ?? '') && !proxied.some((name) => name in request.headers)
    : same(request.headers.authorization ?? '', `Bearer ${token}`)

/** Health, readiness, metrics and the API's description. */
export const probes = (app: FastifyInstance, house: House): void => {
  const { db, ports, metrics, config } = house
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const ready = database && ports.jobs.healthy()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database, jobs: ports.jobs.healthy() })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, config.metricsToken)) throw new Problem('access.denied')
    const { contentType, body } = await metrics.render()
    return reply.header('content-type', contentType).send(body)
  })
  const description = JSON.stringify(openApi(endpoints))
  app.get('/openapi.json', async (_request, reply) => reply.header('content-type', 'application/json').send(description))
  app.get('/docs', async (request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'")
      .send(await withOrigin(house, request, docsPage(endpoints))),
  )
  partnerGuides(app, house)
  app.get('/docs.css', async (_request, reply) => reply.header('content-type', 'text/css; charset=utf-8').send(docsCss))
}
