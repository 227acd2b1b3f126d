import { expect, it } from 'vitest'
import type { TablePlan, TableSeat } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { aParty } from '../phases/a-party.ts'
import { fitAt, houseOf } from './fit.ts'
import { timelineOf } from './model.ts'
import { nextBar } from './use-carry-keys.ts'

const table = (id: string, maxCovers: number, minCovers = 1) => ({
  id,
  name: id.toUpperCase(),
  areaId: 'hall',
  minCovers,
  maxCovers,
  online: true,
})
const plan: TablePlan = {
  on: true,
  tables: [table('t1', 2), table('t2', 4), table('t3', 4), table('t8', 8, 6)],
  joins: [['t2', 't3']],
  chains: [],
  version: 1,
}
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)
const seat = (reservationId: string, ...tableIds: string[]): TableSeat => ({ reservationId, tableIds, name: '', locked: false, version: 1 })
const block = { id: 'b', tableId: 't1', from: '2026-11-20T21:00:00Z', until: '2026-11-20T22:00:00Z', reason: 'wobbles', byName: 'Ada' }

const house = (rows: ReservationRow[], seats: TableSeat[], away: string[] = []) => {
  const day = { seats, blocks: [block], away: [] }
  const areas = [{ id: 'hall', name: 'Hall' }]
  const model = timelineOf(
    {
      plan,
      day,
      areas,
      rows,
      ofMeal: rows,
      now: at('17:00'),
      endOf: ({ endsAt }) => Date.parse(endsAt) + 1_200_000,
      sinceOf: ({ startsAt }) => Date.parse(startsAt),
    },
    'Elsewhere',
  )
  return { model, house: houseOf({ plan, away, model }, ({ row }) => row.guest.lastName) }
}
const ask = (partySize: number, more: { tableIds?: string[]; locked?: boolean; areaId?: string | null } = {}) => ({
  id: 'me',
  partySize,
  tableIds: [],
  areaId: null,
  locked: false,
  ...more,
})
const from = (clock: string) => ({ from: at(clock), until: at(clock) + 7_200_000 })

it('RE5: let go where one party alone is in the way, the two exchange their tables; not with whom somebody wants to stay, nor at another time', () => {
  const rows = [aParty('me', '2026-11-20T19:00:00Z'), aParty('you', '2026-11-20T19:30:00Z')]
  const told = house(rows, [seat('me', 't2'), seat('you', 't3')])
  const asking = { ...ask(2, { tableIds: ['t2'] }), exchanges: 'coming' as const }
  const fit = fitAt({ house: told.house, asking, stay: from('19:00') }, 't3')
  expect(fit).toMatchObject({ verdict: 'warn', tableIds: ['t3'], exchange: { id: 'you' }, reasons: [{ code: 'exchange' }] })
  for (const other of [
    { ...asking, exchanges: undefined },
    { ...asking, exchanges: 'seated' as const },
    { ...asking, tableIds: [] },
  ])
    expect(fitAt({ house: told.house, asking: other, stay: from('19:00') }, 't3').verdict).toBe('not')
  const kept = house(rows, [seat('me', 't2'), { ...seat('you', 't3'), locked: true }])
  expect(fitAt({ house: kept.house, asking, stay: from('19:00') }, 't3').verdict).toBe('not')
})

it('RE5: a table that is free and fits may be taken; a smaller or larger one with a warning', () => {
  const { house: empty } = house([], [])
  const told = (partySize: number, id: string) => fitAt({ house: empty, asking: ask(partySize), stay: from('18:00') }, id)
  expect(told(2, 't1')).toMatchObject({ verdict: 'may', tableIds: ['t1'], reasons: [] })
  expect(told(3, 't1')).toMatchObject({ verdict: 'warn', reasons: [{ code: 'larger', covers: 2 }] })
  expect(told(2, 't8')).toMatchObject({ verdict: 'warn', reasons: [{ code: 'smaller', covers: 6 }] })
})

