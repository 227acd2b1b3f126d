import { expect, test } from 'vitest'
import { plainMarks, textParts } from './text-parts.rules.ts'

test.each([
  ['', 'gsm', 0, 1, 160],
  ['a'.repeat(160), 'gsm', 160, 1, 0],
  ['a'.repeat(161), 'gsm', 161, 2, 145],
  ['a'.repeat(306), 'gsm', 306, 2, 0],
  ['a'.repeat(307), 'gsm', 307, 3, 152],
  ['é'.repeat(160), 'gsm', 160, 1, 0],
  ['€'.repeat(80), 'gsm', 160, 1, 0],
  ['ç', 'ucs2', 1, 1, 69],
  ['Ç', 'gsm', 1, 1, 159],
  ['ê'.repeat(70), 'ucs2', 70, 1, 0],
  ['ê'.repeat(71), 'ucs2', 71, 2, 63],
  ['🍷'.repeat(35), 'ucs2', 70, 1, 0],
] as const)('%#: places and parts as carriers count them', (text, ...counted) => {
  const { coding, places, parts, left } = textParts(text)
  expect([coding, places, parts, left]).toEqual(counted)
})

test('a sign of two places is not cut between two parts', () => {
  // 152 places, then a sign of two: the first part stays one short.
  expect(textParts(`${'a'.repeat(152)}€${'a'.repeat(20)}`)).toMatchObject({ places: 174, parts: 2, left: 153 - 22 })
  expect(textParts(`${'ê'.repeat(66)}🍷${'ê'.repeat(10)}`)).toMatchObject({ places: 78, parts: 2, left: 67 - 12 })
})

test('what makes a message long is named, and marks that need not are made plain', () => {
  expect(textParts('“À tout à l’heure”').outside).toEqual(['“', 'À', '’', '”'])
  expect(plainMarks('“à l’heure” – 5 pm…')).toBe('"à l\'heure" - 5 pm...')
})
