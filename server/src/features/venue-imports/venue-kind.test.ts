import { expect, test } from 'vitest'
import { kindOf } from './venue-kind.ts'

test('a kind by icon; a place without a kitchen is not for dining', () => {
  expect(kindOf({ icon: 'cafe', shop: '', cuisine: '' })).toBe('cafe')
  expect(kindOf({ icon: '', shop: '', cuisine: '' })).toBe('restaurant')
  expect(kindOf({ icon: 'supermarket', shop: 'supermarket', cuisine: '' })).toBe('other')
  expect(kindOf({ icon: 'maki_star-stroked', shop: '', cuisine: 'thai' })).toBe('restaurant')
})
