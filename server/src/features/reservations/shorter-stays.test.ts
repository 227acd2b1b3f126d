import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChoices } from '@tablewire/server/features/tables/read-tables'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aHouseWithTables, aPartyIn, giveTable, stepOf } from '../../../../tests/build/a-house-with-tables.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import type { TestVenue } from '../../../../tests/build/a-venue.ts'
import { createReservation } from './create-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { listReservationEvents } from './list-reservation-events.ts'
import { updateReservation } from './update-reservation.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const fromNow = (minutes: number): string => Temporal.Now.instant().add({ minutes }).round('minute').toString()
const ms = (instant: string): number => Date.parse(instant)
const atTheDoor = (venue: TestVenue, more: Partial<Parameters<typeof createReservation>[1]> = {}) =>
  createReservation(aCtx(open.db), {
    venueId: venue.id,
    startsAt: fromNow(0),
    partySize: 2,
    source: 'walk_in',
    override: true,
    guest: { firstName: '', lastName: 'Walk-in' },
    ...more,
  })
const change = (id: string, patch: Parameters<typeof updateReservation>[1]['patch']) => updateReservation(aCtx(open.db), { id, patch })
const choiceOf = async (id: string, name: string) => (await readChoices(aCtx(open.db), id)).choices.find((one) => one.name === name)

/** T1 is somebody's in an hour. */
const aHouse = async () => {
  const { venue, ids } = await aHouseWithTables(open)
  const next = await aPartyIn(open, venue, { minutes: 60 })
  await giveTable(open, next.id, { tableId: ids[0] })
  return { venue, ids, next: await getReservation(aCtx(open.db), next.id) }
}

test('RE5: who comes in by the door is booked until somebody else has the table, and no longer than the book says', async () => {
  const { venue, ids, next } = await aHouse()
  expect(await refusal(atTheDoor(venue, { source: 'phone', until: next.startsAt }))).toBe('request.invalid')
  expect(await refusal(atTheDoor(venue, { until: fromNow(2) }))).toBe('request.invalid')
  const usual = await atTheDoor(venue)
  expect((await atTheDoor(venue, { until: fromNow(600) })).endsAt).toBe(usual.endsAt)
  const walkIn = await atTheDoor(venue, { until: next.startsAt })
  expect(ms(walkIn.endsAt)).toBe(ms(next.startsAt))
  await stepOf(aCtx(open.db), walkIn.id, 'seat')
  expect(await giveTable(open, walkIn.id, { tableId: ids[0] })).toMatchObject({ name: 'T1' })
  expect((await readChoices(aCtx(open.db), next.id)).seat.name).toBe('T1')
})

test('RE5: a party that sits is told what is free for a while, has it until then in one act, and takes that back whole', async () => {
  const { venue, ids, next } = await aHouse()
  const walkIn = await atTheDoor(venue)
  const until = next.startsAt
  const tables = { tableIds: [ids[0]], version: 0 }
  // Nobody who does not sit gives a table back sooner.
  expect(await choiceOf(walkIn.id, 'T1')).not.toHaveProperty('freeUntil')
  expect(await refusal(change(walkIn.id, { until }))).toBe('request.invalid')
  await stepOf(aCtx(open.db), walkIn.id, 'seat')
  expect(await choiceOf(walkIn.id, 'T1')).toMatchObject({ free: false, fits: true, freeUntil: until })
  expect(await choiceOf(walkIn.id, 'T2')).not.toHaveProperty('freeUntil')
  expect(await refusal(change(walkIn.id, { until: fromNow(-1) }))).toBe('request.invalid')
  expect(await refusal(change(walkIn.id, { until: fromNow(600) }))).toBe('request.invalid')
  expect(await refusal(change(walkIn.id, { until: fromNow(65), tables }))).toBe('tables.taken')
  expect((await getReservation(aCtx(open.db), walkIn.id)).endsAt).toBe(walkIn.endsAt)
  const { version } = await getReservation(aCtx(open.db), walkIn.id)
  const saved = await change(walkIn.id, { until, tables, version })
  expect([ms(saved.endsAt), saved.tablesMoved?.now.name]).toEqual([ms(until), 'T1'])
  expect((await listReservationEvents(aCtx(open.db), walkIn.id)).at(-1)?.after).toMatchObject({ endsAt: saved.endsAt, tables: 'T1' })
  const back = await change(walkIn.id, {
    until: walkIn.endsAt,
    tables: { tableIds: [], back: true, version: saved.tablesMoved!.now.version },
    version: saved.version,
  })
  expect([ms(back.endsAt), back.tablesMoved?.now.name]).toEqual([ms(walkIn.endsAt), ''])
  expect((await readChoices(aCtx(open.db), next.id)).seat.name).toBe('T1')
})
