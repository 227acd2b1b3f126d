import { randomUUID } from 'node:crypto'
import { endpoints } from '@tablewire/contracts/all'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { general, ProblemBody } from '@tablewire/contracts/kit/problem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aUser } from '../build/a-user.ts'
import { type Sample, samples } from './samples.ts'
import { aWorld, callerFor, fill, type World } from './world.ts'

let world: World
/** Made before anything is spoiled. */
const good: Record<string, Sample> = {}
beforeAll(async () => {
  world = await aWorld()
  for (const { id } of endpoints) good[id] = await samples[id]!(world)
})
afterAll(() => world.close())

type Attack = { what: string; url: string; body?: unknown; type?: string }
type Shaped = { _zod?: { def?: { shape?: Record<string, Shaped>; innerType?: Shaped } } }

const long = 'x'.repeat(600)
/** As they stand in an address, encoded or not to be decoded. */
const inAddress = [
  long,
  'x'.repeat(5000),
  encodeURIComponent('é'.repeat(299)),
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%F0%9F%8D%95',
  '%2e%2e%2f',
  '%27%3B%20select%201',
  '-1',
  '9'.repeat(30),
  '1e999',
  'NaN',
  'null',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
]
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
const deep: unknown = JSON.parse(nested(2000))
const inBody = (): unknown[] => [
  null,
  true,
  0,
  -1,
  2.5,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  '',
  ' ',
  long,
  'x'.repeat(100_000),
  'a\u0000b',
  '\ud800',
  '\u202e\u2028',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  [],
  {},
  [[]],
  [null],
  { __proto__: null, constructor: 1 },
  deep,
  randomUUID(),
  world.foreignVenue.id,
  world.venue.id.toUpperCase(),
  [world.venue.id, world.venue.id],
]
/** One level down, what differs most. */
const inside = (): unknown[] => [null, -1, 1e308, '', long, 'a\u0000b', '\ud800', [[]], { a: {} }, world.foreignVenue.id]
const wholeBodies = [
  '',
  'null',
  '[]',
  '"x"',
  '7',
  '{"half',
  '\ufeff{}',
  '{"a":1e999}',
  '{"__proto__":{"a":1}}',
  '['.repeat(50_000),
  nested(20_000),
]

const fieldsOf = (schema: unknown): string[] => {
  const def = (schema as Shaped | undefined)?._zod?.def
  return def?.shape ? Object.keys(def.shape) : def?.innerType ? fieldsOf(def.innerType) : []
}
const shapeOf = (schema: unknown): Record<string, unknown> => {
  const def = (schema as Shaped | undefined)?._zod?.def
  return def?.shape ?? (def?.innerType ? shapeOf(def.innerType) : {})
}

const coreOf = (schema: unknown): unknown => {
  const inner = (schema as Shaped | undefined)?._zod?.def?.innerType
  return inner ? coreOf(inner) : schema
}
/** Place → schema → at how many endpoints it was tried. */
const tried = { address: new Map<unknown, number>(), body: new Map<unknown, number>() }
/** A field that many endpoints share is tried with everything at the first of them, and with a quarter, each time another, at all that follow. */
const valuesFor = <Value>(place: keyof typeof tried, schema: unknown, values: readonly Value[]): readonly Value[] => {
  const core = coreOf(schema)
  const before = tried[place].get(core) ?? 0
  if (core !== undefined) tried[place].set(core, before + 1)
  return before === 0 ? values : values.filter((_, index) => (index + before) % 4 === 0)
}

const paths = (endpoint: Endpoint, sample: Sample): Attack[] =>
  fieldsOf(endpoint.params).flatMap((name) =>
    valuesFor('address', shapeOf(endpoint.params)[name], inAddress).map((raw) => ({
      what: `${name} = ${raw.slice(0, 40)}`,
      url: fill(endpoint, { params: { ...sample.params, [name]: 'HOSTILE' } }).replace('HOSTILE', raw),
      ...(sample.body === undefined ? {} : { body: sample.body }),
    })),
  )

