import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import type { ReservationOverrides } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aHouseWithTables, aPartyIn, giveTable, stepOf } from '../../../../tests/build/a-house-with-tables.ts'
import type { TestVenue } from '../../../../tests/build/a-venue.ts'
import { assignTables } from './assign-tables.ts'
import { readChoices, readDay } from './read-tables.ts'
import { readRepair } from './read-repair.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const aHouse = (over: { decides?: boolean } = {}) => aHouseWithTables(open, over)
const party = (venue: TestVenue, minutes: number, over: ReservationOverrides = {}) => aPartyIn(open, venue, { minutes, ...over })
const give = (id: string, tableId: string, version = 0) => giveTable(open, id, { tableId, version })
const step = (id: string, move: Move, ctx = aCtx(open.db)) => stepOf(ctx, id, move)

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
