import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '../problem.ts'
import { type Answer, inSteps, once } from './idempotency.ts'

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
test('an answer that named a guest who was erased since is not told again, and nothing is done again', async () => {
  const [id, work] = [newId(), counting()]
  const made = async (): Promise<Answer> => ({ status: 201, body: { ...((await work()).body as object), data: { id } } })
  const asked = () => askInSteps('erased-steps', async () => ({ id }))
  await ask('erased', {}, made)
  await ask('other', {}, work)
  await asked()
  await sql`select erase_answers(${[id]}::uuid[])`.execute(open.db)
  expect(await Promise.all([code(ask('erased', {}, made)), code(asked())])).toEqual(['request.conflict', 'request.conflict'])
  expect((await ask('other', {}, work)).body).toEqual({ n: 2 })
})
test('a key that cannot be a header value is refused', async () => {
  expect(await code(ask('with space', {}, counting()))).toBe('request.invalid')
  expect(await code(ask('x'.repeat(201), {}, counting()))).toBe('request.invalid')
})

/** An operation that calls another system. */
const inStepsOf =
  (work: (ctx: Ctx) => Promise<unknown>) =>
  async (ctx: Ctx): Promise<Answer> => {
    inSteps(ctx)
    return { status: 201, body: await work(ctx) }
  }
const askInSteps = (key: string, work: (ctx: Ctx) => Promise<unknown>, request: unknown = {}) =>
  once(aCtx(open.db, { actor }), { key, endpointId: 'bc.book', request }, inStepsOf(work))

test('work in steps runs outside of any transaction, knows its key, and is answered once', async () => {
  let runs = 0
  const work = async ({ unitOfWork }: Ctx) => ({ run: ++runs, key: unitOfWork.idempotencyKey, inTransaction: unitOfWork.inTransaction })
  const first = await askInSteps('steps', work)
  expect(first).toEqual({ status: 201, body: { run: 1, key: 'steps', inTransaction: false }, replayed: false })
  expect(await askInSteps('steps', work)).toEqual({ ...first, replayed: true })
  expect(await code(askInSteps('steps', work, { x: 2 }))).toBe('key.reused')
})
test('while steps are under way the same key waits; a refusal frees it', async () => {
  let refuse = (): void => undefined
  const first = askInSteps('steps-2', () => new Promise((_, reject) => (refuse = () => reject(new Problem('slot.taken', { left: 0 })))))
  first.catch(() => undefined)
  await expect.poll(async () => (await sql`select from idempotency_keys where key = 'steps-2'`.execute(open.db)).rows.length).toBe(1)
  expect(await code(askInSteps('steps-2', async () => 1))).toBe('key.in_flight')
  refuse()
  expect(await code(first)).toBe('slot.taken')
  expect((await askInSteps('steps-2', async () => 'again')).body).toBe('again')
})
test('a claim whose process died is taken over when its time is over', async () => {
  await expect(askInSteps('steps-3', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  await askInSteps('steps-4', async () => 1)
  await sql`update idempotency_keys set status = null, answer = null, claimed_until = now() + interval '1 minute' where key = 'steps-4'`.execute(
    open.db,
  )
  expect(await code(askInSteps('steps-4', async () => 2))).toBe('key.in_flight')
  await sql`update idempotency_keys set claimed_until = now() - interval '1 second' where key = 'steps-4'`.execute(open.db)
  expect((await askInSteps('steps-4', async () => 3)).body).toBe(3)
})
