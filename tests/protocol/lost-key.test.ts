import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@tablewire/server/app/http'
import { type AppContainer, openContainer } from '@tablewire/server/app/ports'
import { ensureBrands } from '@tablewire/server/features/brands/api'
import { readConfig } from '@tablewire/server/platform/config'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aConnectedSystem, anRms, aRemoteVenue } from '../build/a-remote-venue.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import type { TestSystem } from '../build/a-system.ts'
import { testDatabase } from '../build/database.ts'

const [right, wrong] = ['the key this database was sealed with', 'another key that was given by mistake']
const folder = mkdtempSync(join(tmpdir(), 'tablewire-lost-key-'))
let database: Awaited<ReturnType<typeof testDatabase>>
let rms: Rms
let system: TestSystem
let channel: TestChannel
let [own, remote]: TestVenue[] = []
let user: { email: string; password: string }

type Running = { container: AppContainer; app: FastifyInstance; close: () => Promise<void> }
const start = async (secretKey: string): Promise<Running> => {
  const container = await openContainer(
    readConfig([], {
      DATABASE_URL: database.url,
      TABLEWIRE_DATA: folder,
      LOG_LEVEL: 'silent',
      DATABASE_POOL: '6',
      TABLEWIRE_SECRET_KEY: secretKey,
      SYSTEM_SERVICES: rms.origin,
    }),
    false,
  )
  await ensureBrands(container.db)
  const app = await buildApp(container)
  return { container, app, close: async () => (await app.close(), await container.close()) }
}
beforeAll(async () => {
  ;[database, rms] = [await testDatabase(), await anRms()]
  const first = await start(right)
  const { db, ports } = first.container
  system = await aConnectedSystem({ db, secrets: ports.secrets, rms })
  ;[own, remote] = [await aVenue(db), await aRemoteVenue(db, system)]
  channel = await aChannel(db, { venues: [own.id, remote.id] })
  user = await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  await first.close()
})
afterAll(async () => {
  await rms.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const booking = (venue: TestVenue) => ({
  venueId: venue.id,
  date: Date.parse(instantAt(venue, dayFromNow(3, venue), '20:00')) / 1000,
  partySize: 2,
  contact: { firstname: 'Lena', lastname: 'Key', email: 'lena@key.test' },
})
const call = async ({ app }: Running, url: string, body?: object, headers: Record<string, string> = { 'x-token': channel.key }) => {
  const answer = await app.inject({ method: body ? 'POST' : 'GET', url, headers, ...(body ? { payload: body } : {}) })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers }
}
const signIn = async (running: Running): Promise<Record<string, string>> => {
  const { body } = await call(running, '/v2/token', {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    username: user.email,
    password: user.password,
  })
  return { authorization: `Bearer ${String(body['access_token'])}` }
}

test('a server with another key says so, refuses what needs it with a reason, and goes on with the rest', async () => {
  const running = await start(wrong)
  try {
    expect(await call(running, '/readyz')).toMatchObject({ status: 503, body: { status: 'not ready for writes', secrets: 'wrong_key' } })
    expect(await call(running, '/readyz?for=reads')).toMatchObject({ status: 200 })
    const refused = await call(running, '/v1/bc/booking', booking(remote!))
    expect(refused).toMatchObject({ status: 503, body: { code: 'secret.unreadable' }, headers: { 'retry-after': '5' } })
    expect(await call(running, '/v1/bc/booking', booking(own!))).toMatchObject({ status: 201 })
    const staff = await signIn(running)
    const tested = await call(running, `/v1/systems/${system.id}/connection/test`, {}, staff)
    expect(tested.status).toBe(200)
    expect(JSON.stringify(tested.body)).toContain('the key it was sealed with is missing')
    // What it would seal nobody else could read.
    expect(await call(running, '/user/totp', { currentPassword: user.password }, staff)).toMatchObject({
      status: 503,
      body: { code: 'secret.unreadable' },
    })
    expect((await running.app.inject('/metrics')).body).toContain('tablewire_ground_ok{check="secrets"} 0')
    const { rows } = await sql`select from secret_keys`.execute(running.container.db)
    expect(rows).toHaveLength(1)
  } finally {
    await running.close()
  }
})

test('with both keys all is well, and it stays so with the new one in front', async () => {
  const running = await start(`${wrong},${right}`)
  try {
    expect(await call(running, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready', secrets: 'ok' } })
    const made = await call(running, '/v1/bc/booking', {
      ...booking(remote!),
      contact: { firstname: 'L', lastname: 'K', email: 'l@key.test' },
    })
    expect(made.status).toBe(201)
  } finally {
    await running.close()
  }
  const later = await start(wrong)
  // The old key was taken away while something still lay under it.
  expect(await call(later, '/readyz')).toMatchObject({ status: 200, body: { status: 'degraded', secrets: 'some_unreadable' } })
  await later.close()
})
