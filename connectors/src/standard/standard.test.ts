import { expect, test } from 'vitest'
import { aTarget } from '../../../tests/build/a-rms.ts'
import { conformance } from '../kit/conformance.ts'
import type { Call, Connector } from '../kit/connector.ts'
import { type Exchange, replay } from '../kit/replay.ts'
import { standard } from './connector.ts'
import evening from './fixtures/evening.json' with { type: 'json' }
import { StandardSettings } from './settings.ts'

const defaults = StandardSettings.parse({ baseUrl: 'https://rms.example.com' })
const { baseUrl: _given, ...rest } = defaults
conformance(standard as Connector, () => aTarget(rest))

const callOver = (
  exchanges: readonly Exchange[],
  settings: Partial<StandardSettings> = {},
): Call<StandardSettings> & { left: () => number } => {
  const { http, left } = replay(exchanges)
  return {
    systemId: 'replay',
    settings: { ...defaults, ...settings },
    secrets: { apiToken: 'sesame' },
    headers: {},
    http,
    signal: new AbortController().signal,
    left,
  }
}
const ask = { venueId: 'r1', timeZone: 'Europe/Madrid', from: '2030-05-04', to: '2030-05-04', partySizes: [2], areaId: null }

test('HU2: both spellings of a slot, of a moment and of a status are read', async () => {
  const call = callOver(evening.availability)
  expect(await standard.availability(call, ask)).toEqual({
    ok: true,
    value: [
      {
        date: '2030-05-04',
        partySize: 2,
        areaId: null,
        durationSeconds: 5400,
        slots: [
          { startsAt: '2030-05-04T17:00:00.000Z', spotsTotal: 20, spotsOpen: 4, deposit: null, requiresCard: true },
          { startsAt: '2030-05-04T17:30:00.000Z', spotsTotal: 20, spotsOpen: 6, deposit: 1500, requiresCard: false },
          { startsAt: '2030-05-04T18:00:00.000Z', spotsTotal: null, spotsOpen: 1, deposit: null, requiresCard: true },
        ],
      },
    ],
  })
  expect(call.left()).toBe(0)
})

test('HU2: a search that is a bare list, a cancelation by DELETE with an empty answer, an update that tells half a booking', async () => {
  const call = callOver(evening.conversation, { searchPath: 'booking', cancelBy: 'delete', dateForm: 'iso' })
  const found = await standard.search(call, { venueId: 'r1', from: '2030-05-04', to: '2030-05-05', phone: '+34 600 111 222' })
  expect(found).toMatchObject({
    ok: true,
    value: [
      {
        id: '77',
        status: 'canceled',
        startsAt: '2030-05-04T18:00:00.000Z',
        key: 'c0ffee-1234',
        notes: 'Vegan',
        contact: { phone: '+34600111222' },
      },
      { id: '78', status: 'no_show', startsAt: '2030-05-04T18:00:00.000Z', key: null, notes: null },
    ],
  })
  const ref = { id: '78', venueId: 'r1' }
  expect(await standard.change(call, { ...ref, startsAt: '2030-05-04T19:00:00Z' })).toMatchObject({
    ok: true,
    value: { id: '78', partySize: null },
  })
  expect(await standard.cancel(call, { ...ref, actor: 'guest', reason: null })).toMatchObject({ ok: true, value: { status: 'canceled' } })
  expect(call.left()).toBe(0)
})

test.each([
  [
    { status: 404, body: '<html>' },
    { kind: 'not_found', done: 'no' },
  ],
  [
    { status: 402, body: { message: 'card declined for ana@example.com, +34 600 111 222' } },
    { kind: 'refused', done: 'no' },
  ],
  [
    { status: 200, body: { id: 1, status: 'on fire' } },
    { kind: 'garbage', done: 'unknown' },
  ],
  [
    { status: 200, body: { id: 1, date: '2030-05-04T19:00:00' } },
    { kind: 'garbage', done: 'unknown' },
  ],
  [
    { status: 302, body: {} },
    { kind: 'garbage', done: 'unknown' },
  ],
])('HU2: a change answered %j is %j, and no guest stands in the message', async (answer, fault) => {
  const call = callOver([{ method: 'PUT', url: 'https://rms.example.com/v1/mozrest/booking/1', body: { partySize: 3 }, answer }])
  const result = await standard.change(call, { id: '1', venueId: 'r1', partySize: 3 })
  expect(result).toMatchObject({ ok: false, fault })
  expect(JSON.stringify(result)).not.toMatch(/ana@|600/)
})
