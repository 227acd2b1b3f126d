import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel, asUser, type Caller } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { aTelemetryReceiver } from '../build/a-telemetry-receiver.ts'
import { testDatabase, type TestDatabase } from '../build/database.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

let receiver: Awaited<ReturnType<typeof aTelemetryReceiver>>
let database: TestDatabase
let server: TestServer
let house: SmallVenue
let channel: Caller

const start = (env: Record<string, string> = {}): Promise<TestServer> =>
  aServer({
    databaseUrl: database.url,
    env: {
      TABLEWIRE_SECRET_KEY: 'a key that both processes were given',
      CHANNEL_SERVICES: receiver.origin,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector=let me in',
      OTEL_SERVICE_NAME: 'house',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      ...env,
    },
  })
beforeAll(async () => {
  receiver = await aTelemetryReceiver()
  database = await testDatabase()
  server = await start({ TRACE_CONTEXT: 'both' })
  house = await aSmallVenue(server.url, 1)
  channel = asChannel(server.url, house.channels[0]!.key)
})
afterAll(async () => {
  await server?.stop()
  receiver?.close()
  await database?.drop()
})

const [callersTrace, callersSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const traceparent = `00-${callersTrace}-${callersSpan}-01`
const guest = { firstname: 'Quirinusz', lastname: 'Zephyrantha', email: 'quirinusz.z@guest.test', phone: '+34611223344' }
const book = (caller: Caller, headers: Record<string, string> = {}) =>
  caller('booking', {
    body: {
      venueId: house.venueId,
      date: Date.parse(instantAt(house, dayFromNow(2, house), '20:00')) / 1000,
      partySize: 2,
      contact: guest,
      notes: 'Zephyrantha’s allergy: hazelnutz',
    },
    headers,
    idempotencyKey: crypto.randomUUID(),
  })
const spanNamed = (name: string) => receiver.spans().find((span) => span.name === name)
const told = async (name: string): Promise<void> => {
  await expect.poll(() => spanNamed(name)?.name, { message: name }).toBe(name)
}

test('a call is one trace: its route by its template, its statements without values, under the trace of the caller', async () => {
  const { status, body } = await book(channel, { traceparent })
  expect([status, body]).toEqual([201, expect.anything()])
  await told('POST /v1/bc/booking')
  const call = spanNamed('POST /v1/bc/booking')!
  expect(call).toMatchObject({
    traceId: callersTrace,
    parentSpanId: callersSpan,
    kind: 2,
    failed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/bc/booking',
      'http.response.status_code': 201,
      'tablewire.endpoint': 'bc.book',
    },
    resource: { 'service.name': 'house', 'deployment.environment.name': 'test' },
  })
  const statements = receiver.spans().filter(({ traceId, name }) => traceId === callersTrace && name !== call.name)
  expect(statements.length).toBeGreaterThan(3)
  expect(statements.map(({ attributes }) => attributes['db.query.text']).join('\n')).toMatch(/insert into reservations.*\$1/s)
  expect(new Set(statements.map(({ attributes }) => attributes['db.system.name']))).toEqual(new Set(['postgresql']))
  const { id } = body as { id: string }
  await channel(`booking/${id}`, { method: 'PUT', body: { status: 'canceled' } })
  await told('PUT /v1/bc/booking/:id')
})

