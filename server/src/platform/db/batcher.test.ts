import { expect, test } from 'vitest'
import { batcher } from './batcher.ts'
import type { Db } from './schema.ts'

const db = {} as Db

test('alone goes at once; what comes meanwhile goes together, and each hears its own answer', async () => {
  const groups: (readonly number[])[] = []
  const double = batcher(async (_db, asked: readonly number[]) => {
    groups.push(asked)
    await Promise.resolve()
    return asked.map((one) => one * 2)
  })
  expect(await Promise.all([1, 2, 3].map((one) => double(db, one)))).toEqual([2, 4, 6])
  expect(groups).toEqual([[1], [2, 3]])
  expect(await double(db, 4)).toBe(8)
})

test('one that fails does not take the others with it', async () => {
  const strict = batcher(async (_db, asked: readonly number[]) => {
    if (asked.includes(2)) throw new Error('two')
    return asked
  })
  const answers = await Promise.allSettled([0, 1, 2, 3].map((one) => strict(db, one)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('each database has a line of its own', async () => {
  const seen: (readonly string[])[] = []
  const say = batcher(async (_db, asked: readonly string[]) => {
    seen.push(asked)
    return asked
  })
  await Promise.all([say(db, 'here'), say({} as Db, 'there')])
  expect(seen).toEqual([['here'], ['there']])
})
