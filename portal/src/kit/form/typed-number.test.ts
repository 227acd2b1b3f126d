import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['14', 14],
  [' 1,5 ', 1.5],
  ['', null],
  ['1.', '1.'],
  ['abc', 'abc'],
  ['9999999999999999999999', '9999999999999999999999'],
  ['9007199254740993', '9007199254740993'],
  ['0.0000001', '0.0000001'],
])('of %j typed there stands %j', (typed, stands) => {
  expect(typedNumber(typed)).toBe(stands)
})
