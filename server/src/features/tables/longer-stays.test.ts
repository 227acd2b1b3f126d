import type { DiningTable } from '@tablewire/contracts/booking/tables'
import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { newId } from '@tablewire/server/platform/id'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveReservation } from '@tablewire/server/features/reservations/move-reservation'
import { lockReservation } from '@tablewire/server/features/reservations/reservation-rows'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, type ReservationOverrides } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { anArea, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { assignTables } from './assign-tables.ts'
import { readChoices, readDay } from './read-tables.ts'
import { savePlan } from './save-plan.ts'
import { readRepair } from './read-repair.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

/** T1 and T2 seat two each. */
const aHouse = async (over: { decides?: boolean } = {}) => {
  const venue = await aVenue(open.db, { book: { areas: [anArea({ byDefault: true }), anArea({ name: 'Terrace', byDefault: false })] } })
  const table = (name: string): DiningTable => ({
    id: newId(),
    name,
    areaId: venue.book.areas[0]!.id,
    minCovers: 1,
    maxCovers: 2,
    online: true,
  })
  const tables = [table('T1'), table('T2')]
  await savePlan(aCtx(open.db), venue.id, { on: true, tables, joins: [], chains: [], version: 0, ...over })
  return { venue, ids: tables.map(({ id }) => id) as [string, string] }
}
/** A party of two whose time begins so many minutes from now, for 90 minutes. */
const party = (venue: TestVenue, minutes: number, over: ReservationOverrides = {}) => {
  const at = Temporal.Now.zonedDateTimeISO(venue.timeZone).add({ minutes }).round('minute').toPlainDateTime()
  return aReservation(open.db, venue, {
    date: at.toPlainDate().toString(),
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
    areaId: venue.book.areas[0]!.id,
    ...over,
  })
}
const give = (id: string, tableId: string, version = 0) =>
  assignTables(aCtx(open.db), id, { tableIds: [tableId], locked: false, version, moves: [] })
const step = (id: string, move: Move, ctx = aCtx(open.db)) =>
  transaction(ctx, async (inner) => {
    const after = await moveReservation(inner, (await lockReservation(inner, id))!, { move })
    await after.written
    return after
  })

/** Somebody sits at T1 ten minutes past his time, and the next one comes to it in five. */
const anOverrun = async () => {
  const { venue, ids } = await aHouse()
  const jo = await party(venue, -100)
  const kim = await party(venue, 5, { guestFirstName: 'Kim', guestLastName: 'Late' })
  await give(jo.id, ids[0])
  await give(kim.id, ids[0])
  await step(jo.id, 'seat')
  return { venue, ids, jo, kim, until: (minutes: number) => Temporal.Now.instant().add({ minutes }).round('minute').toString() }
}

test('RE5: who stays longer keeps the table as long, with those who moved for it in one act, and one act takes back both', async () => {
  const { venue, ids, jo, kim, until } = await anOverrun()
  const seatNow = async (id: string) => (await readChoices(aCtx(open.db), id)).seat
  const kept = until(60)
  const assign = (body: Partial<Parameters<typeof assignTables>[2]>, version: number) =>
    assignTables(aCtx(open.db), jo.id, { tableIds: [ids[0]], locked: false, moves: [], version, ...body })
  // Who comes so soon is moved by hand only; and nobody is at the table as long as somebody else is booked there.
  expect(await refusal(assign({ until: kept, moves: [{ reservationId: kim.id, tableIds: [ids[1]], version: 1 }] }, 1))).toBe(
    'tables.party_stays',
  )
  expect(await refusal(assign({ until: kept }, 1))).toBe('tables.taken')
  await give(kim.id, ids[1], 1)
  const saved = await assign({ until: kept }, 1)
  expect(saved).toMatchObject({ name: 'T1', until: kept })
  expect((await readDay(aCtx(open.db), venue.id, jo.serviceOn)).seats.find(({ reservationId }) => reservationId === jo.id)?.until).toBe(
    kept,
  )
  const walkIn = await party(venue, 40)
  expect((await readChoices(aCtx(open.db), walkIn.id)).choices.find(({ name }) => name === 'T1')).toMatchObject({ free: false })
  expect(await refusal(give(walkIn.id, ids[0]))).toBe('tables.taken')
  // Another change of its table says nothing of how long it stays.
  expect(await assign({ locked: true }, saved.version)).toMatchObject({ locked: true, until: kept })
  // Back to what was: she is expected within the half hour by now, and he sits past his time.
  const { version } = await seatNow(kim.id)
  const back = { until: null, back: true, moves: [{ reservationId: kim.id, tableIds: [ids[0]], version }] }
  expect(await assign(back, saved.version + 1)).toMatchObject({ name: 'T1', locked: false, until: null })
  expect((await seatNow(kim.id)).name).toBe('T1')
})

test('RE5: a party that was taken from where somebody sits past his time is given back; two whose booked times meet are not', async () => {
  const { venue, ids, kim } = await anOverrun()
  await give(kim.id, ids[1], 1)
  expect(await refusal(give(kim.id, ids[0], 2))).toBe('tables.taken')
  const other = await party(venue, 20)
  const backTo = (id: string, version: number) =>
    assignTables(aCtx(open.db), id, { tableIds: [ids[0]], locked: false, moves: [], version, back: true })
  expect(await backTo(kim.id, 2)).toMatchObject({ name: 'T1' })
  expect(await refusal(backTo(other.id, 0))).toBe('tables.taken')
  expect(
    await refusal(
      assignTables(aCtx(open.db), kim.id, { tableIds: [ids[1]], locked: false, moves: [], version: 3, until: '2099-01-01T00:00:00Z' }),
    ),
  ).toBe('request.invalid')
})

test('RE5: the repair says why a party is moved by people only, and what is free for it', async () => {
  const { ids, jo, kim } = await anOverrun()
  const { moves, left } = await readRepair(aCtx(open.db), jo.id, undefined)
  expect(moves).toEqual([])
  expect(left).toEqual([
    expect.objectContaining({ reservationId: kim.id, why: 'soon', version: 1, free: [{ tableIds: [ids[1]], name: 'T2', covers: 2 }] }),
  ])
  await assignTables(aCtx(open.db), kim.id, { tableIds: [ids[0]], locked: true, moves: [], version: 1 })
  expect((await readRepair(aCtx(open.db), jo.id, undefined)).left).toMatchObject([{ why: 'locked' }])
})
