import { randomUUID } from 'node:crypto'
import { endpoints } from '@tablewire/contracts/all'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Foreign, Stranger } from './foreign-owners.ts'
import { foreignRows, innerRows } from './foreign-rows.ts'
import { refused } from './refused.ts'
import { samples } from './samples.ts'
import { aWorld, callerFor, fill, type World } from './world.ts'

let world: World
beforeAll(async () => void (world = await aWorld()))
afterAll(() => world.close())

const withId = endpoints.filter(({ path }) => path.includes('/:id'))
const familyOf = ({ path }: Endpoint): string => path.slice(0, path.indexOf('/:id'))

test('for every path with an id there is a row of somebody else, and for no other', () => {
  expect(Object.keys(foreignRows).toSorted()).toEqual([...new Set(withId.map(familyOf))].toSorted())
})

/** Whoever has no right to anything of the kind is refused for that; for all others it does not exist. */
const statusFor = ({ can }: Endpoint, { ability }: Stranger): number =>
  ability && typeof can === 'object' && !ability.can(can[0], can[1]) ? 403 : 404

const expectThere = async ({ owner, read, params }: Foreign): Promise<void> => {
  const answer = await world.ask({ method: 'GET', url: read, ...owner })
  expect([answer.statusCode, answer.body.includes(params.id)], `${read}: ${answer.body}`).toEqual([200, true])
}

describe('what belongs to another partner does not exist', () => {
  test.each(withId.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const sample = await samples[endpoint.id]!(world)
    const foreign = await foreignRows[familyOf(endpoint)]!(world, endpoint)
    await expectThere(foreign)
    const body = foreign.body ?? sample.body
    for (const { token, key, ...stranger } of foreign.strangers) {
      const url = fill(endpoint, { ...sample, params: foreign.params })
      const answer = await world.ask({ method: endpoint.method, url, ...(token ? { token } : {}), ...(key ? { key } : {}), body })
      refused(endpoint, answer, statusFor(endpoint, stranger))
    }
    await expectThere(foreign)
  })
})

describe('what never was does not exist', () => {
  test.each(withId.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const sample = await samples[endpoint.id]!(world)
    const url = fill(endpoint, { ...sample, params: { id: randomUUID() } })
    refused(endpoint, await world.ask({ method: endpoint.method, url, ...callerFor(world, endpoint), body: sample.body }), 404)
  })
})

const innerOf = ({ path }: Endpoint): string | undefined => /\/:(?!id\b)(\w+)/.exec(path)?.[1]
const withInner = withId.flatMap((endpoint) => {
  const name = innerOf(endpoint)
  return name === undefined ? [] : [[endpoint.id, name, endpoint] as const]
})

test('for every second id of a path it is known what belongs to another first one', () => {
  expect(Object.keys(innerRows).toSorted()).toEqual([...new Set(withInner.map(([, name]) => name))].toSorted())
})

describe('what belongs under another id is not found under this one', () => {
  test.each(withInner.filter(([, name]) => innerRows[name] !== 'of its own'))('%s', async (_, name, endpoint) => {
    const inner = innerRows[name]
    if (inner === undefined || inner === 'of its own') throw new Error(name)
    const sample = await samples[endpoint.id]!(world)
    const ask = (params: Readonly<Record<string, string>>) =>
      world.ask({ method: endpoint.method, url: fill(endpoint, { ...sample, params }), ...callerFor(world, endpoint), body: sample.body })
    // Even for whoever may see both.
    refused(endpoint, await ask({ ...sample.params, [name]: await inner(world, endpoint) }), 404)
    expect((await ask({ ...sample.params })).statusCode).toBe(endpoint.status ?? 200)
  })
})
