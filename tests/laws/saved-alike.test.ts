import { endpoints } from '@tablewire/contracts/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from './samples.ts'
import { aWorld, callerFor, fill, type World } from './world.ts'

let world: World
beforeAll(async () => void (world = await aWorld()))
afterAll(() => world.close())

/** What a form sends again although nothing was touched. */
const saved = [
  'venues.update',
  'venues.updateMine',
  'venues.updateBook',
  'groups.update',
  'companies.update',
  'channels.update',
  'brands.update',
  'users.update',
  'session.updateUser',
]

/** Which version stands there, and since when. */
const standing = async (url: string): Promise<unknown> => {
  const answer = await world.ask({ method: 'GET', url, token: world.superAdmin })
  const { version, updatedAt } = answer.json<{ data: { version: number; updatedAt?: string } }>().data
  return { version, updatedAt }
}

test.each(saved)('%s: the same again writes nothing, and refuses nobody who has it open', async (id) => {
  const endpoint = endpoints.find((one) => one.id === id)!
  const sample = await samples[id]!(world)
  const caller = callerFor(world, endpoint)
  const save = (body: unknown) => world.ask({ method: 'PUT', url: fill(endpoint, sample), ...caller, body })
  const first = await save(sample.body)
  expect(first.statusCode, first.body).toBe(200)
  const { version } = first.json<{ data: { version?: number } }>().data
  const seen = { ...(sample.body as object), ...('version' in (sample.body as object) ? { version } : {}) }
  const path = fill(endpoint, sample).replace(/\/account$/, '')
  const before = await standing(path)
  for (let again = 0; again < 2; again++) {
    const second = await save(seen)
    expect(second.statusCode, second.body).toBe(200)
    const request = String(second.headers['x-request-id'])
    expect(await world.container.db.selectFrom('auditEntries').select('action').where('requestId', '=', request).execute()).toEqual([])
  }
  expect(await standing(path)).toEqual(before)
})

test('a venue to which nothing is said stays as it is', async () => {
  const endpoint = endpoints.find(({ id }) => id === 'venues.update')!
  const sample = await samples['venues.update']!(world)
  const path = fill(endpoint, sample)
  const before = await standing(path)
  expect((await world.ask({ method: 'PUT', url: path, ...callerFor(world, endpoint), body: {} })).statusCode).toBe(200)
  expect(await standing(path)).toEqual(before)
})
