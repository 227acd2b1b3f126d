import { expect, test } from 'vitest'
import { tagsThatFit } from './tags-that-fit.ts'

test('Look: tags that have no room whole are counted, and the count has room as well', () => {
  expect(tagsThatFit([], 0)).toBe(0)
  expect(tagsThatFit([60, 60, 60], 192)).toBe(3)
  expect(tagsThatFit([60, 60, 60], 191)).toBe(2)
  // Two of them are 126 wide, the space and the count 34.
  expect(tagsThatFit([60, 60, 60], 160)).toBe(2)
  expect(tagsThatFit([60, 60, 60], 159)).toBe(1)
  expect(tagsThatFit([300, 60], 90)).toBe(1)
})
