import { type Plan, seatingsOf } from '@tablewire/contracts/booking/tables.rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlap, type TableBlock } from './find-seating.ts'
import type { HouseParty } from './house-rows.ts'
import { TablesOfDay } from './tables-of-day.ts'

const quarter = 900_000
const nowMs = -100 * quarter
const span = { startMs: 0, endMs: 40 * quarter, nowMs }
const aTable = (id: string, maxCovers: number, over: Partial<Plan['tables'][number]> = {}) => ({
  id,
  name: id.toUpperCase(),
  areaId: 'room',
  minCovers: 1,
  maxCovers,
  online: true,
  ...over,
})
const aParty = (id: string, over: Partial<HouseParty> = {}): HouseParty => ({
  id,
  serviceOn: '2026-11-20',
  areaId: 'room',
  status: 'confirmed',
  partySize: 2,
  startMs: 4 * quarter,
  endMs: 10 * quarter,
  online: false,
  tableIds: [],
  locked: false,
  version: 1,
  ...over,
})
const ask = (over: Partial<HouseParty> = {}) => {
  const { startMs, endMs, partySize, areaId, online } = aParty('', over)
  return { startMs, endMs, partySize, areaId, online }
}
const dayOf = (
  tables: Plan['tables'],
  parties: HouseParty[],
  { joins = [], blocks = [] }: { joins?: Plan['joins']; blocks?: TableBlock[] } = {},
) => new TablesOfDay({ seatings: seatingsOf({ tables, joins, chains: [] }), parties, blocks }, span)

test('who stands without a table will need one, and who finds none stands in nobody’s way', () => {
  const tables = [aTable('a', 2), aTable('b', 4)]
  expect(dayOf(tables, []).find(ask())?.seating.name).toBe('A')
  // The two without a table take A and B; the one for whom nothing is left takes nothing more.
  const waiting = [aParty('1'), aParty('2', { partySize: 4 }), aParty('3', { partySize: 8 })]
  expect(dayOf(tables, waiting.slice(0, 1)).find(ask())?.seating.name).toBe('B')
  expect(dayOf(tables, waiting).find(ask())).toBeUndefined()
  expect(dayOf(tables, waiting).find(ask({ startMs: 10 * quarter, endMs: 16 * quarter }))?.seating.name).toBe('A')
  // He who asks anew about his own place does not stand in his own way.
  const house = { seatings: seatingsOf({ tables, joins: [], chains: [] }), parties: waiting, blocks: [] }
  expect(new TablesOfDay(house, { ...span, ignore: '1' }).find(ask())?.seating.name).toBe('A')
})

test('of those who would sit elsewhere in the evening that was tried only those move who sit in the way', () => {
  const tables = [aTable('a', 2), aTable('b', 4), aTable('c', 2)]
  // The four without a table need B, so the two at B would move to C; a party of two that takes A moves nobody.
  const parties = [aParty('small', { tableIds: ['b'] }), aParty('large', { partySize: 4 })]
  const day = dayOf(tables, parties)
  const first = day.find(ask())!
  expect([first.seating.name, first.moves.size]).toEqual([expect.stringMatching(/[AC]/), 0])
  const four = dayOf(tables, [parties[0]!]).find(ask({ partySize: 4 }))!
  expect([four.seating.name, [...four.moves].map(([id, { name }]) => `${id} ${name}`)]).toEqual(['B', ['small A']])
  expect(dayOf(tables, parties).find(ask({ partySize: 4 }))).toBeUndefined()
})

test('a party stays at its table where it can; who booked online sits at what is sold online', () => {
  const tables = [aTable('a', 2, { online: false }), aTable('b', 2), aTable('c', 2)]
  const day = dayOf(tables, [])
  expect(day.find({ ...ask(), tableIds: ['c'] })?.seating.name).toBe('C')
  expect(day.find(ask({ online: true }))?.seating.name).toBe('B')
  expect(day.count(ask({ online: true }), false)).toBe(2)
  const guests = [aParty('1', { tableIds: ['b'], online: true }), aParty('2', { tableIds: ['c'], online: true })]
  expect(dayOf(tables, guests).find(ask({ online: true }))).toBeUndefined()
  expect(dayOf(tables, guests).find(ask())?.seating.name).toBe('A')
  expect([dayOf(tables, guests).count(ask(), false), dayOf(tables, guests).count(ask(), true)]).toEqual([1, 3])
})

test('joined tables that are kept from channels are given by the house alone, though each of them is sold online, and the other way round', () => {
  const tables = [aTable('a', 2), aTable('b', 2), aTable('c', 3, { online: false }), aTable('d', 3)]
  const joins: Plan['joins'] = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  const dayWith = (chains: Plan['chains']) =>
    new TablesOfDay({ seatings: seatingsOf({ tables, joins, chains }), parties: [], blocks: [] }, span)
  const four = ask({ partySize: 4, online: true })
  expect(dayWith([]).find(four)?.seating.name).toBe('A + B')
  const kept = dayWith([{ tableIds: ['a', 'b'], covers: null, off: false, online: false }])
  expect(kept.find(four)).toBeUndefined()
  expect(kept.find({ ...four, online: false })?.seating.name).toBe('A + B')
  expect(kept.whyNot([four])).toEqual({ largest: 3, by: 'online_table', offline: ['a', 'b'] })
  // A chain is kept back with one of its tables: that one is named.
  expect(kept.whyNot([ask({ partySize: 5, online: true })])).toMatchObject({ by: 'online_table', offline: ['c'] })
  const sold = dayWith([{ tableIds: ['c', 'd'], covers: null, off: false, online: true, priority: 1 }])
  expect([sold.find(four)?.seating.name, sold.find(ask({ partySize: 3, online: true }))?.seating.name]).toEqual(['C + D', 'C + D'])
})