it('RE5: a party too large for the table gets it with its neighbour, where they can be joined', () => {
  const { house: empty } = house([], [])
  expect(fitAt({ house: empty, asking: ask(7), stay: from('18:00') }, 't3')).toMatchObject({
    verdict: 'may',
    tableIds: ['t2', 't3'],
    name: 'T2 + T3',
  })
  const { house: taken } = house([aParty('ana', '2026-11-20T18:00:00Z')], [seat('ana', 't2')])
  expect(fitAt({ house: taken, asking: ask(7), stay: from('18:00') }, 't3')).toMatchObject({ verdict: 'warn', tableIds: ['t3'] })
})

it('RE5: who has it then, and until when it is blocked, is said; where one ends another begins', () => {
  const { house: taken } = house([aParty('ana', '2026-11-20T18:00:00Z')], [seat('ana', 't1')])
  const told = (clock: string) => fitAt({ house: taken, asking: ask(2), stay: from(clock) }, 't1')
  expect(told('19:00')).toMatchObject({ verdict: 'not', reasons: [{ code: 'taken', name: 'ana', from: at('18:00'), until: at('20:00') }] })
  expect(told('20:00')).toMatchObject({ verdict: 'not', reasons: [{ code: 'blocked', until: at('22:00'), words: 'wobbles' }] })
  expect(told('16:00')).toMatchObject({ verdict: 'may' })
  expect(told('22:00')).toMatchObject({ verdict: 'may' })
})

it('RE5: who sits may sit longer than the book says: that is a warning', () => {
  const { house: sits } = house([aParty('ana', '2026-11-20T18:00:00Z', { status: 'seated' })], [seat('ana', 't2')])
  expect(fitAt({ house: sits, asking: ask(4), stay: from('20:00') }, 't2')).toMatchObject({
    verdict: 'warn',
    reasons: [{ code: 'sits', name: 'ana', until: at('20:20') }],
  })
})

it('RE5: a party keeps all its tables along the time, and a locked one goes to no other', () => {
  const { house: own } = house([aParty('me', '2026-11-20T18:00:00Z', { partySize: 7 })], [seat('me', 't2', 't3')])
  const mine = ask(7, { tableIds: ['t2', 't3'], locked: true })
  expect(fitAt({ house: own, asking: mine, stay: from('18:30') }, 't3')).toMatchObject({ verdict: 'may', tableIds: ['t2', 't3'] })
  expect(fitAt({ house: own, asking: mine, stay: from('18:00') }, 't8')).toMatchObject({ verdict: 'not', reasons: [{ code: 'locked' }] })
})

it('RE5: another area than it booked is said, and is no reason against', () => {
  const { house: empty } = house([], [])
  expect(fitAt({ house: empty, asking: ask(2, { areaId: 'terrace' }), stay: from('18:00') }, 't1')).toMatchObject({
    verdict: 'may',
    reasons: [{ code: 'area' }],
  })
})

it('RE5: arrows lead along a line, and to the nearest in time of the next line that has somebody', () => {
  const rows = [aParty('ana', '2026-11-20T18:00:00Z'), aParty('bo', '2026-11-20T20:00:00Z'), aParty('cleo', '2026-11-20T19:45:00Z')]
  const { model } = house(rows, [seat('ana', 't1'), seat('bo', 't1'), seat('cleo', 't3')])
  const bars = model.areas[0]!.tables.map((one) => one.bars)
  const [ana, bo] = bars[0]!
  expect(nextBar({ rows: bars, bar: ana!, step: { down: 0, later: 1 } })?.row.id).toBe('bo')
  expect(nextBar({ rows: bars, bar: ana!, step: { down: 0, later: -1 } })).toBeUndefined()
  expect(nextBar({ rows: bars, bar: bo!, step: { down: 1, later: 0 } })?.row.id).toBe('cleo')
  expect(nextBar({ rows: bars, bar: ana!, step: { down: -1, later: 0 } })).toBeUndefined()
})

it('RE5: what is put away that day takes nobody, alone or joined', () => {
  const { house: summer } = house([], [], ['t2'])
  const asked = (partySize: number, id: string) => fitAt({ house: summer, asking: ask(partySize), stay: from('18:00') }, id)
  expect(asked(4, 't2')).toMatchObject({ verdict: 'not', reasons: [{ code: 'away' }] })
  expect(asked(7, 't3')).toMatchObject({ verdict: 'warn', tableIds: ['t3'] })
})
