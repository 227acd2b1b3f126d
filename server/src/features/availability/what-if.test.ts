import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { anArea, aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { venueWithBook } from '#src/features/venues/api.ts'
import { newId } from '#src/platform/id.ts'
import { askWhatIf } from './what-if.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

type Pacing = { covers: number | null; parties: number | null }
const setUp = async (pacing: Pacing, seats: readonly number[] = [], decides = true) => {
  const venue = await aVenue(open.db, { book: { areas: [anArea({ capacity: 60 })], shifts: [aShift({ pacing })] } })
  const ctx = aCtx(open.db)
  if (seats.length)
    await savePlan(ctx, venue.id, {
      on: true,
      decides,
      version: 0,
      chains: [],
      joins: [],
      tables: seats.map((maxCovers, n) => ({
        id: newId(),
        name: `T${n + 1}`,
        areaId: venue.areaId,
        minCovers: 1,
        online: true,
        maxCovers,
      })),
    })
  const date = dayFromNow(3, venue)
  const ask = async (partySize: number, time = '20:00', by = ctx) =>
    askWhatIf(by, { venue: await venueWithBook(by, venue.id), date, time, partySize, areaId: null })
  const books = (partySize: number, time = '20:00') => aReservation(open.db, venue, { date, time, partySize })
  return { venue, date, ctx, ask, books }
}

test('RE3: yes, with what each limit would still hold, the tightest first', async () => {
  const { ask, books, date } = await setUp({ covers: 20, parties: 3 })
  await books(4)
  const said = await ask(6)
  expect(said).toMatchObject({ answer: 'yes', closedBy: [], date, startsLocal: `${date}T20:00`, tables: null })
  expect(said.reserve.map(({ rule, limit, left }) => [rule, limit, left])).toEqual([
    ['pacing_parties', 3, 1],
    ['pacing_covers', 20, 10],
    ['area_capacity', 60, 50],
  ])
  expect(said.nearest).toHaveLength(4)
})

test('RE5: a rule that closes it is named, with how far beyond it the party would be; whoever may not override hears no', async () => {
  const { ask, books, ctx } = await setUp({ covers: 8, parties: null })
  await books(4)
  const said = await ask(6)
  expect(said.answer).toBe('override')
  expect(said.closedBy[0]).toMatchObject({ rule: 'pacing_covers', limit: 8, used: 4 })
  expect(said.reserve[0]).toMatchObject({ rule: 'pacing_covers', left: -2 })
  expect(said.nearest.map(({ startsLocal }) => startsLocal.slice(11))).toContain('20:30')
  const mayNot = { ...ctx, ability: { can: (action: string) => action !== 'override' } } as unknown as typeof ctx
  expect((await ask(6, '20:00', mayNot)).answer).toBe('no')
  // Between two starts it counts to the interval before.
  expect((await ask(6, '20:05')).closedBy[0]).toMatchObject({ rule: 'pacing_covers', used: 4 })
})

test('RE5: a time outside every shift is closed for that reason, at its own day and in its night', async () => {
  const { ask, date } = await setUp({ covers: null, parties: null })
  expect((await ask(2, '05:30')).closedBy.map(({ rule }) => rule)).toContain('no_shift')
  const night = await ask(2, '03:10')
  expect(night).toMatchObject({ date, answer: 'override' })
  expect(night.startsLocal).not.toContain(date)
})

test('RE3: where tables decide, the table is named, and which further ones such a party would find', async () => {
  const { ask, books } = await setUp({ covers: null, parties: null }, [2, 6, 6, 8])
  const said = await ask(6)
  expect(said.tables).toMatchObject({ given: { name: 'T2', most: 6 }, moves: [], free: [{ name: 'T3' }, { name: 'T4' }] })
  expect(said.reserve[0]).toMatchObject({ rule: 'tables', left: 2 })
  for (let n = 0; n < 3; n++) await books(6)
  const full = await ask(6)
  expect(full).toMatchObject({ answer: 'override', tables: { given: null, free: [] } })
  expect(full.closedBy.map(({ rule }) => rule)).toEqual(['tables'])
  expect(full.reserve[0]).toMatchObject({ rule: 'tables', left: -1 })
})

test('RE3: where the house gives its tables by hand, the free ones are named and none decides', async () => {
  const { ask } = await setUp({ covers: null, parties: null }, [2, 6], false)
  const said = await ask(8)
  expect(said).toMatchObject({ answer: 'yes', tables: { given: null, free: [] } })
  expect((await ask(4)).tables!.free.map(({ name }) => name)).toEqual(['T2'])
  expect(said.reserve.map(({ rule }) => rule)).not.toContain('tables')
})
