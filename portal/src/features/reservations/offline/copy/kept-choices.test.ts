import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { TableDay, TablePlan } from '@tablewire/contracts/booking/tables'
import { expect, test, vi } from 'vitest'

vi.mock('#src/api/query.ts', () => ({ keyOf: () => [], queryClient: {} }))
vi.mock('../../use-reservation-rows.ts', () => ({ rowOf: () => undefined, windowsKey: [] }))
vi.mock('./kept.ts', () => ({ keptRows: () => undefined }))
vi.mock('../acts/act-store.ts', () => ({ waitingActs: () => [] }))
vi.mock('../../guest-name.ts', () => ({ guestName: ({ guest }: ReservationRow) => guest.lastName }))
const { choicesBy } = await import('./kept-choices.ts')

const areas = [
  { id: 'room', name: 'Main room' },
  { id: 'out', name: 'Terrace' },
]
const table = (id: string, maxCovers: number) => ({ id, name: id.toUpperCase(), areaId: 'room', minCovers: 1, maxCovers, online: true })
const plan = {
  on: true,
  tables: [table('t1', 2), table('t2', 4), table('t3', 4)],
  joins: [['t2', 't3']],
  chains: [],
  version: 1,
} as TablePlan
const party = (id: string, from: string, until: string, more: Partial<ReservationRow> = {}) =>
  ({
    id,
    partySize: 2,
    status: 'confirmed',
    startsAt: `2026-11-28T${from}:00Z`,
    endsAt: `2026-11-28T${until}:00Z`,
    areaId: 'room',
    guest: { lastName: id },
    ...more,
  }) as ReservationRow
const seat = (reservationId: string, tableIds: string[]) => ({ reservationId, tableIds, name: '', locked: false, version: 1 })
const dayOf = (more: Partial<TableDay>) => ({ seats: [], blocks: [], ...more }) as unknown as TableDay
const ana = party('ana', '19:00', '21:00')

test('RE5: without a server the smallest free table is suggested, and who has the others is named', () => {
  const bea = party('bea', '20:00', '22:00')
  const told = choicesBy({ plan, areas, day: dayOf({ seats: [seat('bea', ['t1'])] }), rows: [ana, bea] }, ana)
  expect(told.suggestion).toMatchObject({ tableIds: ['t2'], reason: 'smallest' })
  expect(told.choices.find(({ name }) => name === 'T1')).toMatchObject({ free: false, takenBy: 'bea' })
})

test('RE5: who has left leaves his table free, and who sits keeps it however late it is', () => {
  const gone = party('bea', '18:00', '22:00', { status: 'completed' })
  const stays = party('cleo', '16:00', '18:00', { status: 'seated' })
  const day = dayOf({ seats: [seat('bea', ['t1']), seat('cleo', ['t2'])] })
  const told = choicesBy({ plan, areas, day, rows: [ana, gone, stays] }, ana)
  expect(told.suggestion).toMatchObject({ tableIds: ['t1'], reason: 'exact' })
  expect(told.choices.find(({ name }) => name === 'T2')).toMatchObject({ free: false, takenBy: 'cleo' })
})

test('RE5: a large party is given joined tables, unless one of them is closed', () => {
  const many = party('many', '19:00', '21:00', { partySize: 7 })
  expect(choicesBy({ plan, areas, day: dayOf({}), rows: [many] }, many).suggestion).toMatchObject({
    tableIds: ['t2', 't3'],
    reason: 'joined',
  })
  const blocks = [{ id: 'b', tableId: 't3', from: '2026-11-28T17:00:00Z', until: '2026-11-28T23:00:00Z', reason: '', byName: '' }]
  const told = choicesBy({ plan, areas, day: dayOf({ blocks }), rows: [many] }, many)
  expect(told.suggestion).toBeUndefined()
  expect(told.choices.find(({ name }) => name === 'T3')).toMatchObject({ blocked: true, free: false })
})

test('RE5: a table in another area than the party booked is offered with its area, and not given; who booked none is given any', () => {
  const out = { ...plan, tables: plan.tables.map((one) => (one.id === 't1' ? { ...one, areaId: 'out' } : one)) }
  const others = [party('bea', '19:00', '21:00'), party('cleo', '19:00', '21:00')]
  const day = dayOf({ seats: [seat('bea', ['t2']), seat('cleo', ['t3'])] })
  const told = choicesBy({ plan: out, areas, day, rows: [ana, ...others] }, ana)
  expect(told.suggestion).toBeUndefined()
  expect(told.choices[0]).toMatchObject({ name: 'T1', areaName: 'Terrace', free: true, fits: true })
  expect(choicesBy({ plan: out, areas, day: dayOf({}), rows: [ana] }, ana).suggestion).toMatchObject({ tableIds: ['t2'] })
  const walkIn = party('ana', '19:00', '21:00', { areaId: null })
  expect(choicesBy({ plan: out, areas, day, rows: others }, walkIn).suggestion).toMatchObject({ tableIds: ['t1'] })
})

test('RE5: who sits down before his time is not given the table of who is still expected there', () => {
  const early = { ...ana, status: 'seated' as const }
  const bea = party('bea', '17:00', '19:00')
  const told = choicesBy(
    { plan, areas, day: dayOf({ seats: [seat('bea', ['t1'])] }), rows: [early, bea] },
    early,
    Date.parse('2026-11-28T18:10Z'),
  )
  expect(told.suggestion).toMatchObject({ tableIds: ['t2'] })
  expect(told.choices.find(({ name }) => name === 'T1')).toMatchObject({ free: false, takenBy: 'bea' })
})
