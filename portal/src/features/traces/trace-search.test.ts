import { expect, test } from 'vitest'
import { readTraceSearch } from './trace-search.ts'

const id = '01900000-0000-7000-8000-000000000001'

test('what makes no sense in the address is left out', () => {
  const nonsense = readTraceSearch({
    flow: 'x',
    outcome: 'x',
    op: 'x',
    system: 'x',
    channel: `${id}0`,
    venue: '1',
    slow: 'abc',
    again: 'yes',
    span: 'abc',
    status: 'abc',
    id: 'garbage',
  })
  expect(Object.entries(nonsense).filter(([, value]) => value !== undefined && value !== '')).toEqual([])
  expect(readTraceSearch({ q: 'x'.repeat(10_000) }).q).toHaveLength(120)
})

test('what stands among the choices is taken as it is', () => {
  const asked = {
    q: 'TW1',
    flow: 'channel-hub',
    outcome: 'trouble',
    op: 'book',
    system: id,
    slow: '4000',
    again: '1',
    span: '168',
    status: '503',
    id,
  }
  expect(readTraceSearch(asked)).toMatchObject(asked)
})

test('a time is never in the future, nor longer ago than traces are kept', () => {
  expect(readTraceSearch({ span: '-5' }).span).toBe('1')
  expect(readTraceSearch({ span: '9999' }).span).toBe('720')
  expect(readTraceSearch({ span: '6' }).span).toBe('6')
})
