import { expect, test } from 'vitest'
import { flipOf, rounds, starts, versionOf } from './freshness-cells.ts'

test('the starts that are taken tell how many writes there were, and each write changes one', () => {
  const taken = starts.map(() => false)
  for (let version = 1; version <= 2 * rounds; version++) {
    const { start, taken: is } = flipOf(version)
    expect(taken[start]).toBe(!is)
    taken[start] = is
    expect(versionOf(taken)).toBe(version % rounds)
  }
})
