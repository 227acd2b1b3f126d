import { expect, test } from 'vitest'
import { makeTtlCache } from './ttl-cache.ts'

const counting = () => {
  let loads = 0
  return async () => ++loads
}

test('asks once while it remembers, again when the moment is over', async () => {
  let now = 0
  const load = counting()
  const memory = makeTtlCache<number>({ keepMs: 5000, max: 10, nowMs: () => now })
  expect(await memory.getOrLoad('a', load)).toBe(1)
  now = 4999
  expect(await memory.getOrLoad('a', load)).toBe(1)
  now = 5000
  expect(await memory.getOrLoad('a', load)).toBe(2)
})

test('forgets at once, also what is being read at that moment', async () => {
  const memory = makeTtlCache<number>({ keepMs: 5000, max: 10, nowMs: () => 0 })
  const load = counting()
  await memory.getOrLoad('a', load)
  memory.forget((value) => value === 1)
  const reading = memory.getOrLoad('a', async () => {
    memory.forget(() => true)
    return load()
  })
  expect(await reading).toBe(2)
  expect(await memory.getOrLoad('a', load)).toBe(3)
})

test('holds no more than it may, and no failures', async () => {
  const memory = makeTtlCache<number>({ keepMs: 5000, max: 2, nowMs: () => 0 })
  const load = counting()
  for (const key of ['a', 'b', 'c']) await memory.getOrLoad(key, load)
  expect(await memory.getOrLoad('c', load)).toBe(3)
  expect(await memory.getOrLoad('a', load)).toBe(4)
  await expect(memory.getOrLoad('d', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await memory.getOrLoad('d', load)).toBe(5)
})
