import { expect, it } from 'vitest'
import { aParty } from '../phases/a-party.ts'
import { clashesIn } from './clashes.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00Z`
const tables: Record<string, string> = { jo: 't1', kim: 't1', ana: 't2', bo: 't2', eve: 't3', late: 't1' }
const clashesAt = (now: string) =>
  clashesIn({
    rows: [
      aParty('jo', at('17:00'), { status: 'seated', endsAt: at('19:00') }),
      aParty('ana', at('17:00'), { status: 'seated', endsAt: at('18:50') }),
      aParty('eve', at('17:00'), { status: 'seated', endsAt: at('18:00') }),
      aParty('late', at('20:30')),
      aParty('kim', at('19:10')),
      aParty('bo', at('18:55')),
    ],
    seatOf: (id) => ({ reservationId: id, tableIds: [tables[id]!], name: tables[id]!.toUpperCase(), locked: false, version: 1 }),
    endOf: ({ endsAt }) => Date.parse(endsAt),
    now: Date.parse(now),
  }).map(({ sits, next, table }) => [sits.id, next.id, table])
const clashes = (clock: string) => clashesAt(at(clock))

it('RE5: of each party that sits too long the one it meets first is told, those who come first before the others', () => {
  expect(clashes('18:45')).toEqual([])
  expect(clashes('19:01')).toEqual([
    ['ana', 'bo', 'T2'],
    ['jo', 'kim', 'T1'],
  ])
})

it('RE5: who sat down some seconds after the minute at whose time his table is somebody else’s again is in nobody’s way', () => {
  const ending = (endsAt: string) =>
    clashesIn({
      rows: [aParty('jo', at('17:00'), { status: 'seated', endsAt }), aParty('kim', at('19:10'))],
      seatOf: (id) => ({ reservationId: id, tableIds: ['t1'], name: 'T1', locked: false, version: 1 }),
      endOf: (row) => Date.parse(row.endsAt),
      now: Date.parse(at('18:00')),
    }).length
  expect(['2026-11-20T19:10:41Z', at('19:13')].map(ending)).toEqual([0, 1])
})

it('RE5: whoever was forgotten as seated stands in nobody’s way', () => {
  expect(clashes('23:59').map(([sits]) => sits)).toEqual(['ana', 'jo'])
  expect(clashesAt('2026-11-21T01:01:00Z')).toEqual([])
  expect(clashes('18:59')).toEqual([['ana', 'bo', 'T2']])
})
