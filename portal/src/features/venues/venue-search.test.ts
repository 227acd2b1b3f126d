import { expect, test } from 'vitest'
import { filterOf, queryOf, sortOf } from './venue-search.ts'

test('VE1: the address holds the filter, and what is none in it is left out', () => {
  expect(filterOf({})).toEqual({})
  expect(
    filterOf({ q: 'luz', country: 'ES', active: 'no', system: 'x', city: 'Madrid', channel: '01900000-0000-7000-8000-000000000001' }),
  ).toEqual({
    criteria: 'luz',
    city: 'Madrid',
    countryCode: ['ES'],
    active: false,
    channelId: '01900000-0000-7000-8000-000000000001',
  })
  expect(filterOf({ country: 'Spain', active: 'maybe' })).toEqual({})
  const company = '01900000-0000-7000-8000-000000000002'
  expect(filterOf({ company, group: 'x', missing: 'position' })).toEqual({ companyId: company, missing: ['position'] })
  expect(filterOf({ missing: 'patience' })).toEqual({})
  expect(sortOf({ sort: '-city' })).toBe('-city')
  expect(sortOf({ sort: 'password' })).toBe('name')
  expect(filterOf({ active: 'archived' })).toEqual({ archived: true })
  expect(queryOf({ active: 'yes' })).toEqual({ sort: 'name', filters: { active: true } })
})
