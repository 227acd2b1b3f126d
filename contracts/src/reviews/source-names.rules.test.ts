import { expect, test } from 'vitest'
import { sourceName } from './source-names.rules.ts'

test('sources are called as the sites write themselves', () => {
  expect(sourceName('google', 'Own')).toBe('Google')
  expect(sourceName('the fork', 'Own')).toBe('TheFork')
  expect(sourceName('booking.com', 'Own')).toBe('Booking.com')
  expect(sourceName('own', 'Our own')).toBe('Our own')
  expect(sourceName('guía del puerto', 'Own')).toBe('Guía del puerto')
  expect(sourceName('x.y', 'Own')).toBe('X.y')
})
