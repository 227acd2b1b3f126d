import { Permission } from '@tablewire/contracts/identity/access'
import { endpoints } from '@tablewire/contracts/all'
import type { Trace } from '@tablewire/contracts/operations/traces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'
import { samples } from '../laws/samples.ts'
import { aWorld, contact, fill, startSeconds, type World } from '../laws/world.ts'

/** Stands in every name of what none of the callers below may know. */
const mark = 'Zanzibar'
/** Finds it, without naming it where somebody's own calls are listed. */
const search = 'anziba'

type Caller = { token?: string; key?: string; headers?: Record<string, string>; kind: 'user' | 'channel' | 'system' }
let world: World
let mine: TestVenue
let foreign: TestVenue
let channel: TestChannel
let foreignBooking: string
const callers: Record<string, Caller> = {}

type Call = readonly [method: string, url: string, body?: unknown]
const ask = ({ token, key, headers }: Caller, ...[method, url, body]: Call) =>
  world.ask({ method, url, body, ...(token ? { token } : {}), ...(key ? { key } : {}), ...(headers ? { headers } : {}) })

const makeForeign = async (): Promise<void> => {
  const { db } = world.container
  const companyId = await aCompany(db, { name: mark })
  const atSystem = await aVenue(db, { companyId, name: `${mark} Terrace` })
  await aSystem(db, { name: `${mark} Reservations`, venues: [atSystem.id] })
  foreign = await aVenue(db, { companyId, name: `${mark} House` })
  const other = await aChannel(db, { name: `${mark} Till`, type: 'pos', venues: [foreign.id] })
  await aUser(db, { companyId, email: `${mark.toLowerCase()}@example.test` })
  const body = { venueId: foreign.id, partySize: 2, date: startSeconds(), contact: { ...contact(), firstname: mark, lastname: mark } }
  foreignBooking = (await world.ask({ method: 'POST', url: '/v1/bc/booking', key: other.key, body })).json<{ id: string }>().id
  expect(foreignBooking).toMatch(/-/)
  const group = { name: mark, logo: '', venues: [foreign.id], companyId }
  await world.ask({ method: 'POST', url: '/groups', token: world.superAdmin, body: group })
  await world.ask({ method: 'PUT', url: `/venues/${foreign.id}`, token: world.superAdmin, body: { city: mark, tripadvisorId: '123' } })
}

