import { expect, test } from 'vitest'
import { inLines, leavesOf, titleCase } from './value-diff.ts'

const say = { label: titleCase, value: (value: unknown) => (value === null ? '–' : String(value as number)) }
const dinner = { id: '1', name: 'Dinner', days: [1, 2], from: '17:00', pacing: { covers: 40, parties: null } }
const lunch = { id: '2', name: 'Lunch', days: [6], from: '12:00', pacing: { covers: 20, parties: null } }

test('a difference is told where it is, not as the whole book', () => {
  const later = { ...dinner, from: '18:00', pacing: { covers: 30, parties: null } }
  expect(leavesOf([dinner, lunch], [lunch, later])).toEqual([
    { path: [{ name: 'Dinner' }, { key: 'from' }], before: '17:00', after: '18:00' },
    { path: [{ name: 'Dinner' }, { key: 'pacing' }, { key: 'covers' }], before: 40, after: 30 },
  ])
})
test('what came and what went is one difference each; so is another order', () => {
  expect(leavesOf([dinner], [lunch])).toEqual([
    { path: [{ name: 'Dinner' }], before: dinner, after: undefined },
    { path: [{ name: 'Lunch' }], before: undefined, after: lunch },
  ])
  expect(leavesOf([dinner, lunch], [lunch, dinner])).toHaveLength(1)
  expect(leavesOf([], [dinner])).toHaveLength(1)
  expect(leavesOf({ a: 1 }, { a: 1 })).toEqual([])
})
test('a thing reads as a line, a list as lines, nothing as nothing', () => {
  expect(inLines([dinner, lunch], say)).toBe(
    'Name Dinner · Days 1, 2 · From 17:00 · Pacing Covers 40\nName Lunch · Days 6 · From 12:00 · Pacing Covers 20',
  )
  expect([inLines([], say), inLines({}, say), inLines(null, say)]).toEqual(['–', '–', '–'])
})
