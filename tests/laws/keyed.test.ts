import { randomUUID } from 'node:crypto'
import { endpoints } from '@tablewire/contracts/all'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type {} from '@tablewire/server/features/rms-client/day-rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { aConnectedSystem, anRms, aRemoteVenue } from '../build/a-remote-venue.ts'
import { type Sample, samples } from './samples.ts'
import { aWorld, callerFor, contact, fill, startSeconds, startText, type World } from './world.ts'

let world: World
/** The same world, whose venue has a system of its own. */
let remote: World
let rms: Rms
beforeAll(async () => {
  world = await aWorld()
  rms = await anRms()
  const { config, db, ports } = world.container
  config.systemServices.push(rms.origin)
  const venue = await aRemoteVenue(db, await aConnectedSystem({ db, secrets: ports.secrets, rms }), { companyId: world.venue.companyId })
  await db.insertInto('channelVenues').values({ venueId: venue.id, channelId: world.channel.id, state: 'live' }).execute()
  const place = () => ({ venueId: venue.id, partySize: 2, date: startSeconds() })
  const bc = (url: string, more: object = {}) =>
    open(() => world.ask({ method: 'POST', url, key: world.channel.key, body: { ...place(), ...more } }), 'bare')
  const guest = { firstName: 'Lena', lastName: 'Law', email: 'lena@example.test' }
  const staff = (): Promise<string> =>
    open(
      () =>
        world.ask({
          method: 'POST',
          url: '/v1/reservations',
          token: world.superAdmin,
          body: { venueId: venue.id, startsAt: startText(), partySize: 2, guest },
        }),
      'data',
    )
  remote = {
    ...world,
    venue,
    reservation: staff,
    booking: () => bc('/v1/bc/booking', { contact: contact() }),
    hold: () => bc('/v1/bc/pending-booking'),
  }
})
afterAll(async () => {
  await world.close()
  await rms.close()
})

/** The next start at which that house is open. */
const open = async (make: () => ReturnType<World['ask']>, path: 'data' | 'bare'): Promise<string> => {
  for (let tries = 0; ; tries++) {
    const answer = await make()
    const body = answer.json<{ id: string; data: { id: string } }>()
    if (answer.statusCode === 201) return path === 'data' ? body.data.id : body.id
    if (tries === 16) throw new Error(answer.body)
  }
}

const keyed = endpoints.filter(({ idempotent }) => idempotent)

/** What waits for the venue's word waits for its system's there: its people are refused, with a key and without. */
const sampleOf = async (at: World, { id }: Endpoint): Promise<Sample> => {
  // A venue with its own system keeps no waitlist here.
  if (id === 'waitlist.move') return samples[id]!(world)
  if (at !== remote) return samples[id]!(at)
  if (['reservations.confirm', 'reservations.reject'].includes(id))
    return { params: { id: await at.reservation() }, body: id.endsWith('reject') ? { reason: 'full' } : {} }
  // Nor are its parties split here.
  if (id === 'reservations.join') return { params: { id: await at.reservation() }, body: { other: await at.reservation() } }
  if (id === 'tables.exchange')
    return { params: { id: await at.reservation() }, body: { reservationId: await at.reservation(), version: 0, withVersion: 0 } }
  return samples[id]!(at)
}

/** The sample that finds the house open; what is closed is closed with a key and without. */
const sent = async (at: World, endpoint: Endpoint, prepare: (sample: Sample) => Promise<unknown>) => {
  for (let tries = 0; ; tries++) {
    const sample = await sampleOf(at, endpoint)
    await prepare(sample)
    const key = randomUUID()
    const send = (idempotencyKey = key) =>
      at.ask({
        method: endpoint.method,
        url: fill(endpoint, sample),
        ...callerFor(at, endpoint),
        ...(sample.token ? { token: sample.token } : {}),
        body: sample.body,
        headers: { 'idempotency-key': idempotencyKey },
      })
    const first = await send()
    if (!/"slot.(closed|taken)"|not a start of this house/.test(first.body) || tries === 16) return { first, again: await send(), send }
  }
}

const forgetDays = (): Promise<unknown> => world.container.db.deleteFrom('remoteDays').execute()
/** The days around that start have been asked for a moment ago. */
const knowDay = async ({ body }: Sample): Promise<unknown> => {
  const place = (body as { slots?: object[] } | undefined)?.slots?.[0] ?? body
  const { date, startsAt } = (place ?? {}) as { date?: number; startsAt?: string }
  if (date === undefined && startsAt === undefined) return undefined
  const at = date ?? Math.floor(Date.parse(startsAt!) / 1000)
  return world.ask({
    method: 'GET',
    url: `/v1/bc/availability?venueId=${remote.venue.id}&date=${at}&partySize=2`,
    key: world.channel.key,
  })
}

describe.each([
  ['the book here', () => world, async () => undefined],
  ['a system whose day is at hand', () => remote, knowDay],
  ['a system whose day is not at hand', () => remote, forgetDays],
] as const)('a call with a key is worked like one without, at a venue with %s', (_, at, prepare) => {
  test.each(keyed.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_id, endpoint) => {
    const { first, again } = await sent(at(), endpoint, prepare)
    expect(first.statusCode, first.body).toBeLessThan(500)
    // A venue whose own system owns the tables refuses some of what its people may do with a book of ours.
    if (at() === world) expect(first.statusCode, first.body).toBeLessThan(300)
    if (['bc.availabilityBatch', 'bc.hold', 'bc.book', 'bc.commit', 'reservations.create'].includes(endpoint.id))
      expect(first.statusCode, first.body).toBe(endpoint.status ?? 200)
    if (first.statusCode >= 300) return
    expect([again.statusCode, again.json()]).toEqual([first.statusCode, first.json()])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })
})

test('a key that is empty or no key at all is refused, and nothing is done', async () => {
  const count = async () => (await world.container.db.selectFrom('reservations').select('id').execute()).length
  const endpoint = keyed.find(({ id }) => id === 'bc.book')!
  const before = await count()
  for (const key of ['', ' ', 'two words', 'x'.repeat(201)]) {
    const sample = await samples[endpoint.id]!(world)
    const answer = await world.ask({
      method: 'POST',
      url: fill(endpoint, sample),
      ...callerFor(world, endpoint),
      body: sample.body,
      headers: { 'idempotency-key': key },
    })
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)], key).toEqual([400, ['Idempotency-Key']])
  }
  expect(await count()).toBe(before)
})
