import { expect, test } from 'vitest'
import { type Breaker, makeBreaker } from './breaker.ts'

const stand = (): { breaker: Breaker; pass: (ms: number) => void; fail: () => number } => {
  let now = 0
  const breaker = makeBreaker({ after: 3, firstMs: 500, longestMs: 4000, nowMs: () => now })
  return { breaker, pass: (ms) => void (now += ms), fail: () => breaker.failed(breaker.enter().round) }
}
const opened = () => {
  const all = stand()
  expect([all.fail(), all.fail(), all.fail()]).toEqual([0, 0, 500])
  return all
}

test('the first probe comes early, and only probes that fail make the pause longer', () => {
  const { breaker, pass, fail } = opened()
  expect(breaker.enter().waitMs).toBe(500)
  const pauses = [1, 2, 3, 4, 5].map(() => (pass(breaker.enter().waitMs), fail()))
  expect(pauses).toEqual([1000, 2000, 4000, 4000, 4000])
  pass(4000)
  expect(breaker.enter().waitMs).toBe(0)
  expect(breaker.answered()).toBe(true)
  expect(breaker.enter().waitMs).toBe(0)
  expect([fail(), fail(), fail()]).toEqual([0, 0, 500])
})

test('questions that waited together for the same silence count once', () => {
  const { breaker, pass } = stand()
  const asked = Array.from({ length: 20 }, () => breaker.enter())
  expect(asked.map(({ round }) => breaker.failed(round))).toEqual([0, 0, 500, ...Array<number>(17).fill(0)])
  expect(breaker.enter().waitMs).toBe(500)
  pass(500)
  const probe = breaker.enter()
  expect(breaker.failed(asked[0]!.round)).toBe(0)
  expect(breaker.failed(probe.round)).toBe(1000)
})

test('what was asked before it came back says nothing against it', () => {
  const { breaker, pass } = stand()
  const asked = Array.from({ length: 20 }, () => breaker.enter())
  for (const { round } of asked.slice(0, 3)) breaker.failed(round)
  pass(500)
  breaker.enter()
  breaker.answered()
  expect(asked.slice(3).map(({ round }) => breaker.failed(round))).toEqual(Array(17).fill(0))
  expect(breaker.enter().waitMs).toBe(0)
})

test('a probe that never tells keeps the others no longer than a pause', () => {
  const { breaker, pass } = opened()
  pass(500)
  expect(breaker.enter().waitMs).toBe(0)
  expect(breaker.enter().waitMs).toBe(500)
  pass(500)
  expect(breaker.enter().waitMs).toBe(0)
  expect(breaker.enter().waitMs).toBe(1000)
})

test('an answer to another kind of calls lets one probe through in each pause, being well always', () => {
  const { breaker, pass, fail } = opened()
  breaker.hint()
  expect(breaker.enter().waitMs).toBe(0)
  expect(breaker.enter().waitMs).toBe(500)
  breaker.hint()
  expect(breaker.enter().waitMs).toBe(500)
  breaker.tryNext()
  expect(fail()).toBe(2000)
  pass(2000)
  expect(fail()).toBe(4000)
  breaker.hint()
  expect(breaker.enter().waitMs).toBe(0)
  expect(breaker.answered()).toBe(true)
  breaker.hint()
  expect(breaker.enter().waitMs).toBe(0)
})

test('what a neighbour heard holds here as well', () => {
  const { breaker, pass } = stand()
  const before = breaker.enter()
  breaker.openFor(1500)
  expect(breaker.failed(before.round)).toBe(0)
  expect(breaker.enter().waitMs).toBe(1500)
  pass(1500)
  expect(breaker.enter().waitMs).toBe(0)
  expect(breaker.answered()).toBe(true)
})