test('a refusal is no failure, an unknown address has no name, probes are no traces', async () => {
  expect((await channel('booking/nonsense')).status).toBe(404)
  expect((await fetch(`${server.url}/no/such/Zephyrantha`)).status).toBe(404)
  await fetch(`${server.url}/healthz`)
  await told('GET /v1/bc/booking/:id')
  const unknown = () =>
    receiver.spans().filter(({ attributes, name }) => attributes['http.response.status_code'] === 404 && !name.includes('/v1/'))
  await expect.poll(() => unknown().map(({ name }) => name)).toEqual(['GET /*'])
  expect(spanNamed('GET /v1/bc/booking/:id')).toMatchObject({ failed: false, attributes: { 'http.response.status_code': 404 } })
  expect(receiver.spans().filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([])
})

const toldPartner = async (caller: Caller, headers: Record<string, string> = {}) => {
  const { body } = await caller('webhooks', { body: { url: `${receiver.origin}/partner-${crypto.randomUUID()}` } })
  const { id, url } = (body['data'] ?? body) as { id: string; url: string }
  await caller(`webhooks/${id}/verify`, { method: 'POST', headers })
  const sent = receiver.sentTo(new URL(url).pathname)
  expect(sent.length).toBeGreaterThan(0)
  return sent[0]!.headers
}
const askPartner = async (caller: Caller): Promise<string | undefined> => (await toldPartner(caller)).traceparent as string | undefined

test('a partner who is called is told the trace, and the trace knows of him his host alone', async () => {
  const [, traceId, spanId] = (await askPartner(channel))!.split('-')
  await expect.poll(() => receiver.spans().find((span) => span.spanId === spanId)).toBeDefined()
  const call = receiver.spans().find((span) => span.spanId === spanId)!
  expect(call).toMatchObject({
    name: 'POST',
    kind: 3,
    traceId,
    attributes: { 'server.address': '127.0.0.1', 'server.port': Number(new URL(receiver.origin).port), 'http.response.status_code': 200 },
  })
  await told('POST /v1/bc/webhooks/:id/verify')
  expect(spanNamed('POST /v1/bc/webhooks/:id/verify')).toMatchObject({ traceId, spanId: call.parentSpanId })
})

test('what one partner keeps in his tracestate, and the id he gives his call, go to nobody else', async () => {
  const state = 'rival=who-knows-what'
  const sent = await toldPartner(channel, { traceparent, tracestate: state, 'x-request-id': 'QuirinuszOfTheRival' })
  expect(String(sent['traceparent']).split('-')[1]).toBe(callersTrace)
  expect(sent['tracestate']).toBeUndefined()
  await channel('booking/none', { headers: { traceparent, 'x-request-id': 'QuirinuszOfTheRival' } })
  const idsOf = (traceId: string) =>
    receiver.spans().filter((span) => span.kind === 2 && span.traceId === traceId && !span.attributes['tablewire.request_id'])
  await expect.poll(() => idsOf(callersTrace).length).toBeGreaterThan(1)
  expect(JSON.stringify(receiver.spans())).not.toContain('QuirinuszOfTheRival')
})

test('a caller who hangs up before his answer is in the traces as well', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = ['POST /v1/bc/booking HTTP/1.1', 'host: here', 'content-type: application/json', 'content-length: 5000']
  socket.write(`${[...head, `authorization: Bearer ${house.channels[0]!.key}`].join('\r\n')}\r\n\r\n{"venueId":`)
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.destroy()
  const gone = () => receiver.spans().filter(({ attributes }) => attributes['tablewire.outcome'] === 'caller_gone')
  await expect.poll(() => gone().map(({ name }) => name)).toEqual(['POST /v1/bc/booking'])
})

test('an address for traces alone, or for numbers alone, is enough, and the other is not sent', async () => {
  for (const [signal, path, mark] of [
    ['TRACES', '/only/traces', 'traces-alone'],
    ['METRICS', '/only/metrics', 'metrics-alone'],
  ] as const) {
    const alone = await aServer({
      databaseUrl: database.url,
      env: {
        TABLEWIRE_SECRET_KEY: 'a key that both processes were given',
        [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]: `${receiver.origin}${path}`,
        OTEL_SERVICE_NAME: mark,
        OTEL_BSP_SCHEDULE_DELAY: '100',
        OTEL_METRIC_EXPORT_INTERVAL: '300',
      },
    })
    try {
      await asChannel(alone.url, house.channels[0]!.key)('venues')
      await expect.poll(() => receiver.sentTo(path).length).toBeGreaterThan(0)
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(alone.log.filter((line) => line.includes('telemetry not taken'))).toEqual([])
    } finally {
      await alone.stop()
    }
    expect(receiver.sentTo(path).every(({ body }) => body.includes(signal === 'TRACES' ? 'resourceSpans' : 'resourceMetrics'))).toBe(true)
  }
})

