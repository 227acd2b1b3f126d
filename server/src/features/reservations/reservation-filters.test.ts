import { expect, test } from 'vitest'
import { searchPatterns } from './reservation-filters.ts'

test('every word is looked for, signs of LIKE are taken as they are', () => {
  expect(searchPatterns('  Ana  García ')).toEqual(['%Ana%', '%García%'])
  expect(searchPatterns('50%_off\\')).toEqual(['%50\\%\\_off\\\\%'])
  expect(searchPatterns('')).toEqual([])
})

test('a short word begins a word', () => {
  expect(searchPatterns('Li Wu')).toEqual(['% Li%', '% Wu%'])
})

test('a phone number is one word, however it is written', () => {
  for (const written of ['600 111 222', '+600-111-222', '0600111222', '00600.111.222', '(0)600/111222'])
    expect(searchPatterns(written)).toEqual(['%600111222%'])
  expect(searchPatterns('ABCD2345')).toEqual(['%ABCD2345%'])
})
