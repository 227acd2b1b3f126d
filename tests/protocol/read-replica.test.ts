import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPair, missingForStandby } from '../build/a-standby.ts'
import { asUser, type Caller } from '../build/a-caller.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'

const lack = missingForStandby === undefined ? '' : ` (skipped: ${missingForStandby} not found)`
/** Two servers of one database, both with its standby. */
describe.skipIf(missingForStandby !== undefined)(`reads from a standby${lack}`, () => {
  let pair: Awaited<ReturnType<typeof aPair>>
  let [a, b]: TestServer[] = []
  let [here, there]: Caller[] = []
  const start = (): Promise<TestServer> =>
    aServer({
      databaseUrl: pair.primary.url,
      env: {
        TABLEWIRE_SECRET_KEY: 'a key that both processes were given',
        DATABASE_READ_URL: pair.standby.url,
        DATABASE_READ_LAG_SECONDS: '60',
      },
    })
  beforeAll(async () => {
    pair = await aPair()
    ;[a, b] = await Promise.all([start(), start()])
    ;[here, there] = [await asUser(a.url, firstAdmin), await asUser(b.url, firstAdmin)]
  })
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()])
    await pair?.close()
  })

  const span = 'from=2026-11-01&to=2026-11-30'
  const lagging = [
    '/v1/audit',
    '/v1/reservations',
    '/v1/reservations?filters[q]=lena',
    '/v1/guests?q=lena',
    `/v1/analytics/reservations?${span}`,
    `/v1/analytics/pace?${span}`,
    `/v1/analytics/refused-demand?${span}`,
    `/v1/analytics/listing?${span}`,
    `/v1/analytics/reviews?${span}`,
  ]
  const moment = async (ask: Caller, path: string): Promise<number> => {
    const { status, body, headers } = await ask(path)
    expect({ path, status, body: status === 200 ? {} : body }).toEqual({ path, status: 200, body: {} })
    return Date.parse(headers.get('data-as-of') ?? '')
  }
  const stateOf = async (server: TestServer): Promise<unknown> =>
    ((await (await fetch(`${server.url}/readyz`)).json()) as { replica?: unknown }).replica
  const company = (name: string) => here!('/companies', { body: { name, countryCode: 'DE' }, headers: { accept: 'application/json' } })
  const named = async (ask: Caller, name: string): Promise<boolean> => JSON.stringify((await ask('/v1/audit?limit=5')).body).includes(name)
  const pause = (on: boolean) => pair.standby.query(`select pg_wal_replay_${on ? 'pause' : 'resume'}()`)

  test('what may lag comes from it and says of what moment; an evening, and all the rest, comes from the primary', async () => {
    await expect.poll(() => stateOf(b!)).toBe('ok')
    for (const path of lagging) await expect.poll(() => moment(there!, path), { message: path }).toBeGreaterThan(Date.now() - 10_000)
    for (const path of [
      '/v1/reservations?filters[date]=2026-11-20',
      '/v1/reservations?filters[date]=2026-11-20&filters[q]=lena',
      '/v1/reservations?filters[from]=2026-11-20&filters[to]=2026-12-01',
      '/v1/traces',
      '/v1/exports',
    ])
      expect(await moment(there!, path)).toBeNaN()
    const metrics = await (await fetch(`${b!.url}/metrics`)).text()
    expect(metrics).toMatch(/^tablewire_replica{what="ok"} 1$/m)
    expect(Number(/^tablewire_replica_reads_total{outcome="answered"} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(lagging.length)
  })

  test('who wrote at one server reads it at the other, also from a standby that has not heard of it', async () => {
    await pause(true)
    try {
      const made = await company('Unheard of')
      expect([made.status, made.body]).toEqual([201, expect.anything()])
      expect(await named(there!, 'Unheard of')).toBe(true)
      for (const path of lagging) expect(await moment(there!, path)).toBeNaN()
      expect((await there!('/v1/audit', { headers: { 'data-since': 'nonsense' } })).status).toBe(200)
    } finally {
      await pause(false)
    }
    await expect.poll(() => moment(there!, '/v1/audit')).not.toBeNaN()
    expect(await named(there!, 'Unheard of')).toBe(true)
  })

  test('an export is written from it', async () => {
    const { body } = await here!('/v1/reservations/export', { body: {} })
    const { id } = body['data'] as { id: string }
    const answered = async (): Promise<number> => {
      const all = await Promise.all([a!, b!].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
      return all.reduce((sum, text) => sum + Number(/reads_total{outcome="answered"} (\d+)$/m.exec(text)?.[1] ?? 0), 0)
    }
    const before = await answered()
    const state = async () => ((await here!(`/v1/exports/${id}`)).body['data'] as { state: string; asOf: string | null }) ?? {}
    await expect.poll(async () => (await state()).state).toBe('done')
    expect(await answered()).toBeGreaterThanOrEqual(before)
    expect((await state()).asOf).toBeNull()
  })

  test('nothing fails while it is killed, away, and back', async () => {
    await expect.poll(() => moment(there!, '/v1/audit')).not.toBeNaN()
    const asked = (async () => {
      for (let round = 0; round < 15; round++) await Promise.all(lagging.map((path) => moment(there!, path)))
    })()
    await pair.standby.kill()
    await asked
    await expect.poll(() => stateOf(b!)).toBe('away')
    const { status } = await fetch(`${b!.url}/readyz`)
    expect(status).toBe(200)
    await pair.standby.start()
    await expect.poll(() => moment(there!, '/v1/audit')).not.toBeNaN()
    expect(b!.log.filter((line) => !/replica is (not )?asked/.test(line))).toEqual([])
  })
})