test('jobs are traces of their own', async () => {
  const admin = await asUser(server.url, firstAdmin)
  await admin('/v1/reservations/export', { body: {} })
  await told('job reservations.export')
  expect(spanNamed('job reservations.export')).toMatchObject({
    kind: 5,
    parentSpanId: '',
    attributes: { 'tablewire.job': 'reservations.export' },
  })
})

test('the numbers of Prometheus arrive by the same names, histograms whole', async () => {
  await expect.poll(() => receiver.metrics().length).toBeGreaterThan(10)
  const page = await (await fetch(`${server.url}/metrics`)).text()
  const promised = new Set([...page.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name))
  const counted = () =>
    receiver
      .metrics()
      .find(({ name }) => name === 'tablewire_http_request_seconds')
      ?.points.find(({ attributes }) => attributes['endpoint'] === 'bc.book')
  await expect.poll(counted).toBeDefined()
  expect(new Set(receiver.metrics().map(({ name }) => name))).toEqual(promised)
  const { point } = counted()!
  const { bucketCounts, explicitBounds, count } = point as { bucketCounts: number[]; explicitBounds: number[]; count: number }
  expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
  expect(bucketCounts.reduce((sum, one) => sum + one, 0)).toBe(count)
  expect(receiver.metrics().find(({ name }) => name === 'tablewire_live_subscribers')).toMatchObject({ kind: 'gauge' })
  expect(receiver.metrics().find(({ name }) => name === 'tablewire_jobs_total')).toMatchObject({ kind: 'sum' })
})

test('nothing of a guest, a key, a token or an id in an address is in anything that was sent', async () => {
  const admin = await asUser(server.url, firstAdmin)
  await admin(`/v1/guests?q=${guest.lastname}`)
  await admin(`/v1/reservations?filters[q]=${guest.email}`)
  await told('GET /v1/guests')
  await told('GET /v1/reservations')
  const sent = receiver.got.filter(({ path }) => /^\/v1\/(traces|metrics)$/.test(path))
  expect(sent.length).toBeGreaterThan(3)
  expect(new Set(sent.map(({ headers }) => headers['x-collector']))).toEqual(new Set(['let me in']))
  const everything = sent.map(({ body }) => body).join('\n')
  for (const secret of [
    ...Object.values(guest),
    'hazelnutz',
    '611223344',
    house.channels[0]!.key,
    admin.token,
    firstAdmin.email,
    firstAdmin.password,
  ])
    expect(everything.toLowerCase()).not.toContain(secret.toLowerCase())
  expect(everything).not.toContain(house.venueId)
})

test('unless the operator says so no trace is taken from callers or given to partners; and a receiver that is away disturbs nobody', async () => {
  const other = await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '1000' })
  try {
    const caller = asChannel(other.url, house.channels[0]!.key)
    const before = receiver.spans().filter(({ traceId }) => traceId === callersTrace).length
    const named = () => receiver.spans().filter(({ name }) => name === 'GET /v1/bc/venues').length
    await caller('venues', { headers: { traceparent } })
    await expect.poll(named).toBeGreaterThan(0)
    expect(receiver.spans().filter(({ traceId }) => traceId === callersTrace)).toHaveLength(before)
    expect(await askPartner(caller)).toBeUndefined()
    receiver.close()
    expect((await caller('venues')).status).toBe(200)
    await expect.poll(() => other.log.filter((line) => line.includes('telemetry not taken')).length).toBe(1)
  } finally {
    const { code, tookMs } = await other.stop()
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(10_000)
  }
})

test('where nobody is named nothing of OpenTelemetry is loaded', () => {
  const folder = join(import.meta.dirname, '../../server/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const using = (pattern: RegExp) => sources.filter((name) => pattern.test(readFileSync(join(folder, name), 'utf8'))).toSorted()
  expect(using(/@opentelemetry\//)).toEqual(['platform/telemetry/otel-metrics.ts', 'platform/telemetry/otel.ts'])
  expect(using(/^(import|export) .*telemetry\/otel(-metrics)?\.ts'|from '\.\/otel\.ts'/m)).toEqual([])
  expect(using(/await import\('.*telemetry\/otel\.ts'\)/)).toEqual(['app/open-telemetry.ts'])
})
