import { expect, test } from 'vitest'
import { say } from './say.ts'

const phrases = { plain: 'Hello {name}', covers_one: '{count} cover', covers_other: '{count} covers' }

test('fills in values and leaves unknown gaps as they are', () => {
  expect(say({ lang: 'en', phrases }, 'plain', { name: 'Ada' })).toBe('Hello Ada')
  expect(say({ lang: 'en', phrases }, 'plain')).toBe('Hello {name}')
})

test('takes the form the language uses for the number, and writes the number its way', () => {
  expect(say({ lang: 'en', phrases }, 'covers', { count: 1 })).toBe('1 cover')
  expect(say({ lang: 'en', phrases }, 'covers', { count: 0 })).toBe('0 covers')
  expect(say({ lang: 'fr', phrases }, 'covers', { count: 0 })).toBe('0 cover')
  expect(say({ lang: 'de', phrases }, 'covers', { count: 12_345 })).toBe('12.345 covers')
})

test('falls back to the general form, and to the key when there is no phrase', () => {
  expect(say({ lang: 'es', phrases }, 'covers', { count: 1_000_000 })).toBe('1.000.000 covers')
  expect(say({ lang: 'en', phrases }, 'missing')).toBe('missing')
})

test('a value that looks like a gap is not filled again', () => {
  expect(say({ lang: 'en', phrases }, 'plain', { name: '{name}' })).toBe('Hello {name}')
})
