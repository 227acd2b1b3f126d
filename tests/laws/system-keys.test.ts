import { randomUUID } from 'node:crypto'
import { endpoints } from '@tablewire/contracts/all'
import { general, ProblemBody } from '@tablewire/contracts/kit/problem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import { aWorld, fill, type World } from './world.ts'

let world: World
let system: TestSystem
let own: string
beforeAll(async () => {
  world = await aWorld()
  own = (await aVenue(world.container.db, { name: 'Served', companyId: await aCompany(world.container.db) })).id
  system = await aSystem(world.container.db, { venues: [own] })
})
afterAll(() => world.close())

const open = endpoints.filter(({ systems }) => systems)
const closed = endpoints.filter(({ systems, can }) => !systems && can !== 'public')
const ask = (endpoint: (typeof endpoints)[number], params: Record<string, string> = {}, token = system.key) =>
  world.ask({ method: endpoint.method, url: fill(endpoint, { params }), token })

describe('AC10: a system with its key gets in nowhere else', () => {
  test.each(closed.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    expect((await ask(endpoint)).statusCode).toBe(endpoint.can === 'channel' ? 401 : 403)
    expect((await ask(endpoint, {}, 'rms_nonsense')).statusCode).toBe(401)
  })
})

describe('AC10: a wrong key gets in nowhere', () => {
  test.each(open.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const answer = await ask(endpoint, {}, 'rms_nonsense')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'system_key.invalid'])
  })
})

describe("AC10: what is not the system's does not exist for it", () => {
  test.each(open.filter(({ path }) => path.includes('/:')).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      for (const id of [world.foreignVenue.id, randomUUID()]) {
        const answer = await ask(endpoint, { id, venueId: id })
        // Without a body its shape may be refused first.
        expect([400, 403, 404], answer.body).toContain(answer.statusCode)
        expect([...general, ...endpoint.errors] as string[]).toContain(z.parse(ProblemBody, answer.json()).code)
      }
    },
  )
})

test('AC10: whoever forgets the key, or its beginning, on a call of systems is told of the key', async () => {
  const codes = ['', 'Bearer nonsense'].flatMap((authorization) =>
    ['/v1/rms/booking', '/v1/rms/company'].map(async (url) => {
      const answer = await world.ask({ method: 'GET', url, headers: authorization ? { authorization } : {} })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }),
  )
  expect(await Promise.all(codes)).toEqual(codes.map(() => [401, 'system_key.invalid']))
})

test('AC10: a system reads its venues and the channels open to it, with its limit in the headers', async () => {
  const venues = await world.ask({ method: 'GET', url: '/v1/rms/venues?filters[limit]=-1', token: system.key })
  expect(venues.statusCode).toBe(200)
  expect(venues.json<{ data: { id: string }[]; total: number }>()).toMatchObject({ total: 1, data: [{ id: own }] })
  expect(venues.headers['ratelimit-limit']).toBe('6000')
  const channels = () =>
    world
      .ask({ method: 'GET', url: '/v1/rms/booking-channels?limit=200', token: system.key })
      .then((answer) => answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id))
  expect(await channels()).toContain(world.channel.id)
  await world.container.db
    .insertInto('systemChannels')
    .values({ systemId: system.id, channelId: world.channel.id, enabled: false, headers: '[]', configs: '[]', updatedAt: new Date() })
    .execute()
  expect(await channels()).not.toContain(world.channel.id)
})

test('AC10: a system names its venues by its own ids as well, and makes, reads and connects them', async () => {
  const ref = `ext-${randomUUID()}`
  const call = (method: string, url: string, body?: unknown) => world.ask({ method, url: `/v1/rms/${url}`, token: system.key, body })
  const made = await call('POST', 'venues', { name: 'By Key', countryCode: 'ES', timezone: 'Europe/Madrid', externalId: ref })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ data: { id: string } }>().data
  expect((await call('GET', `venues/${ref}`)).json()).toMatchObject({ data: { id, systemId: system.id } })
  expect((await call('GET', `venues/${ref}/areas`)).json()).toMatchObject({ total: 1, data: [{ byDefault: true }] })
  const linked = await call('PUT', `booking-channels/${world.foreignChannel.id}/link-venue/${ref}`)
  expect(linked.json()).toMatchObject({ data: { venueId: id, externalId: ref } })
  const shut = await call('PUT', `booking-channels/${world.channel.id}/link-venue/${ref}`)
  expect([shut.statusCode, shut.json<{ code: string }>().code]).toEqual([404, 'channel.not_found'])
  const entry = await world.container.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'venue.created')
    .where('subjectId', '=', id)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actorKind: 'system', actorId: system.id, actorName: system.name })
})

test('HU1: people of a system see its venues and no others; without a system an agent sees none', async () => {
  const agent = await aUser(world.container.db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], permissions: ['venues', 'reservations'] })
  const token = await world.signIn(agent)
  const seen = async () =>
    (await world.ask({ method: 'GET', url: '/v1/rms/venues?filters[limit]=-1', token }))
      .json<{ data: { id: string }[] }>()
      .data.map(({ id }) => id)
  expect(await seen()).toEqual([])
  const bind = { method: 'POST', url: `/v1/systems/${system.id}/users`, token: world.superAdmin, body: { email: agent.email } }
  expect((await world.ask(bind)).statusCode).toBe(201)
  expect(await seen()).toContain(own)
  expect(await seen()).not.toContain(world.venue.id)
  expect((await world.ask({ method: 'GET', url: `/venues/${world.venue.id}`, token })).statusCode).toBe(404)
  const end = { method: 'DELETE', url: `/v1/systems/${system.id}/users/${agent.id}`, token: world.superAdmin }
  expect((await world.ask(end)).statusCode).toBe(200)
  expect(await seen()).toEqual([])
})

test('AC10: a system switched off is nobody', async () => {
  const off = await aSystem(world.container.db, { active: false })
  expect((await world.ask({ method: 'GET', url: '/v1/rms/venues', token: off.key })).statusCode).toBe(401)
})
