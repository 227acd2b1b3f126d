import { expect, test } from 'vitest'
import { makeBackpressure, serialized, pauseFor, watchBusyShare } from './backpressure.ts'

const watching = (shares: number[], inFlight = 5) => {
  let pauses = 0
  const backpressure = makeBackpressure({
    busyShare: () => shares[Math.min(pauses, shares.length - 1)]!,
    inFlight: () => inFlight,
    pause: async () => pauses++,
  })
  return { backpressure, pauses: () => pauses }
}

test('work in the background does not wait while the process has time', async () => {
  const { backpressure, pauses } = watching([0.3])
  await backpressure()
  expect(pauses()).toBe(0)
})

test('it waits while people keep the process busy, and goes on when they do not', async () => {
  const { backpressure, pauses } = watching([1, 0.9, 0.8, 0.2])
  await backpressure()
  expect(pauses()).toBe(3)
})

test('it does not wait for itself: with nobody to answer, it may have the whole process', async () => {
  const { backpressure, pauses } = watching([1], 1)
  await backpressure()
  expect(pauses()).toBe(0)
})

test('of several that wait one goes on after the other', async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const seen: number[] = []
  let asked = 0
  const backpressure = serialized(() => gates[asked++]!.promise)
  const all = [1, 2, 3].map(async (one) => {
    await backpressure()
    seen.push(one)
  })
  for (const [at, gate] of gates.entries()) {
    await pauseFor(1)
    expect([asked, seen.length]).toEqual([at + 1, at])
    gate.resolve()
  }
  await Promise.all(all)
  expect(seen).toEqual([1, 2, 3])
})

test('it waits five seconds at the most: a mail comes late rather than never', async () => {
  const { backpressure, pauses } = watching([1])
  await backpressure()
  expect(pauses()).toBe(20)
})

test('a process that does nothing else than count is seen as busy, and one that waits as idle', async () => {
  const { busyShare, stop } = watchBusyShare()
  const until = performance.now() + 1200
  while (performance.now() < until) {
    const slice = performance.now() + 120
    while (performance.now() < slice);
    await pauseFor(0)
  }
  expect(busyShare()).toBeGreaterThan(0.7)
  await expect.poll(busyShare).toBeLessThan(0.5)
  stop()
})
