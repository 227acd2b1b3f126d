import { expect, test } from 'vitest'
import { askedSearch, readAsked } from './preview-search.ts'

const channel = '0194a1c2-0000-7000-8000-000000000001'
const tomorrow = '2026-11-28'

test('RE5: an address says the whole question, and what is asked stands in it again', () => {
  const search = { date: '2026-12-06', party: '4', area: 'a1', as: channel, at: '2026-12-06T19:00:00Z' }
  const asked = readAsked(search, { tomorrow, zone: 'Europe/Madrid' })
  expect(asked).toEqual({ date: '2026-12-06', partySize: 4, areaId: 'a1', as: channel, at: '2026-12-06T19:00:00Z' })
  expect(askedSearch(asked)).toEqual({ ...search, party: 4 })
})

test('RE5: what an address says wrongly is usual', () => {
  const usual = { date: tomorrow, partySize: 2, areaId: '', as: 'channel', at: undefined }
  expect(readAsked({}, { tomorrow, zone: 'Europe/Madrid' })).toEqual(usual)
  expect(readAsked({ date: '2026-13-45', party: '-3', at: 'soon', as: 'who' }, { tomorrow, zone: 'Europe/Madrid' })).toEqual(usual)
  expect(readAsked({ date: 'x', party: '4000' }, { tomorrow, zone: 'Europe/Madrid' })).toEqual({ ...usual, partySize: 1000 })
})

test('RE5: a moment without a day is asked about its evening, also after midnight', () => {
  const read = (at: string) => readAsked({ at }, { tomorrow, zone: 'Europe/Madrid' }).date
  expect([read('2026-12-05T19:00:00Z'), read('2026-12-05T23:30:00Z')]).toEqual(['2026-12-05', '2026-12-05'])
})
