import { afterEach, expect, test } from 'vitest'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import type { Db } from '../db/schema.ts'
import { type Loop, startLoop, wakeLoop } from './leased-loop.ts'

let loop: Loop | undefined
afterEach(() => loop?.stop())

const never = 3_600_000
const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 2))
}
const ctx = aCtx(undefined as unknown as Db)

test('takes no more than it may work at once, and goes on with the rest as soon as there is room', async () => {
  const waiting = Array.from({ length: 25 }, (_, index) => index)
  const done: number[] = []
  let [working, most] = [0, 0]
  loop = startLoop(() => ctx, {
    name: 'test.room',
    atOnce: 4,
    everyMs: never,
    take: async (_ctx, capacity) => waiting.splice(0, capacity),
    run: async (_ctx, item) => {
      most = Math.max(most, ++working)
      await new Promise((resolve) => setImmediate(resolve))
      working--
      done.push(item)
      if (item === 7) throw new Error('one of them fails')
    },
  })
  await until(() => done.length === 25)
  expect(most).toBe(4)
})

test('a wake between two looks is never lost', async () => {
  const waiting: number[] = []
  let done = 0
  loop = startLoop(() => ctx, {
    name: 'test.wake',
    atOnce: 2,
    everyMs: never,
    take: async (_ctx, capacity) => waiting.splice(0, capacity),
    run: async () => void done++,
  })
  for (let n = 1; n <= 50; n++) {
    waiting.push(n)
    wakeLoop(ctx, 'test.wake')
    if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => done === 50)
  expect(waiting).toEqual([])
})

test('stopping waits for what is in work and takes nothing more', async () => {
  let [taken, ended] = [0, false]
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => void (release = resolve))
  loop = startLoop(() => ctx, {
    name: 'test.stop',
    atOnce: 1,
    everyMs: never,
    take: async () => {
      taken++
      return ['piece']
    },
    run: async () => {
      await gate
      ended = true
    },
  })
  await until(() => taken === 1)
  const stopping = loop.stop()
  wakeLoop(ctx, 'test.stop')
  release()
  await stopping
  expect([taken, ended]).toEqual([1, true])
  loop = undefined
})

test('stopping does not wait for ever for work that heeds nothing', async () => {
  const aborted: boolean[] = []
  loop = startLoop(() => ctx, {
    name: 'test.deaf',
    atOnce: 1,
    everyMs: never,
    take: async () => (aborted.length ? [] : ['piece']),
    run: (_ctx, _item, signal) => {
      aborted.push(false)
      signal.addEventListener('abort', () => void (aborted[0] = true))
      return new Promise(() => undefined)
    },
  })
  await until(() => aborted.length === 1)
  // Something else keeps a stopping process alive; the timer itself does not.
  const alive = setInterval(() => undefined, 1000)
  await loop.stop()
  clearInterval(alive)
  expect(aborted).toEqual([true])
  loop = undefined
})
