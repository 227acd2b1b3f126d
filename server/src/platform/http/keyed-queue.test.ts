import { expect, test } from 'vitest'
import { makeKeyedQueue } from './keyed-queue.ts'

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), 5))

test('work under one key runs in the order of asking, one at a time, also after a failure; other keys run beside it', async () => {
  const queued = makeKeyedQueue()
  const seen: string[] = []
  const work = (key: string, name: string, fails = false) =>
    queued(key, async () => {
      seen.push(`${name} begins`)
      await later(undefined)
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const outcomes = await Promise.allSettled([work('a', 'a1'), work('a', 'a2', true), work('a', 'a3'), work('b', 'b1')])
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))).toEqual([
    'a1',
    'Error: a2',
    'a3',
    'b1',
  ])
  expect(seen.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends'])
  expect(seen.indexOf('b1 begins')).toBeLessThan(seen.indexOf('a1 ends'))
})
