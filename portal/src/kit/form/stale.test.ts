import { expect, test } from 'vitest'
import { isContested, merged, staleFields } from './stale.ts'

const before = { name: 'Blue Door', city: 'Bilbao', phone: null, tags: ['a'] }

test('what only one of two changed comes together by itself', () => {
  const theirs = { ...before, city: 'Madrid' }
  const mine = { ...before, name: 'Red Door', tags: ['a', 'b'] }
  const fields = staleFields(before, theirs, mine)
  expect(fields).toEqual([{ name: 'city', before: 'Bilbao', theirs: 'Madrid', mine: 'Bilbao' }])
  expect(fields.some(isContested)).toBe(false)
  expect(merged(before, theirs, { mine, choices: {} })).toEqual({ name: 'Red Door', city: 'Madrid', phone: null, tags: ['a', 'b'] })
})

test('what both changed is chosen, field by field; one keeps one’s own until then', () => {
  const theirs = { ...before, city: 'Madrid', name: 'Green Door' }
  const mine = { ...before, city: 'Sevilla', name: 'Green Door' }
  const fields = staleFields(before, theirs, mine)
  expect(fields.filter(isContested).map(({ name }) => name)).toEqual(['city'])
  expect(merged(before, theirs, { mine, choices: {} }).city).toBe('Sevilla')
  expect(merged(before, theirs, { mine, choices: { city: 'theirs' } }).city).toBe('Madrid')
})