beforeAll(async () => {
  world = await aWorld()
  const { db } = world.container
  const companyId = await aCompany(db, { name: 'Ours' })
  mine = await aVenue(db, { companyId, name: 'Seen' })
  const atSystem = await aVenue(db, { companyId, name: 'Seen at a system' })
  const system = await aSystem(db, { venues: [atSystem.id] })
  channel = await aChannel(db, { venues: [mine.id] })
  const second = await aChannel(db, { venues: [mine.id] })
  await makeForeign()
  const signedIn = async (over: Parameters<typeof aUser>[1], bind: readonly string[] = []): Promise<Caller> => {
    const user = await aUser(db, over)
    for (const url of bind)
      expect((await world.ask({ method: 'POST', url, token: world.superAdmin, body: { email: user.email } })).statusCode).toBeLessThan(300)
    return { token: await world.signIn(user), kind: 'user' }
  }
  const people = (id: string): string => `/booking-channels/${id}/users`
  Object.assign(callers, {
    'a company administrator': await signedIn({ companyId }),
    'a company bot': await signedIn({ companyId, roles: ['ROLE_COMPANY_BOT'] }),
    'a manager with all areas': await signedIn({
      companyId,
      roles: ['ROLE_MANAGER'],
      permissions: [...Permission.options],
      venues: [mine.id],
    }),
    'somebody of a channel': await signedIn({ roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'] }, [people(channel.id)]),
    'somebody of two channels': await signedIn({ roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'] }, [people(channel.id), people(second.id)]),
    'somebody of a system': await signedIn({ roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'] }, [`/v1/systems/${system.id}/users`]),
    'a channel key': { key: channel.key, kind: 'channel' },
    'a system key': { headers: { authorization: `Bearer ${system.key}` }, kind: 'system' },
  } satisfies Record<string, Caller>)
  await refusedCalls()
})
afterAll(() => world.close())

/** Partners try what is not theirs, and their own: all of it is noted. */
const refusedCalls = async (): Promise<void> => {
  const [byChannel, bySystem] = [callers['a channel key']!, callers['a system key']!]
  const booking = { venueId: foreign.id, partySize: 2, date: startSeconds(), contact: contact() }
  const tried = [
    await ask(byChannel, 'POST', '/v1/bc/booking', booking),
    await ask(byChannel, 'GET', `/v1/bc/availabilities?venueId=${foreign.id}&date=${startSeconds()}&partySize=2`),
    await ask(byChannel, 'GET', `/v1/bc/venues/${foreign.id}`),
    await ask(byChannel, 'GET', `/v1/bc/booking/${foreignBooking}`),
    await ask(byChannel, 'PUT', `/v1/bc/booking/${foreignBooking}`, { partySize: 3 }),
    await ask(bySystem, 'GET', `/v1/rms/venues/${foreign.id}`),
    await ask(bySystem, 'PUT', `/v1/rms/venues/${foreign.id}`, { city: 'Here' }),
    await ask(bySystem, 'GET', `/v1/rms/bookings/${foreignBooking}`),
  ]
  for (const { statusCode } of tried) expect(statusCode).toBeGreaterThanOrEqual(400)
  expect((await ask(byChannel, 'POST', '/v1/bc/booking', { ...booking, venueId: mine.id })).statusCode).toBe(201)
  await world.container.ports.traces.stop()
}

const lists = endpoints.filter(({ method, path, can }) => method === 'GET' && !path.includes(':') && can !== 'public')
const mayCall = ({ kind }: Caller, { can, systems }: (typeof lists)[number]): boolean =>
  kind === 'channel' ? can === 'channel' : can !== 'channel' && (kind === 'user' || systems === true)

test('AC6: a refused call is a partner’s own, what it was about is not', async () => {
  for (const who of ['somebody of a channel', 'somebody of two channels', 'somebody of a system']) {
    const list = (await ask(callers[who]!, 'GET', '/v1/traces?limit=200')).json<{ data: Trace[] }>().data
    const refused = list.filter(({ outcome }) => outcome === 'refused')
    // Of a system's key only what went wrong with its bookings is noted.
    if (who !== 'somebody of a system') expect([who, refused.length > 0]).toEqual([who, true])
    for (const { id, venueId, venueName, reservationId } of refused) {
      expect([who, venueId, venueName, reservationId]).toEqual([who, null, null, null])
      expect((await ask(callers[who]!, 'GET', `/v1/traces/${id}`)).body).not.toContain(mark)
    }
  }
  const own = (await ask(callers['somebody of a channel']!, 'GET', '/v1/traces?limit=200')).json<{ data: Trace[] }>().data
  expect(own.find(({ outcome, operation }) => outcome === 'ok' && /book|create/.test(operation))).toMatchObject({
    venueId: mine.id,
    venueName: 'Seen',
    reservationId: expect.any(String) as string,
  })
})

test('the law looks at callers of every kind, at everything that is listed', () => {
  expect(lists.length).toBeGreaterThan(40)
  expect(Object.keys(callers)).toHaveLength(8)
})

test.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
  'AC6: %s names nothing of somebody else, to nobody',
  async (_, endpoint) => {
    const { query } = await samples[endpoint.id]!(world)
    for (const [who, caller] of Object.entries(callers).filter(([, one]) => mayCall(one, endpoint)))
      for (const asked of [{}, { limit: 200 }, { filters: { criteria: search } }, { filters: { search } }, query ?? {}]) {
        const answer = await ask(caller, 'GET', fill(endpoint, { query: asked }))
        expect(answer.statusCode, answer.body).toBeLessThan(500)
        const told = answer.body.toLowerCase().includes(mark.toLowerCase())
        expect([who, asked, told ? answer.body : '']).toEqual([who, asked, ''])
      }
  },
)

test('AC6: somebody of the platform is told everything', async () => {
  const list = (await world.ask({ method: 'GET', url: '/v1/traces?limit=200', token: world.superAdmin })).json<{ data: Trace[] }>().data
  expect(list.some(({ venueName }) => venueName === `${mark} House`)).toBe(true)
})
