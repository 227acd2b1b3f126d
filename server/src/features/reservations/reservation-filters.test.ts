import { expect, test } from 'vitest'
import { searchWords } from './reservation-filters.ts'

const patterns = (q: string) => searchWords(q).map(({ pattern }) => pattern)

test('every word is looked for, signs of LIKE are taken as they are', () => {
  expect(patterns('  Ana  García ')).toEqual(['%Ana%', '%García%'])
  expect(patterns('50%_off\\')).toEqual(['%50\\%\\_off\\\\%'])
  expect(patterns('')).toEqual([])
})

test('a short word begins a word', () => {
  expect(patterns('Li Wu')).toEqual(['% Li%', '% Wu%'])
})

test('a phone number is one word, however it is written', () => {
  for (const written of ['600 111 222', '+600-111-222', '0600111222', '00600.111.222', '(0)600/111222'])
    expect(patterns(written)).toEqual(['%600111222%'])
  expect(patterns('ABCD2345')).toEqual(['%ABCD2345%'])
})

test('an address, a number and the number of a booking are told by their form, and nothing that is only the beginning of one', () => {
  const isWhole = (q: string) => searchWords(q).some(({ whole }) => whole !== undefined)
  for (const q of ['ana@mail.test', 'ana@mail.', 'garcía ana@mail.test', '+34 611 222 333', '611222333', 'abcd2345'])
    expect(isWhole(q), q).toBe(true)
  for (const q of ['ana', 'ana@', 'ana@mail', '@mail.test', '61122233', '2345', 'abcd234', 'García López'])
    expect(isWhole(q), q).toBe(false)
})
