import { endpoints } from '@tablewire/contracts/all'
import { parseRequest } from '@tablewire/server/platform/http/parse'
import { expect, test } from 'vitest'

const asked = endpoints.filter(({ method, path }) => method === 'POST' && path.endsWith('/export'))
const refusedFields = (endpoint: (typeof asked)[number], body: object): string[] => {
  try {
    parseRequest(endpoint, { params: {}, query: {}, body })
    return []
  } catch (error) {
    return Object.keys((error as { fields?: object }).fields ?? { 'no field': true })
  }
}

test.each(asked.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: what it does not know is refused by name, as it would not narrow the file',
  (_, endpoint) => {
    expect(refusedFields(endpoint, {})).toEqual([])
    expect(refusedFields(endpoint, { filters: {} })).toEqual([])
    expect(refusedFields(endpoint, { from: '2026-01-01T00:00:00Z', search: 'a' })).toEqual(['from', 'search'])
    expect(refusedFields(endpoint, { filters: { venue: 'a' } })).toEqual(['filters.venue'])
  },
)

test('reservations.export: an instant that the database does not know is refused with its field', () => {
  const endpoint = asked.find(({ id }) => id === 'reservations.export')!
  expect(refusedFields(endpoint, { filters: { from: '0000-01-01T00:00:00Z' } })).toEqual(['filters.from'])
})