const queries = (endpoint: Endpoint, sample: Sample): Attack[] => {
  const url = fill(endpoint, { ...sample, query: sample.query ?? {} })
  const { filters, ...single } = shapeOf(endpoint.query)
  const fields = [...Object.entries(single), ...Object.entries(shapeOf(filters)).map(([name, one]) => [`filters[${name}]`, one] as const)]
  return fields.flatMap(([name, field]) =>
    [...valuesFor('address', field, inAddress), `a&${name}=b`].map((raw) => ({
      what: `?${name}=${raw.slice(0, 40)}`,
      url: `${url}${url.includes('?') ? '&' : '?'}${name}=${raw}`,
      ...(sample.body === undefined ? {} : { body: sample.body }),
    })),
  )
}

/** Each leaf and each branch of what is a good body, two levels down, and what the contract knows beyond it. */
const bodies = (endpoint: Endpoint, sample: Sample): Attack[] => {
  if (!endpoint.body) return []
  const url = fill(endpoint, sample)
  const whole = (sample.body ?? {}) as Record<string, unknown>
  const single = [...new Set([...fieldsOf(endpoint.body), ...Object.keys(whole)])].flatMap((name) => [
    ...valuesFor('body', shapeOf(endpoint.body)[name], inBody()).map((value) => ({
      what: `${name} = ${JSON.stringify(value).slice(0, 40)}`,
      url,
      body: { ...whole, [name]: value },
    })),
    ...Object.keys(isPlain(whole[name]) ? whole[name] : {}).flatMap((inner) =>
      inside().map((value) => ({
        what: `${name}.${inner} = ${JSON.stringify(value).slice(0, 40)}`,
        url,
        body: { ...whole, [name]: { ...(whole[name] as object), [inner]: value } },
      })),
    ),
  ])
  const doubled = Object.entries(whole).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [{ what: `${name} twice`, url, body: { ...whole, [name]: [...(value as unknown[]), ...(value as unknown[])] } }]
      : [],
  )
  const raw = wholeBodies.map((body) => ({ what: `body ${body.slice(0, 20)}`, url, body, type: 'application/json' }))
  return [...single, ...doubled, ...raw]
}
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where another system is asked, it may not be there: that is no failure of ours. */
const elsewhere: readonly string[] = ['remote.unreachable', 'remote.unclear']

const caller = async (endpoint: Endpoint, sample: Sample): Promise<{ token?: string; key?: string }> => {
  if (sample.token !== undefined) return { token: sample.token }
  // A sign-in of its own where the call would end or change the one all others use.
  return /^(session|security|factors|account|acting)/.test(endpoint.id) && endpoint.can !== 'public'
    ? { token: await world.signIn(await aUser(world.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })) }
    : callerFor(world, endpoint)
}

const changesVenue = ({ id, method }: Endpoint): boolean => method !== 'GET' && /^(venues|bookDrafts|channels|companies)\./.test(id)

describe('nothing that anybody sends makes us fail, and every refusal says which request it was', () => {
  // Last what changes the venue in which all the others book.
  const order = endpoints.toSorted((a, b) => Number(changesVenue(a)) - Number(changesVenue(b)))
  test.each(order.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
    const sample = good[id]!
    let who = await caller(endpoint, sample)
    const failed: string[] = []
    const attacks = [...paths(endpoint, sample), ...queries(endpoint, sample), ...bodies(endpoint, sample)]
    for (const [index, { what, url, body, type }] of attacks.entries()) {
      // What is limited by itself would refuse the rest without a look.
      if (endpoint.callsPerMinute !== undefined && 'token' in who && index % endpoint.callsPerMinute === 0)
        who = { token: await world.signIn(await aUser(world.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })) }
      const answer = await world.ask({ method: endpoint.method, url, ...who, body, ...(type ? { headers: { 'content-type': type } } : {}) })
      if (answer.statusCode < 400) continue
      const refusal = z.safeParse(ProblemBody, answer.json())
      const fine = refusal.success && refusal.data.requestId === answer.headers['x-request-id']
      const declared = refusal.success && ([...general, ...endpoint.errors] as string[]).includes(refusal.data.code)
      if (fine && declared && (answer.statusCode < 500 || elsewhere.includes(refusal.data.code))) continue
      failed.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
    }
    // As text, so that a report tells what it was.
    expect(failed.join('\n')).toBe('')
  })
})
