import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '../problem.ts'
import { type Answer, once } from './idempotency.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const actor = { kind: 'channel' as const, id: newId(), name: 'Partner', rateLimitPerMinute: 1000 }
const ask = (key: string, request: unknown, work: () => Promise<Answer>, as = actor) =>
  once(aCtx(open.db, { actor: as }), { key, endpointId: 'bc.book', request }, work)
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Problem) => error.code,
  )
const counting = () => {
  let n = 0
  return async (): Promise<Answer> => ({ status: 201, body: { n: ++n } })
}

test("the second request gets the first one's answer and does nothing", async () => {
  const work = counting()
  expect(await ask('a', { x: 1 }, work)).toEqual({ status: 201, body: { n: 1 }, replayed: false })
  expect(await ask('a', { x: 1 }, work)).toEqual({ status: 201, body: { n: 1 }, replayed: true })
})
test('the key belongs to its caller and its request', async () => {
  const work = counting()
  await ask('b', { x: 1 }, work)
  expect(await code(ask('b', { x: 2 }, work))).toBe('key.reused')
  expect((await ask('b', { x: 1 }, work, { ...actor, id: newId() })).body).toEqual({ n: 2 })
})
test('while the first is worked on, the second is told so', async () => {
  let finish = (): void => undefined
  const first = ask('c', {}, () => new Promise((resolve) => (finish = () => resolve({ status: 200, body: 'slow' }))))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await code(ask('c', {}, counting()))).toBe('key.in_flight')
  finish()
  expect((await first).body).toBe('slow')
})
test('a refusal is not kept: the same key may try again', async () => {
  expect(await code(ask('d', {}, () => Promise.reject(new Problem('slot.taken', { left: 0 }))))).toBe('slot.taken')
  expect((await ask('d', {}, counting())).replayed).toBe(false)
})
test('a key that cannot be a header value is refused', async () => {
  expect(await code(ask('with space', {}, counting()))).toBe('request.invalid')
  expect(await code(ask('x'.repeat(201), {}, counting()))).toBe('request.invalid')
})
