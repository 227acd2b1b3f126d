import { expect, test } from 'vitest'
import { addressesIn, bodyOf, fieldsOf, wrongIn } from './sheet-mail-form.ts'

test('addresses as they are typed, each once; what is none and too many are named', () => {
  expect(addressesIn(' Chef@House.test, bar@house.test\nchef@house.test;')).toEqual(['chef@house.test', 'bar@house.test'])
  expect(wrongIn(['chef@house.test', 'chef@'])).toEqual({ address: 'chef@' })
  expect(wrongIn(Array.from({ length: 6 }, (_, n) => `c${n}@house.test`))).toBe('many')
  expect(wrongIn([])).toBeUndefined()
})

test('what is stored goes through the form unchanged', () => {
  const stored = {
    enabled: true,
    recipients: [{ email: 'chef@house.test', last: null }],
    minutesBefore: 90,
    pages: ['kitchen' as const],
    skipEmpty: false,
    lang: 'fr' as const,
    setBy: 'Ada',
    nextAt: null,
    version: 3,
  }
  expect(bodyOf(fieldsOf(stored), 3)).toEqual({
    enabled: true,
    recipients: ['chef@house.test'],
    minutesBefore: 90,
    pages: ['kitchen'],
    skipEmpty: false,
    lang: 'fr',
    version: 3,
  })
})
