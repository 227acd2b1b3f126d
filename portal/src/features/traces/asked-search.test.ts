import type { TraceDetail } from '@tablewire/contracts/operations/traces'
import { expect, test } from 'vitest'
import { askedSearch } from './asked-search.ts'

const venueId = '01900000-0000-7000-8000-000000000001'
const channelId = '01900000-0000-7000-8000-000000000002'
const areaId = '01900000-0000-7000-8000-000000000003'
const date = Date.parse('2026-12-05T19:00:00Z') / 1000
const said = (body: unknown) => ({ headers: null, body })
const hop = (over: Partial<TraceDetail>): TraceDetail =>
  ({
    from: 'channel',
    to: 'hub',
    venueId,
    channelId,
    operation: 'availability',
    outcome: 'ok',
    url: null,
    request: said(null),
    response: said(null),
    ...over,
  }) as TraceDetail
const question = { venue: venueId, party: '4', as: channelId, at: '2026-12-05T19:00:00Z' }

test('RE5: a search that found nothing, and a booking that was refused, ask the book the same question', () => {
  const url = `/v1/bc/availability?venueId=${venueId}&date=${date}&partySize=4`
  expect(askedSearch(hop({ url, response: said({ slots: [] }) }))).toEqual(question)
  const request = said({ venueId, date, partySize: 4, areaId, contact: { firstname: '•••' } })
  expect(askedSearch(hop({ operation: 'book', outcome: 'refused', request }))).toEqual({ ...question, area: areaId })
  const google = said({ slot: { merchant_id: venueId, start_sec: String(date), resources: { party_size: 4 } } })
  expect(askedSearch(hop({ operation: 'book', outcome: 'refused', request: google }))).toEqual(question)
})

test('RE5: what was answered with a place, says no time, or went elsewhere has no such question', () => {
  const url = `/v1/bc/availability?venueId=${venueId}&date=${date}&partySize=4`
  expect(askedSearch(hop({ url, response: said({ slots: [{}] }) }))).toBeUndefined()
  expect(
    askedSearch(hop({ operation: 'cancel', outcome: 'refused', url: '/v1/bc/booking/x', request: said({ reason: 'ill' }) })),
  ).toBeUndefined()
  expect(askedSearch(hop({ operation: 'create', outcome: 'refused', from: 'hub', to: 'system', url }))).toBeUndefined()
  expect(askedSearch(hop({ outcome: 'refused', url: '/v1/bc/availability?date=soon&partySize=99999' }))).toBeUndefined()
})
