import { type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { tables } from '@tablewire/contracts/booking/tables'
import { waitlist } from '@tablewire/contracts/booking/waitlist'
import { expect, test, vi } from 'vitest'
import type { Act } from './act.ts'

vi.mock('#src/api/client.ts', () => ({ api: vi.fn<() => void>() }))
vi.mock('#src/api/query.ts', () => ({
  keyOf: (endpoint: { id: string }, input?: unknown) => (input === undefined ? endpoint.id.split('.') : [...endpoint.id.split('.'), input]),
}))
vi.mock('#src/api/rows.ts', () => ({ useWindow: vi.fn<() => void>() }))
const { shownWith } = await import('./shown-with.ts')

const asked = { params: { id: 'house' }, query: { date: '2026-11-28' } }
const keyOf = ({ id }: { id: string }, input: unknown = asked) => [...id.split('.'), input]
const row = (id: string, more: Partial<ReservationRow> = {}): ReservationRow =>
  ({
    id,
    venueId: 'house',
    serviceOn: '2026-11-28',
    status: 'confirmed',
    startsAt: '2026-11-28T19:00:00Z',
    notes: null,
    tags: [],
    partySize: 2,
    source: 'phone',
    guest: { firstName: 'Ana', lastName: id },
    ...more,
  }) as ReservationRow

let count = 0
const act = (given: Partial<Act>): Act => {
  count += 1
  const about = { subject: 'ana', name: 'Ana', venueId: 'house', date: '2026-11-28', params: { id: 'ana' } }
  return {
    key: `k${count}`,
    at: 1_000 * count,
    person: 'host',
    by: 'Hanna',
    call: 'reservations.seat',
    body: {},
    waits: true,
    ...about,
    ...given,
  }
}
const twice = (acts: readonly Act[], key: readonly unknown[], data: unknown): unknown => {
  const once = shownWith(acts, key, data)
  expect(shownWith(acts, key, once)).toEqual(once)
  return once
}
const walkIn = row('ours', { source: 'walk_in', startsAt: '2026-11-28T18:30:00Z' })
const makes = act({ call: 'reservations.create', makes: true, subject: 'ours', params: {}, row: walkIn })
const sits = act({ subject: 'ours', params: { id: 'ours' }, row: walkIn })
const rowsKey = ['reservations', 'list', 'window', { sort: 'startsAt', filters: { venueId: ['house'], date: '2026-11-28' } }]

test('RE3: a list shows who was seated and who came by the door, in the order of time', () => {
  const shown = twice([act({}), makes, sits], rowsKey, { total: 2, rows: [row('ana'), row('bea')] })
  expect(shown).toMatchObject({
    total: 3,
    rows: [
      { id: 'ours', status: 'seated' },
      { id: 'ana', status: 'seated' },
      { id: 'bea', status: 'confirmed' },
    ],
  })
})

test('RE3: of another day or house nobody came', () => {
  const key = [...rowsKey.slice(0, 3), { sort: 'startsAt', filters: { venueId: ['other'], date: '2026-11-28' } }]
  expect(twice([makes, sits], key, { total: 0, rows: [] })).toEqual({ total: 0, rows: [] })
})

test('RE5: the details, the tables, the notes and who waits show what was done', () => {
  const party = keyOf(reservations.get, { params: { id: 'ana' } })
  const note = act({ call: 'reservations.update', body: { notes: 'window' } })
  const shownRow = twice([act({}), note], party, { ...row('ana'), moves: ['seat'] }) as { status: string; notes: string; moves: string[] }
  expect(shownRow).toMatchObject({ status: 'seated', notes: 'window' })
  expect(shownRow.moves).toContain('complete')

  const table = act({ call: 'tables.assign', body: { tableIds: ['t1'], locked: true, version: 2 }, words: 'T1' })
  expect(twice([table], keyOf(tables.day), { seats: [], blocks: [] })).toMatchObject({
    seats: [{ reservationId: 'ana', name: 'T1', locked: true }],
  })

  const shift = act({ call: 'shiftNotes.save', body: { mealId: 'dinner', content: 'No oysters', version: 1 }, name: 'Dinner' })
  expect(twice([shift], keyOf(shiftNotes.list), { meals: [], notes: [] })).toMatchObject({
    notes: [{ mealId: 'dinner', content: 'No oysters', authorName: 'Hanna' }],
  })

  const joins = act({
    call: 'waitlist.add',
    makes: true,
    subject: 'wait',
    params: { id: 'house' },
    body: { kind: 'door', partySize: 3, lastName: 'Okafor' },
  })
  const leaves = act({ call: 'waitlist.move', subject: 'first', params: { id: 'first' }, body: { move: 'leave' } })
  const first = { id: 'first', kind: 'door', status: 'waiting', position: 1, moves: ['leave'] }
  expect(twice([joins, leaves], keyOf(waitlist.day), { entries: [first] })).toMatchObject({
    entries: [
      { id: 'first', status: 'left', position: null },
      { id: 'wait', lastName: 'Okafor', partySize: 3, position: 1 },
    ],
  })
})

test('RE5: since when somebody sits, and the sheet, tell of it as well', () => {
  const known = [{ id: 'ana', seatedAt: null, visits: 2, noShows: 0, allergies: ['nuts'], guestTags: [] }]
  const seated = act({})
  expect(twice([seated, makes, sits], keyOf(serviceSheets.guests), known)).toMatchObject([
    { id: 'ana', allergies: ['nuts'], seatedAt: new Date(seated.at).toISOString() },
    { id: 'ours', visits: null },
  ])
  const sheet = { venueId: 'house', date: '2026-11-28', notes: [], parties: [{ ...row('ana'), tableName: null }] }
  const table = act({ call: 'tables.assign', body: { tableIds: ['t1'], locked: false, version: 0 }, words: 'T1' })
  expect(twice([seated, table, makes], keyOf(serviceSheets.get), sheet)).toMatchObject({
    parties: [
      { id: 'ours', walkIn: true },
      { id: 'ana', status: 'seated', tableName: 'T1' },
    ],
  })
})

test('what these acts are not about stays the same thing', () => {
  const data = { entries: [] }
  expect(shownWith([act({})], keyOf(waitlist.day), data)).toBe(data)
  expect(shownWith([], rowsKey, data)).toBe(data)
})
