import { expect, it } from 'vitest'
import type { TableSeat } from '@tablewire/contracts/booking/tables'
import { aParty } from '../phases/a-party.ts'
import { hoursOf } from './hours-of.ts'
import { drawnAt, lineAt, linesOf, roomFor, sizesFor } from './layout.ts'
import { type Evening, quartersOf, spanOf, timelineOf } from './model.ts'

const table = (id: string, areaId = 'hall') => ({ id, name: id.toUpperCase(), areaId, minCovers: 1, maxCovers: 4, online: true })
const seat = (reservationId: string, ...tableIds: string[]): TableSeat => ({
  reservationId,
  tableIds,
  name: tableIds.map((id) => id.toUpperCase()).join(' + '),
  locked: false,
  version: 1,
})
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)
const evening = (more: Partial<Evening>): Evening => ({
  plan: { tables: [table('t1'), table('t2'), table('t3', 'terrace')] },
  day: { seats: [], blocks: [], away: [] },
  areas: [
    { id: 'hall', name: 'Hall' },
    { id: 'terrace', name: 'Terrace' },
  ],
  rows: [],
  ofMeal: more.rows ?? [],
  endOf: ({ endsAt }) => Date.parse(endsAt),
  sinceOf: ({ startsAt }) => Date.parse(startsAt),
  now: at('19:00'),
  ...more,
})
const barsAt = (all: Evening, id: string) =>
  timelineOf(all, 'Elsewhere')
    .areas.flatMap(({ tables }) => tables)
    .find((one) => one.table.id === id)!.bars

it('RE5: a combination stands at each of its tables, and the keys lead to one of them', () => {
  const rows = [aParty('ana', '2026-11-20T19:00:00Z', { partySize: 7 })]
  const all = evening({ rows, day: { seats: [seat('ana', 't2', 't1')], blocks: [], away: [] } })
  expect(barsAt(all, 't1')).toMatchObject([{ first: true, joined: 'T2 + T1' }])
  expect(barsAt(all, 't2')).toMatchObject([{ first: false, joined: 'T2 + T1' }])
  expect(barsAt(all, 't3')).toEqual([])
  expect(timelineOf(all, 'Elsewhere').waiting).toEqual([])
})

it('RE5: who has no table stands in the lane, overlapping ones below each other; who does not come stands nowhere', () => {
  const rows = [
    aParty('ana', '2026-11-20T19:00:00Z'),
    aParty('bo', '2026-11-20T20:00:00Z'),
    aParty('cleo', '2026-11-20T21:00:00Z'),
    aParty('dan', '2026-11-20T19:00:00Z', { status: 'no_show' }),
  ]
  const { waiting, tracks } = timelineOf(evening({ rows }), 'Elsewhere')
  expect(waiting.map(({ bar, track }) => [bar.row.id, track])).toEqual([
    ['ana', 0],
    ['bo', 1],
    ['cleo', 0],
  ])
  expect(tracks).toBe(2)
})

it('RE5: who sits longer than expected goes on until now, and the next one at the table is told whom it meets', () => {
  const rows = [
    aParty('ana', '2026-11-20T17:00:00Z', { status: 'seated' }),
    aParty('bo', '2026-11-20T19:05:00Z'),
    aParty('cleo', '2026-11-20T21:00:00Z'),
  ]
  const seats = ['ana', 'bo', 'cleo'].map((id) => seat(id, 't1'))
  const bars = barsAt(evening({ rows, day: { seats, blocks: [], away: [] }, now: at('19:20') }), 't1')
  expect(bars[0]).toMatchObject({ state: 'seated', due: at('19:00'), until: at('19:20') })
  expect(bars[1]!.clash?.id).toBe('ana')
  expect(bars[2]!.clash).toBeUndefined()
  // Somebody forgot to close the line: that is no party that sits there still.
  expect(barsAt(evening({ rows, day: { seats, blocks: [], away: [] }, now: at('19:20') + 86_400_000 }), 't1')[0]).toMatchObject({
    until: at('19:00'),
  })
})

it('RE5: tables of an area that is gone stand at the end', () => {
  const { areas } = timelineOf(evening({ areas: [{ id: 'terrace', name: 'Terrace' }] }), 'Elsewhere')
  expect(areas.map(({ name, tables }) => [name, tables.map((one) => one.table.id)])).toEqual([
    ['Terrace', ['t3']],
    ['Elsewhere', ['t1', 't2']],
  ])
})

it('RE5: the span is whole half hours, and its hours are those of the venue’s clock on the night it is changed', () => {
  const span = spanOf([at('17:10')], [at('21:40')])
  expect([span.from, span.until, quartersOf(span)]).toEqual([at('17:00'), at('22:00'), 20])
  // Madrid, 25 October 2026: 02:00 comes twice.
  const night = { from: Date.parse('2026-10-24T23:30:00Z'), until: Date.parse('2026-10-25T02:30:00Z') }
  expect(hoursOf(night, 'Europe/Madrid').map(({ at: quarter, words }) => [quarter, words])).toEqual([
    [2, '02:00'],
    [6, '02:00'],
    [10, '03:00'],
  ])
  // A zone half an hour aside.
  expect(hoursOf({ from: at('12:00'), until: at('14:00') }, 'Asia/Kolkata').map(({ words }) => words)).toEqual(['18:00', '19:00'])
})

it('RE5: of 120 tables only those in sight and some beyond are drawn', () => {
  const tables = Array.from({ length: 120 }, (_, index) => table(`t${index}`))
  const model = timelineOf(evening({ plan: { tables }, areas: [{ id: 'hall', name: 'Hall' }] }), 'Elsewhere')
  const sizes = sizesFor(1200, 24, roomFor(1200, 1440))
  const { lines, height } = linesOf(model, sizes)
  expect([lines.length, height]).toEqual([120, 120 * sizes.row])
  expect(lineAt(lines, 50 * sizes.row + 3)).toBe(50)
  const { first, last } = drawnAt(lines, { top: 50 * sizes.row, height: 600 })
  expect(first).toBeLessThanOrEqual(44)
  expect(last).toBeGreaterThanOrEqual(67)
  expect(last - first).toBeLessThan(45)
})

it('RE5: what opens beside the tables takes width from them and moves no line', () => {
  expect([roomFor(1150, 1440), roomFor(760, 1440)]).toEqual(['dense', 'dense'])
  expect([roomFor(790, 820), roomFor(390, 390)]).toEqual(['roomy', 'narrow'])
})
