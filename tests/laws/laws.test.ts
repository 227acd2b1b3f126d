import { endpoints } from '@tablewire/contracts/all'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { type PhraseKey, phrases } from '@tablewire/contracts/phrases/phrases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aUser } from '../build/a-user.ts'
import { refused } from './refused.ts'
import { samples } from './samples.ts'
import { aWorld, callerFor, fill, type World } from './world.ts'

let world: World
beforeAll(async () => void (world = await aWorld()))
afterAll(() => world.close())

const guarded = endpoints.filter(({ can }) => can !== 'public')
const withRight = endpoints.filter(({ can }) => typeof can === 'object')
const withId = endpoints.filter(({ path }) => path.includes('/:id'))

/** A sign-in of its own where the call would end or change the one all others use. */
const ownSession = async (endpoint: Endpoint): Promise<{ token?: string; key?: string }> =>
  ['session.end', 'session.changePassword'].includes(endpoint.id)
    ? { token: await world.signIn(await aUser(world.container.db)) }
    : callerFor(world, endpoint)

test('every endpoint has a sample that must succeed', () => {
  expect(Object.keys(samples).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted())
})

describe('nobody gets in without a caller', () => {
  test.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    refused(endpoint, await world.ask({ method: endpoint.method, url: fill(endpoint, {}) }), 401)
    refused(endpoint, await world.ask({ method: endpoint.method, url: fill(endpoint, {}), token: 'nonsense', key: 'nonsense' }), 401)
    // The other kind of caller is nobody here.
    const other = endpoint.can === 'channel' ? { token: world.superAdmin } : { key: world.channel.key }
    refused(endpoint, await world.ask({ method: endpoint.method, url: fill(endpoint, {}), ...other }), 401)
  })
})

describe('nobody acts without the right', () => {
  test.each(withRight.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    refused(endpoint, await world.ask({ method: endpoint.method, url: fill(endpoint, {}), token: world.powerless }), 403)
  })
})

type Broken = { what: string; sample: { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown } }
/** The good request with one part spoiled, for each part and each field of the contract; free text has nothing malformed about it. */
const spoil = (endpoint: Endpoint, good: Broken['sample']): Broken[] => {
  const shapeOf = (schema: unknown): string[] => Object.keys((schema as { _zod: { def: { shape?: object } } })?._zod.def.shape ?? {})
  const broken: Broken[] = []
  // A venue may be named by its partner's own id, and that may be anything.
  for (const name of shapeOf(endpoint.params)) {
    const params = { ...good.params, [name]: 'not an id' }
    if (!endpoint.oddId && !z.safeParse(endpoint.params!, params).success) broken.push({ what: name, sample: { ...good, params } })
  }
  if (endpoint.query)
    for (const name of shapeOf(endpoint.query).filter(
      (one) => !['filters', 'after', 'email', 'q', 'url', 'venueName', 'venueAddress', 'venuePhone'].includes(one),
    ))
      broken.push({ what: `query ${name}`, sample: { ...good, query: { ...good.query, [name]: 'b@d value' } } })
  if (endpoint.body)
    for (const name of shapeOf(endpoint.body))
      broken.push({ what: `body ${name}`, sample: { ...good, body: { ...(good.body as object), [name]: [[]] } } })
  if (endpoint.body) broken.push({ what: 'body', sample: { ...good, body: [] } })
  return broken
}

describe('a malformed part is refused and named', () => {
  test.each(
    endpoints.filter((endpoint) => endpoint.params ?? endpoint.query ?? endpoint.body).map((endpoint) => [endpoint.id, endpoint] as const),
  )('%s', async (_, endpoint) => {
    const caller = callerFor(world, endpoint)
    for (const { what, sample } of spoil(endpoint, await samples[endpoint.id]!(world))) {
      const answer = await world.ask({ method: endpoint.method, url: fill(endpoint, sample), ...caller, body: sample.body })
      expect(answer.statusCode, `${endpoint.id} with a wrong ${what}: ${answer.body}`).toBe(400)
      refused(endpoint, answer, 400)
      expect(Object.keys(answer.json<{ errors: object }>().errors).length, what).toBeGreaterThan(0)
    }
    if (!endpoint.body) return
    const garbled = await world.ask({
      method: endpoint.method,
      url: fill(endpoint, await samples[endpoint.id]!(world)),
      ...caller,
      body: '{"half',
      headers: { 'content-type': 'application/json' },
    })
    refused(endpoint, garbled, 400)
  })
})

