import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('keeps words readable in the address and gives them back as they were', () => {
  const search = { date: '2026-11-20', status: 'confirmed,seated', q: "Zoë & O'Hara 50%", empty: '', gone: undefined }
  const text = stringifySearch(search)
  expect(text).toBe('?date=2026-11-20&status=confirmed,seated&q=Zo%C3%AB+%26+O%27Hara+50%25')
  expect(parseSearch(text)).toEqual({ date: '2026-11-20', status: 'confirmed,seated', q: "Zoë & O'Hara 50%" })
})

test('an empty search leaves no question mark', () => {
  expect(stringifySearch({ q: '' })).toBe('')
})
