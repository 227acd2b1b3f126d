import { expect, test } from 'vitest'
import { questionOf } from './question.ts'

const asked = { accountId: 'a', date: '2026-11-28', partySize: '4', at: '' }

test('GO1: a moment is asked by the clock of the venue, with all of its minute', () => {
  expect(questionOf({ ...asked, at: '2026-11-26T23:50' }, 'Europe/Paris').query).toEqual({
    date: '2026-11-28',
    partySize: 4,
    at: '2026-11-26T22:50:59.999Z',
  })
  expect(questionOf({ ...asked, at: '2026-11-26T23:50' }, 'America/New_York').query?.at).toBe('2026-11-27T04:50:59.999Z')
  expect(questionOf(asked, 'Europe/Paris').query).toEqual({ date: '2026-11-28', partySize: 4 })
})

test('GO1: what is no question names its part and is asked of nobody', () => {
  for (const partySize of ['', '0', '2.5', '101', '-1', 'x'])
    expect(questionOf({ ...asked, partySize }, 'UTC'), partySize).toEqual({ wrong: new Set(['partySize']), query: undefined })
  for (const date of ['', '0001-01-01', '2026-02-30'])
    expect(questionOf({ ...asked, date }, 'UTC'), date).toEqual({ wrong: new Set(['date']), query: undefined })
  expect(questionOf({ ...asked, at: '0001-01-01T10:00' }, 'UTC')).toEqual({ wrong: new Set(['at']), query: undefined })
})
