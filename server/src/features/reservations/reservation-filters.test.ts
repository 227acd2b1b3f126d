import { expect, test } from 'vitest'
import { searchWords } from './reservation-filters.ts'

const count = (q: string) => searchWords(q).length

test('words stand between spaces, without what is around them, and a phone number is one however it is written', () => {
  expect([count('  Ana  García '), count('García, Ana'), count('"Ana"'), count(''), count('García , Ana'), count(' , ')]).toEqual([
    2, 2, 1, 0, 2, 1,
  ])
  for (const written of ['600 111 222', '+600-111-222', '0600111222', '00600.111.222', '(0)600/111222', '23 94'])
    expect(count(written)).toBe(1)
})

test('an address, a number and the number of a booking are told by their form, and nothing that is only the beginning of one', () => {
  const isWhole = (q: string) => searchWords(q).some(({ whole }) => whole !== undefined)
  for (const q of ['ana@mail.test', 'ana@mail.', 'garcía ana@mail.test', '+34 611 222 333', '611222333', 'abcd2345'])
    expect(isWhole(q), q).toBe(true)
  for (const q of ['ana', 'ana@', 'ana@mail', '@mail.test', '61122233', '2345', 'abcd234', 'García López'])
    expect(isWhole(q), q).toBe(false)
})