test('why there is none: which is the largest, and what would make one', () => {
  const offline = [aTable('a', 6, { online: false }), aTable('b', 4)]
  expect(dayOf(offline, []).whyNot([ask({ partySize: 5, online: true })])).toEqual({ largest: 4, by: 'online_table', offline: ['a'] })
  expect(dayOf([aTable('a', 4), aTable('b', 4)], []).whyNot([ask({ partySize: 7 })])).toEqual({ largest: 4, by: 'join' })
  expect(dayOf([aTable('a', 4), aTable('b', 2)], []).whyNot([ask({ partySize: 7 })])).toEqual({ largest: 4, by: 'smaller_party' })
  expect(dayOf([aTable('a', 2)], [aParty('1', { tableIds: ['a'] })]).whyNot([ask()])).toEqual({ largest: 0, by: 'cancellation' })
  expect(dayOf([aTable('a', 2)], [aParty('1', { tableIds: ['a'] })]).whyNot([ask({ partySize: 5 })])).toEqual({ largest: 0, by: 'setting' })
})

const aPlan = fc.record({
  tables: fc.array(
    fc.record({
      maxCovers: fc.integer({ min: 1, max: 6 }),
      online: fc.boolean(),
      terrace: fc.boolean(),
      priority: fc.integer({ min: 1, max: 99 }),
    }),
    {
      minLength: 1,
      maxLength: 9,
    },
  ),
  joins: fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 6 }),
  chains: fc.array(
    fc.record({ of: fc.nat(5), online: fc.option(fc.boolean()), priority: fc.option(fc.integer({ min: 1, max: 99 })), off: fc.boolean() }),
    { maxLength: 4 },
  ),
})
const anAct = fc.record({
  kind: fc.constantFrom(
    'book' as const,
    'book' as const,
    'book' as const,
    'unseated' as const,
    'leave' as const,
    'lock' as const,
    'block' as const,
  ),
  start: fc.integer({ min: 0, max: 24 }),
  stay: fc.integer({ min: 2, max: 8 }),
  partySize: fc.integer({ min: 1, max: 9 }),
  which: fc.nat(200),
  online: fc.boolean(),
})

test('whatever plan, joins, blocks and bookings in whatever order: no table is doubled, nobody locked moves, and each sits where he fits', () => {
  fc.assert(
    fc.property(aPlan, fc.array(anAct, { minLength: 10, maxLength: 80 }), (drawn, acts) => {
      const tables = drawn.tables.map(({ terrace, ...one }, n) =>
        aTable(`t${n}`, one.maxCovers, { online: one.online, priority: one.priority, areaId: terrace ? 'terrace' : 'room' }),
      )
      const joins = drawn.joins
        .filter(([a, b]) => a !== b && tables[a]?.areaId !== undefined && tables[a].areaId === tables[b]?.areaId)
        .map(([a, b]): [string, string] => [tables[a]!.id, tables[b]!.id])
      const chains = drawn.chains.flatMap(({ of, ...chain }) => (joins[of] ? [{ ...chain, tableIds: joins[of], covers: null }] : []))
      const seatings = seatingsOf({ tables, joins, chains })
      let parties: HouseParty[] = []
      const blocks: TableBlock[] = []
      for (const [n, { kind, start, stay, which, ...of }] of acts.entries()) {
        const times = { startMs: start * quarter, endMs: (start + stay) * quarter }
        const one = parties[which % Math.max(1, parties.length)]
        if (kind === 'leave') parties = parties.filter((party) => party !== one)
        if (kind === 'lock' && one) one.locked = one.tableIds.length > 0
        const tableId = tables[which % tables.length]!.id
        if (kind === 'block' && !parties.some((party) => party.tableIds.includes(tableId) && overlap(party, times)))
          blocks.push({ tableId, ...times })
        const party = aParty(`p${n}`, { ...times, ...of, areaId: which % 3 ? 'room' : 'terrace' })
        if (kind === 'unseated') parties.push(party)
        if (kind !== 'book') continue
        const day = new TablesOfDay({ seatings, parties: structuredClone(parties), blocks }, span)
        const found = day.find(ask(party))
        // Asked once more, or by another process that read the same, it is the same.
        expect(new TablesOfDay({ seatings, parties: structuredClone(parties), blocks }, span).find(ask(party))).toEqual(found)
        if (!found) continue
        for (const { party: other, to } of day.given(found).moves) {
          const moved = parties.find(({ id }) => id === other.id)!
          expect([moved.locked, moved.tableIds.length > 0, to.areaId]).toEqual([false, true, moved.areaId])
          expect(moved.online && !to.online).toBe(false)
          moved.tableIds = [...to.tableIds]
        }
        parties.push({ ...party, tableIds: [...found.seating.tableIds] })
        expect(found.seating).toSatisfy(
          ({ least, most, areaId, online }: typeof found.seating) =>
            least <= party.partySize && most >= party.partySize && areaId === party.areaId && (online || !party.online),
        )
        const taken = [
          ...parties.map((each) => ({ ...each, at: each.tableIds })),
          ...blocks.map((each) => ({ ...each, at: [each.tableId] })),
        ].filter(({ at }) => at.length)
        const doubled = taken.flatMap((each, index) =>
          taken
            .slice(index + 1)
            .filter((other) => overlap(each, other) && each.at.some((id) => other.at.includes(id)) && ('id' in each || 'id' in other)),
        )
        expect(doubled).toEqual([])
      }
    }),
    { numRuns: 150 },
  )
})
