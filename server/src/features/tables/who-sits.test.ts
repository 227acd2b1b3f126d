import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReservationEvents } from '@tablewire/server/features/reservations/list-reservation-events'
import { quoteParty } from '@tablewire/server/features/waitlist/quote-party'
import { updateBook } from '@tablewire/server/features/venues/update-book'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import type { ReservationOverrides } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aHouseWithTables, aPartyIn, giveTable, stepOf } from '../../../../tests/build/a-house-with-tables.ts'
import type { TestVenue } from '../../../../tests/build/a-venue.ts'
import { exchangeTables } from './exchange-tables.ts'
import { readChoices, readDay } from './read-tables.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const aHouse = (over: { decides?: boolean; timeZone?: string } = {}) => aHouseWithTables(open, over)
/** Where it is between seven and eight: the house is open, whatever the hour here. */
const zoneInTheEvening = (): string => {
  const ahead = ((19 - Temporal.Now.zonedDateTimeISO('UTC').hour + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
const party = (venue: TestVenue, minutes: number, over: ReservationOverrides = {}) => aPartyIn(open, venue, { minutes, ...over })
const give = (id: string, tableId: string, version = 0) => giveTable(open, id, { tableId, version })
const step = (id: string, move: Move, ctx = aCtx(open.db)) => stepOf(ctx, id, move)
const tablesOn = async (venue: TestVenue, id: string) => {
  const date = (await sql<{ date: string }>`select service_on::text as date from reservations where id = ${id}`.execute(open.db)).rows[0]!
    .date
  return (await readDay(aCtx(open.db), venue.id, date)).seats.find(({ reservationId }) => reservationId === id)?.tableIds
}
const seatOf = async (id: string) => (await readChoices(aCtx(open.db), id)).seat.name

test('who sits has the table until he leaves: nobody is offered or given it, and who sits down there has none, as his history says', async () => {
  const { venue, ids } = await aHouse()
  const late = await party(venue, -120, { guestFirstName: 'Over', guestLastName: 'Run' })
  const next = await party(venue, -5)
  await give(late.id, ids[0])
  await give(next.id, ids[0])
  await step(late.id, 'seat')
  const walkIn = await party(venue, 0)
  const { choices, suggestion } = await readChoices(aCtx(open.db), walkIn.id)
  expect(suggestion).toMatchObject({ name: 'T2' })
  expect(choices.find(({ name }) => name === 'T1')).toMatchObject({ free: false })
  expect(await refusal(give(walkIn.id, ids[0]))).toBe('tables.taken')
  const { ports, live } = recordingPorts()
  const { tablesMoved, tablesLost } = await step(next.id, 'seat', aCtx(open.db, { ports }))
  expect([tablesMoved?.before.name, tablesMoved?.now.name, tablesLost]).toEqual(['T1', '', []])
  expect([await seatOf(late.id), await seatOf(next.id)]).toEqual(['T1', ''])
  expect(live).toContainEqual({ type: 'tables', venueId: venue.id, id: next.id, kind: null })
  const lines = (await listReservationEvents(aCtx(open.db), next.id)).map(({ before, after }) => [before?.['tables'], after?.['tables']])
  expect(lines.filter(([, after]) => after !== undefined)).toEqual([
    ['', 'T1'],
    ['T1', ''],
  ])
  await step(late.id, 'complete')
  expect(await give(next.id, ids[0], 2)).toMatchObject({ name: 'T1' })
})

test('where tables decide, nobody at the door is told of a time before one is free for him', async () => {
  const { venue, ids } = await aHouse({ decides: true, timeZone: zoneInTheEvening() })
  const quote = (partySize: number) => quoteParty(aCtx(open.db), { venueId: venue.id, partySize, areaId: null })
  expect(await quote(2)).toMatchObject({ minutes: 0 })
  expect(await quote(8)).toMatchObject({ minutes: null, least: null, most: null })
  for (const id of ids) {
    const sits = await party(venue, -30)
    await give(sits.id, id)
    await step(sits.id, 'seat')
  }
  // Seated just now for 90 minutes, though booked for half an hour ago.
  const { minutes } = await quote(2)
  expect(minutes).toBeGreaterThanOrEqual(85)
})

test('somebody who sits is suggested no table where somebody else sits now, though their bookings are hours apart', async () => {
  const { venue, ids } = await aHouse()
  const [early, late] = [await party(venue, 60), await party(venue, 300)]
  await give(early.id, ids[0])
  await give(late.id, ids[0])
  await step(early.id, 'seat')
  expect((await readChoices(aCtx(open.db), late.id)).choices.find(({ name }) => name === 'T1')).toMatchObject({ free: true })
  await step(late.id, 'seat')
  const { seat, suggestion, choices } = await readChoices(aCtx(open.db), late.id)
  expect([seat.name, suggestion?.name, choices.find(({ name }) => name === 'T1')?.free]).toEqual(['', 'T2', false])
})

test('two that sit exchange their tables in one act, told of both, and once more to take it back; whoever read an older state is refused', async () => {
  const { venue, ids } = await aHouse()
  const [one, other, third] = [await party(venue, -30), await party(venue, -20), await party(venue, -10)]
  await give(one.id, ids[0])
  await give(other.id, ids[1])
  for (const { id } of [one, other]) await step(id, 'seat')
  const choice = (await readChoices(aCtx(open.db), one.id)).choices.find(({ name }) => name === 'T2')
  expect(choice?.exchange).toMatchObject({ reservationId: other.id, version: 1 })
  const exchange = (id: string, body: { reservationId: string; version: number; withVersion: number }, ctx = aCtx(open.db)) =>
    exchangeTables(ctx, id, body)
  const { ports, live } = recordingPorts()
  const done = await exchange(one.id, { reservationId: other.id, version: 1, withVersion: 1 }, aCtx(open.db, { ports }))
  expect(done.seats.map(({ reservationId, name, version }) => [reservationId, name, version])).toEqual([
    [one.id, 'T2', 2],
    [other.id, 'T1', 2],
  ])
  expect(new Set(live.map(({ id }) => id))).toEqual(new Set([one.id, other.id]))
  for (const { id } of [one, other]) {
    const [line] = (await listReservationEvents(aCtx(open.db), id)).filter(({ after }) => after?.['tables'] !== undefined).slice(-1)
    expect([line?.before?.['tables'], line?.after?.['tables']]).toEqual(id === one.id ? ['T1', 'T2'] : ['T2', 'T1'])
  }
  const { rows } = await sql<{ sitting: number }>`
    select count(*)::int as sitting from table_times where venue_id = ${venue.id} and active and seated_at is not null`.execute(open.db)
  expect(rows).toEqual([{ sitting: 2 }])
  expect(await refusal(exchange(one.id, { reservationId: other.id, version: 1, withVersion: 2 }))).toBe('seat.version_stale')
  expect(await refusal(exchange(one.id, { reservationId: third.id, version: 2, withVersion: 0 }))).toBe('request.invalid')
  // At the same moment from both sides: once.
  const both = await Promise.all([
    refusal(exchange(one.id, { reservationId: other.id, version: 2, withVersion: 2 })),
    refusal(exchange(other.id, { reservationId: one.id, version: 2, withVersion: 2 })),
  ])
  expect(both.toSorted()).toEqual(['done', 'seat.version_stale'])
  expect([await seatOf(one.id), await seatOf(other.id)]).toEqual(['T1', 'T2'])
})

test('of two that are seated at one table at the same moment one sits there', async () => {
  const { venue, ids } = await aHouse()
  const [one, other] = [await party(venue, -100), await party(venue, -5)]
  await give(one.id, ids[0])
  await give(other.id, ids[0])
  await Promise.all([step(one.id, 'seat'), step(other.id, 'seat')])
  expect([await seatOf(one.id), await seatOf(other.id)].toSorted()).toEqual(['', 'T1'])
  const { rows } = await sql<{ sitting: number }>`
    select count(*)::int as sitting from table_times where venue_id = ${venue.id} and active and seated_at is not null`.execute(open.db)
  expect(rows).toEqual([{ sitting: 1 }])
})

test('whom somebody forgot to complete yesterday keeps no table from whoever sits down today', async () => {
  const { venue, ids } = await aHouse()
  const yesterday = Temporal.Now.instant().subtract({ hours: 20 }).toString()
  const forgotten = await party(venue, -20 * 60, { status: 'seated', updatedAt: yesterday })
  await give(forgotten.id, ids[0])
  const today = await party(venue, 0)
  expect((await readChoices(aCtx(open.db), today.id)).suggestion).toMatchObject({ name: 'T1' })
  await give(today.id, ids[0])
  const { ports, live } = recordingPorts()
  const { tablesLost } = await step(today.id, 'seat', aCtx(open.db, { ports }))
  expect(await seatOf(today.id)).toBe('T1')
  // Of whom nobody thinks any more the answer, his history and every screen say that he has it no longer.
  expect(tablesLost).toEqual([{ reservationId: forgotten.id, guestName: expect.any(String), before: 'T1', now: '' }])
  expect(await seatOf(forgotten.id)).toBe('')
  expect(await tablesOn(venue, forgotten.id)).toEqual([])
  expect(live).toContainEqual({ type: 'tables', venueId: venue.id, id: forgotten.id, kind: null })
  // Whoever leaves today still shows where he sat.
  await step(today.id, 'complete')
  expect(await seatOf(today.id)).toBe('T1')
})

test('a booking that goes to another area leaves the tables of its own; an area goes after its tables', async () => {
  const { venue, ids } = await aHouse()
  const [room, terrace] = [venue.book.areas[0]!, venue.book.areas[1]!]
  const ada = await party(venue, 600)
  await give(ada.id, ids[0])
  await sql`update reservations set area_id = ${terrace.id} where id = ${ada.id}`.execute(open.db)
  expect(await seatOf(ada.id)).toBe('')
  const without = {
    ...venue.book,
    areas: venue.book.areas.filter(({ id }) => id !== room.id).map((area) => ({ ...area, byDefault: true })),
  }
  expect(await refusal(updateBook(aCtx(open.db), { venueId: venue.id, book: without }))).toBe('book.area_has_tables')
})

test('steps that take tables again wait in one queue with those that are given some', async () => {
  const { venue, ids } = await aHouse()
  const deadlocks = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(open.db)
    return (await sql<{ n: number }>`select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(open.db))
      .rows[0]!.n
  }
  const before = await deadlocks()
  const parties = await Promise.all(Array.from({ length: 6 }, (_, n) => party(venue, -100 + n * 95)))
  for (const one of parties) await give(one.id, ids[0])
  for (let round = 0; round < 3; round++) {
    await Promise.allSettled(parties.flatMap(({ id }) => [step(id, 'no-show'), give(id, ids[round % 2]!, round * 2 + 1)]))
    await Promise.allSettled(parties.flatMap(({ id }) => [step(id, 'reopen'), give(id, ids[(round + 1) % 2]!, round * 2 + 2)]))
  }
  expect((await deadlocks()) - before).toBe(0)
})

test('who sits down before his time is not given the table of who is due there until then', async () => {
  const { venue, ids } = await aHouse()
  const due = await party(venue, -10)
  await give(due.id, ids[0])
  const early = await party(venue, 85, { partySize: 2 })
  await step(early.id, 'seat')
  const { suggestion, choices } = await readChoices(aCtx(open.db), early.id)
  expect(suggestion).toMatchObject({ name: 'T2' })
  expect(choices.find(({ name }) => name === 'T1')).toMatchObject({ free: false, takenBy: expect.stringMatching(/\w/) })
})
