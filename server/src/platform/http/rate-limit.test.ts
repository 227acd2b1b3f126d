import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { addressCallsPerMinute, addressKey, undeclaredProxyClient, type Limiter, makeEdgeLimit, makeLimiter } from './rate-limit.ts'

let open: OpenDb
const started: Limiter[] = []
beforeAll(async () => void (open = await aDb()))
afterAll(async () => {
  for (const limiter of started) limiter.stop()
  await open.close()
})

const clock = aClock('2026-11-20T18:00:10Z')
const process = (): Limiter => {
  const limiter = makeLimiter(open.db, clock)
  started.push(limiter)
  return limiter
}

test('lets through what is allowed, says what is left, and starts anew with the minute', () => {
  const one = process()
  expect([1, 2, 3, 4].map(() => one.take('a', 3))).toEqual([
    { limit: 3, remaining: 2, resetSeconds: 50, allowed: true },
    { limit: 3, remaining: 1, resetSeconds: 50, allowed: true },
    { limit: 3, remaining: 0, resetSeconds: 50, allowed: true },
    { limit: 3, remaining: 0, resetSeconds: 50, allowed: false },
  ])
  expect(one.take('b', 3).allowed).toBe(true)
  clock.move({ seconds: 50 })
  expect(one.take('a', 3)).toEqual({ limit: 3, remaining: 2, resetSeconds: 60, allowed: true })
})

test('counts over all processes', async () => {
  const [one, two] = [process(), process()]
  for (let call = 0; call < 6; call++) one.take('shared', 10)
  for (let call = 0; call < 3; call++) two.take('shared', 10)
  await one.exchange()
  await two.exchange()
  expect(two.take('shared', 10)).toMatchObject({ allowed: true, remaining: 0 })
  expect(two.take('shared', 10).allowed).toBe(false)
  await two.exchange()
  expect(one.take('shared', 10)).toMatchObject({ allowed: true })
  await one.exchange()
  expect(one.take('shared', 10).allowed).toBe(false)
  await Promise.all([one.exchange(), two.exchange()])
  const { count } = await open.db.selectFrom('rateWindows').select('count').where('key', '=', 'shared').executeTakeFirstOrThrow()
  expect(count).toBe(11)
})

test('a process that is quiet for a moment still learns what the others let through', async () => {
  const [one, two] = [process(), process()]
  for (let call = 0; call < 3; call++) two.take('burst', 10)
  await two.exchange()
  for (let call = 0; call < 6; call++) one.take('burst', 10)
  await one.exchange()
  await two.exchange()
  expect(two.take('burst', 10)).toMatchObject({ allowed: true, remaining: 0 })
  expect(two.take('burst', 10).allowed).toBe(false)
})

test('two processes exchange many keys at the same moment without a deadlock', async () => {
  const [one, two] = [process(), process()]
  const keys = Array.from({ length: 300 }, (_, index) => `many ${index}`)
  for (const key of keys) one.take(key, 10)
  for (const key of keys.toReversed()) two.take(key, 10)
  await Promise.all([one.exchange(), two.exchange()])
  const { total } = await open.db
    .selectFrom('rateWindows')
    .select((of) => of.fn.sum<string>('count').as('total'))
    .where('key', 'like', 'many %')
    .executeTakeFirstOrThrow()
  expect(Number(total)).toBe(600)
})

test('an address is itself, or its /64 network', () => {
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:DB8:1:2::1')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('whom a proxy in our own network speaks for is believed only where nobody told us of proxies', () => {
  const behind = (ip: string, forwarded: string | undefined, proxies = 0) =>
    undeclaredProxyClient({ ip, headers: { 'x-forwarded-for': forwarded } }, proxies)
  expect(behind('127.0.0.1', 'made up, 203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
  expect(behind('10.0.0.3', '2001:db8::1')).toBe('2001:db8::1')
  expect(behind('10.0.0.3', '198.51.100.7', 1)).toBeUndefined()
  expect(behind('8.8.8.8', '198.51.100.7')).toBeUndefined()
  expect(behind('127.0.0.1', undefined)).toBeUndefined()
  expect(behind('127.0.0.1', '198.51.100.7, nonsense')).toBeUndefined()
})

test('a channel reads its limit from every answer, and how long to wait from the refusal', async () => {
  const channel = await aChannel(open.db, { rateLimitPerMinute: 2 })
  const limit = makeEdgeLimit(open.db, clock)
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) => reply.code((error as Problem).status).send({ code: (error as Problem).code }))
  app.get('/channel', (request, reply) => {
    limit(request, reply, ctxOfChannel(open.db, channel))
    return { ok: true }
  })
  const first = await app.inject('/channel')
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' })
  expect((await app.inject('/channel')).statusCode).toBe(200)
  const third = await app.inject('/channel')
  expect(third.statusCode).toBe(429)
  expect(third.json()).toEqual({ code: 'rate.limited' })
  expect(third.headers).toMatchObject({ 'ratelimit-remaining': '0', 'retry-after': '60' })
  await app.close()
})

test('an address without a session has a limit of its own', () => {
  const limit = makeEdgeLimit(open.db, clock)
  const headers: Record<string, string> = {}
  const request = { routeOptions: { config: {} } } as never
  const reply = { header: (name: string, value: string) => (headers[name] = value) } as never
  const caller = aCtx(open.db, {
    actor: { kind: 'anonymous', id: null, name: '198.51.100.7' },
    origin: { host: '', address: '198.51.100.7' },
  })
  for (let call = 0; call < addressCallsPerMinute; call++) limit(request, reply, caller)
  expect(() => limit(request, reply, caller)).toThrow(Problem)
  expect(headers).toEqual({ 'retry-after': '60' })
})

test('a limit of the endpoint’s own holds for those without a session as well, for each address', () => {
  const limit = makeEdgeLimit(open.db, clock)
  const request = { routeOptions: { config: { endpointId: 'demo.look', callsPerMinute: 3 } } } as never
  const reply = { header: () => undefined } as never
  const from = (address: string) => aCtx(open.db, { actor: { kind: 'anonymous', id: null, name: address }, origin: { host: '', address } })
  for (let call = 0; call < 3; call++) limit(request, reply, from('198.51.100.8'))
  expect(() => limit(request, reply, from('198.51.100.8'))).toThrow(Problem)
  expect(() => limit(request, reply, from('198.51.100.9'))).not.toThrow()
  expect(() => limit({ routeOptions: { config: {} } } as never, reply, from('198.51.100.8'))).not.toThrow()
})
