import { reservations } from '@tablewire/contracts/booking/reservations'
import { bulkChanges } from '@tablewire/contracts/estate/bulk-changes'
import { venues } from '@tablewire/contracts/estate/venues'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { expect, test } from 'vitest'
import type { Problem } from '../problem.ts'
import { foldFilters, parseRequest, readQuery } from './parse.ts'

const id = '01900000-0000-7000-8000-000000000001'
const fieldsOf = (run: () => unknown): Problem['fields'] => {
  try {
    run()
  } catch (error) {
    return (error as Problem).fields
  }
  return undefined
}

test('filters come in brackets, repeated, with commas or by their plain name', () => {
  const fold = foldFilters(reservations.list)
  const read = (text: string) =>
    (parseRequest(reservations.list, { params: {}, query: fold(readQuery(text)), body: null })['query'] as { filters: unknown }).filters
  expect(read('filters[status]=confirmed&filters[status]=seated')).toEqual({ status: ['confirmed', 'seated'] })
  expect(read('filters[status]=confirmed,seated&filters[partySize]=2,4')).toEqual({ status: ['confirmed', 'seated'], partySize: [2, 4] })
  expect(read(`venueId=${id}&date=2026-11-20&q=ana%20maria`)).toEqual({ venueId: [id], date: '2026-11-20', q: 'ana maria' })
  expect(read('filters[q]=brackets&q=plain')).toEqual({ q: 'brackets' })
})
test('a filter that a list of the back office does not know is named; partners’ lists leave it out', () => {
  const asked = (endpoint: Endpoint) => () => parseRequest(endpoint, { params: {}, query: readQuery('filters[criterai]=x'), body: null })
  for (const endpoint of [venues.list, reservations.list, bulkChanges.list])
    expect(fieldsOf(asked(endpoint))).toEqual({ 'filters.criterai': [{ issue: 'invalid' }] })
  expect(fieldsOf(asked(venues.mine))).toBeUndefined()
})
test('what no text of the database can hold is named, wherever it stands', () => {
  const query = readQuery('filters[criteria]=%00')
  expect(fieldsOf(() => parseRequest(venues.list, { params: {}, query, body: null }))).toEqual({
    'filters.criteria': [{ issue: 'invalid' }],
  })
  for (const criteria of ['a\u0000b', '\ud800']) {
    const body = { selection: { filters: { criteria } }, change: { kind: 'restore' } }
    expect(fieldsOf(() => parseRequest(bulkChanges.start, { params: {}, query: {}, body }))).toEqual({
      'selection.filters.criteria': [{ issue: 'invalid' }],
    })
  }
  expect(fieldsOf(() => parseRequest(venues.list, { params: {}, query: { filters: { criteria: '😀' } }, body: null }))).toBeUndefined()
})
test('keys that could reach a prototype are dropped', () => {
  expect(readQuery('__proto__=1&filters[__proto__]=1&filters[constructor]=x&a=1')).toEqual({ a: '1', filters: { constructor: 'x' } })
  expect(({} as Record<string, unknown>)['1']).toBeUndefined()
})
test('every wrong field is named at once, with its reason', () => {
  const body = { venueId: 'x', partySize: 0, startsAt: 'tonight', guest: { firstName: 'A', lastName: '', email: 'nobody' }, notes: 5 }
  expect(fieldsOf(() => parseRequest(reservations.create, { params: {}, query: {}, body }))).toEqual({
    venueId: [{ issue: 'id' }],
    startsAt: [{ issue: 'date' }],
    partySize: [{ issue: 'min', value: 1 }],
    'guest.lastName': [{ issue: 'required' }],
    'guest.email': [{ issue: 'email' }],
    notes: [{ issue: 'invalid' }],
  })
  expect(fieldsOf(() => parseRequest(venues.list, { params: {}, query: { limit: '201', sort: 'password' }, body: null }))).toEqual({
    limit: [{ issue: 'max', value: 200 }],
    sort: [{ issue: 'only_allowed', value: 'name, -name, city, -city' }],
  })
})
