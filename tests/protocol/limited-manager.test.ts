import { Permission } from '@tablewire/contracts/identity/access'
import { endpoints } from '@tablewire/contracts/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'
import { samples } from '../laws/samples.ts'
import { aWorld, fill, type World } from '../laws/world.ts'

/** What stands in names, mails and notes of everything a limited manager must not hear of. */
const marks = { foreign: 'Zanzibarforeign', hidden: 'Zanzibarhidden' }

let world: World
let mine: TestVenue
let hidden: TestVenue
let foreign: TestVenue
let limited: string
let hiddenUser: string
let foreignUser: string
let hiddenReservation: string
let foreignReservation: string

const booked = async (venueId: string, name: string): Promise<string> => {
  const startsAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T19:00:00Z`
  const guest = { firstName: name, lastName: name, email: `${name}@example.test` }
  const answer = await world.ask({
    method: 'POST',
    url: '/v1/reservations',
    token: world.superAdmin,
    body: { venueId, startsAt, partySize: 2, guest, notes: name },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ data: { id: string } }>().data.id
}

beforeAll(async () => {
  world = await aWorld()
  const { db } = world.container
  const [companyId, otherCompany] = [await aCompany(db, { name: 'Ours' }), await aCompany(db, { name: marks.foreign })]
  mine = await aVenue(db, { companyId, name: 'Seen' })
  hidden = await aVenue(db, { companyId, name: marks.hidden })
  foreign = await aVenue(db, { companyId: otherCompany, name: marks.foreign })
  const everything = { roles: ['ROLE_MANAGER' as const], permissions: [...Permission.options] }
  limited = await world.signIn(await aUser(db, { ...everything, companyId, venues: [mine.id] }))
  hiddenUser = (await aUser(db, { ...everything, companyId, email: `${marks.hidden.toLowerCase()}@example.test`, venues: [hidden.id] })).id
  foreignUser = (await aUser(db, { ...everything, companyId: otherCompany, email: `${marks.foreign.toLowerCase()}@example.test` })).id
  await booked(mine.id, 'Seenguest')
  hiddenReservation = await booked(hidden.id, marks.hidden)
  foreignReservation = await booked(foreign.id, marks.foreign)
  for (const { id } of [mine, hidden, foreign])
    await world.ask({ method: 'PUT', url: `/venues/${id}`, token: world.superAdmin, body: { city: 'Toledo' } })
  const group = { name: marks.hidden, logo: '', venues: [hidden.id], companyId }
  await world.ask({ method: 'POST', url: '/groups', token: world.superAdmin, body: group })
})
afterAll(() => world.close())

const isAnybodysOwn = /^(session|recovery|security|bc|brands\.current|notifications)/
const lists = endpoints.filter(({ method, path, can }) => method === 'GET' && !path.includes(':') && can !== 'public' && can !== 'channel')
const things = endpoints.filter(({ method, path, can }) => method === 'GET' && path.includes('/:id') && typeof can === 'object')

/** The hidden things that the answer names, by id or by what they are called. */
const toldIn = (body: string): string[] =>
  [...Object.values(marks), hidden.id, foreign.id, hiddenUser, foreignUser, hiddenReservation, foreignReservation].filter((word) =>
    body.toLowerCase().includes(word.toLowerCase()),
  )

test.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
  'AC6: %s tells a manager of one venue nothing of the others',
  async (_, endpoint) => {
    const sample = await samples[endpoint.id]!(world)
    const own = endpoint.path.includes('reservations')
      ? { ...sample.query, filters: { from: '2020-01-01', to: '2099-01-01' } }
      : { limit: 200 }
    for (const query of isAnybodysOwn.test(endpoint.id) ? [{}] : [{}, own]) {
      const answer = await world.ask({ method: 'GET', url: fill(endpoint, { query }), token: limited })
      expect([endpoint.id, toldIn(answer.body)]).toEqual([endpoint.id, []])
    }
  },
)

test('AC6: totals count what is seen, and a search for a hidden name finds nothing', async () => {
  const total = async (url: string): Promise<number> => {
    const answer = await world.ask({ method: 'GET', url, token: limited })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer.json<{ total: number }>().total
  }
  expect(await total('/venues')).toBe(1)
  expect(await total('/v1/rms/venues?filters[limit]=-1')).toBe(1)
  expect(await total('/users')).toBe(1)
  expect(await total('/groups')).toBe(0)
  expect(await total('/v1/audit')).toBeGreaterThan(0)
  expect(await total(`/v1/audit?filters[venueId]=${hidden.id}`)).toBe(0)
  for (const mark of Object.values(marks)) {
    expect(await total(`/venues?filters[criteria]=${mark}`)).toBe(0)
    expect(await total(`/users?filters[search]=${mark}`)).toBe(0)
    expect(await total(`/groups?filters[search]=${mark}`)).toBe(0)
    expect(await total(`/v1/audit?filters[subjectId]=${mark}`)).toBe(0)
  }
  for (const filter of [`venueId]=${hidden.id}`, `venueId]=${foreign.id}`]) expect(await total(`/users?filters[${filter}`)).toBe(0)
})

const idsFor = (path: string): string[] => {
  if (/\/(venues|rms\/venues)\/:id/.test(path)) return [hidden.id, foreign.id]
  if (path.startsWith('/v1/reservations')) return [hiddenReservation, foreignReservation]
  return path.startsWith('/users/') ? [hiddenUser, foreignUser] : []
}

test.each(things.map((endpoint) => [endpoint.id, endpoint] as const))(
  'AC6: %s does not know what the manager does not see',
  async (_, endpoint) => {
    const sample = await samples[endpoint.id]!(world)
    for (const id of idsFor(endpoint.path)) {
      const url = fill(endpoint, { ...sample, params: { ...sample.params, id } })
      const answer = await world.ask({ method: 'GET', url, token: limited })
      expect([endpoint.id, [403, 404].includes(answer.statusCode)]).toEqual([endpoint.id, true])
      expect([endpoint.id, toldIn(answer.body.replaceAll(id, ''))]).toEqual([endpoint.id, []])
    }
  },
)

test('AC6: what happened elsewhere is no entry and cannot be taken back', async () => {
  const { db } = world.container
  const entries = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('venueId', 'in', [hidden.id, foreign.id])
    .where('action', '=', 'venue.updated')
    .execute()
  expect(entries).toHaveLength(2)
  for (const { id } of entries) {
    expect((await world.ask({ method: 'GET', url: `/v1/audit/${id}`, token: limited })).statusCode).toBe(404)
    expect((await world.ask({ method: 'POST', url: `/v1/audit/${id}/undo`, token: limited })).statusCode).toBe(404)
  }
})

test('AC6 CH2: a manager limits channels for his own venue, sees no commission, and reaches no other venue', async () => {
  const limits = { partyMin: null, partyMax: 6, coversPerDay: 30, leadMinutes: null }
  const of = (venueId: string): string => `/v1/venues/${venueId}/channels/${world.channel.id}/limits`
  const now = await world.ask({ method: 'GET', url: of(mine.id), token: limited })
  const { version } = now.json<{ data: { version: number } }>().data
  const set = await world.ask({ method: 'PUT', url: of(mine.id), token: limited, body: { limits, version } })
  expect(Object.keys(set.json<{ data: object }>().data).toSorted()).toEqual(['limits', 'usual', 'version'])
  expect(set.json()).toMatchObject({ data: { limits, version: version + 1 } })
  const again = await world.ask({ method: 'PUT', url: of(mine.id), token: limited, body: { limits: null, version } })
  expect(again.json()).toMatchObject({ code: 'channel.version_stale' })
  for (const { id } of [hidden, foreign]) {
    expect((await world.ask({ method: 'GET', url: of(id), token: limited })).statusCode).toBe(404)
    expect((await world.ask({ method: 'PUT', url: of(id), token: limited, body: { limits, version: 1 } })).statusCode).toBe(404)
  }
})

test('AC6: who may not read bookings reads in the audit that they changed, and nothing of their guests', async () => {
  const few = await world.signIn(
    await aUser(world.container.db, {
      roles: ['ROLE_MANAGER'],
      permissions: ['users', 'venues'],
      companyId: mine.companyId,
      venues: [mine.id],
    }),
  )
  const read = async (token: string) => {
    const answer = await world.ask({ method: 'GET', url: `/v1/audit?filters[venueId]=${mine.id}&limit=200`, token })
    return [answer.statusCode, answer.body.includes('reservation.created'), answer.body.includes('Seenguest')]
  }
  expect([await read(limited), await read(few)]).toEqual([
    [200, true, true],
    [200, true, false],
  ])
})