describe('the good request succeeds, answers what the contract says, and every write leaves its audit entry', () => {
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const sample = await samples[endpoint.id]!(world)
    const caller = sample.token ? { token: sample.token } : await ownSession(endpoint)
    const { body: sent, headers = {} } = sample
    const answer = await world.ask({ method: endpoint.method, url: fill(endpoint, sample), ...caller, body: sent, headers })
    expect(answer.statusCode, answer.body).toBe(endpoint.status ?? 200)
    const body = answer.json<{ data: unknown }>()
    const inside = endpoint.envelope === 'data' ? body.data : body
    // Parsing strips what the contract does not name: equal before and after means nothing undeclared was sent.
    expect(z.parse(endpoint.result, inside)).toEqual(inside)
    const entries = await world.container.db
      .selectFrom('auditEntries')
      .select('action')
      .where('requestId', '=', String(answer.headers['x-request-id']))
      .execute()
    const actions = entries.map(({ action }) => action)
    if (endpoint.audit === 'none') expect(actions).toEqual([])
    else expect(actions).toContain(endpoint.audit)
  })
})

const takesAfter = ({ query }: Endpoint): boolean => 'after' in ((query as { _zod?: { def: { shape?: object } } })?._zod?.def.shape ?? {})

describe('pages neither repeat nor lose a row', () => {
  test.each(endpoints.filter(({ envelope }) => envelope === 'page').map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const caller = callerFor(world, endpoint)
      const { params = {} } = await samples[endpoint.id]!(world)
      const page = async (query: Record<string, unknown>) =>
        (await world.ask({ method: 'GET', url: fill(endpoint, { params, query }), ...caller })).json<{
          data: { id: string }[]
          total: number
          next?: string | null
        }>()
      const whole = await page({ limit: 200 })
      expect(whole.total).toBeGreaterThanOrEqual(whole.data.length)
      const byOffset: string[] = []
      for (let offset = 0; offset < Math.min(whole.data.length, 12); offset += 3)
        byOffset.push(...(await page({ limit: 3, offset })).data.map(({ id }) => id))
      expect(byOffset.slice(0, 12)).toEqual(
        whole.data
          .slice(0, byOffset.length)
          .map(({ id }) => id)
          .slice(0, 12),
      )
      if (endpoint.query && takesAfter(endpoint) && whole.data.length > 3) expect((await page({ limit: 3 })).next).toBeTruthy()
      if (!(await page({ limit: 3 })).next) return
      const byCursor: string[] = []
      for (let next: string | null | undefined, n = 0; n < 4 && next !== null; n++) {
        const one = await page({ limit: 3, ...(next ? { after: next } : {}) })
        byCursor.push(...one.data.map(({ id }) => id))
        next = one.next ?? null
      }
      expect(byCursor).toEqual(whole.data.slice(0, byCursor.length).map(({ id }) => id))
    },
  )
})

describe('an id of another kind names nothing in the channel API', () => {
  test.each(withId.filter(({ path }) => path.startsWith('/v1/bc/')).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const { body } = await samples[endpoint.id]!(world)
      for (const id of ['not an id', '1', 'ffffffff', 'x'.repeat(250)])
        refused(
          endpoint,
          await world.ask({ method: endpoint.method, url: fill(endpoint, { params: { id } }), key: world.channel.key, body }),
          404,
        )
    },
  )
})

test('every phrase keeps its placeholders in all five languages', () => {
  const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted()
  for (const key of Object.keys(phrases.en) as PhraseKey[])
    for (const [lang, all] of Object.entries(phrases)) expect(holes(all[key]), `${lang} ${key}`).toEqual(holes(phrases.en[key]))
})

test('an idempotent call answers a repeated key from memory and refuses another request under it', async () => {
  for (const endpoint of endpoints.filter(({ idempotent }) => idempotent)) {
    const sample = await samples[endpoint.id]!(world)
    const send = (body: unknown) =>
      world.ask({
        method: endpoint.method,
        url: fill(endpoint, sample),
        ...callerFor(world, endpoint),
        ...(sample.token ? { token: sample.token } : {}),
        body,
        headers: { 'idempotency-key': `law-${endpoint.id}` },
      })
    const first = await send(sample.body)
    expect(first.statusCode, `${endpoint.id} ${first.body}`).toBe(endpoint.status ?? 200)
    const second = await send(sample.body)
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
    expect(second.headers['idempotent-replayed']).toBe('true')
    const other = { ...(sample.body as object), notes: 'other', reason: 'other', cancelActor: 'other' }
    // Where parts that are not known are refused as such, another request is one of these at once.
    if (endpoint.body) refused(endpoint, await send(other), z.safeParse(endpoint.body, other).success ? 422 : 400)
  }
})
