import { readKnown } from '@tablewire/server/features/service-sheets/known-guests'
import { assignTables } from '@tablewire/server/features/tables/assign-tables'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { getReservation } from './get-reservation.ts'
import { listReservationEvents } from './list-reservation-events.ts'
import { reservationsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
let venue: TestVenue
const table = newId()
beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db))
  venue = await aVenue(open.db)
  const tables = [{ id: table, name: '8', minCovers: 1, maxCovers: 8, areaId: venue.areaId, online: true }]
  await savePlan(ctx, venue.id, { on: true, version: 0, joins: [], chains: [], tables } as never)
})
afterAll(() => open.close())

const { seat, complete, reopen, noShow } = reservationsHandlers
/** Minutes after the booked time. */
const from = (startsAt: string) => (minutes: number) => Temporal.Instant.from(startsAt).add({ minutes }).toString()
const doneAt = (step: typeof seat, id: string, { sent, noted }: { sent: string; noted: string }) =>
  step({ ...ctx, clock: () => Temporal.Instant.from(sent) }, { params: { id }, body: { notedAt: noted } } as never)
const lastOf = async (id: string) => (await listReservationEvents(ctx, id)).at(-1)!
const ms = (at: string | null | undefined): number => Date.parse(at ?? '')

test('a party seated without a connection sits since it was noted, and its history and audit keep both times', async () => {
  const { id, startsAt } = await aReservation(open.db, venue)
  const at = from(startsAt)
  await assignTables(ctx, id, { tableIds: [table], locked: false, version: 0, moves: [] })
  await doneAt(seat, id, { sent: at(45), noted: at(5) })
  const said = await lastOf(id)
  expect(said.after).toEqual({ status: 'seated', notedAt: at(5) })
  expect(ms(said.at)).toBe(ms(at(45)))
  const known = await readKnown(ctx, venue.id, (await getReservation(ctx, id)).serviceOn)
  expect(ms(known.find((one) => one.id === id)?.seatedAt)).toBe(ms(at(5)))
  const { rows } = await sql<{ seatedAt: string }>`select seated_at from table_times where reservation_id = ${id}`.execute(open.db)
  expect(rows.map(({ seatedAt }) => ms(seatedAt))).toEqual([ms(at(5))])
  const audit = await sql<{ after: object }>`
    select after from audit_entries where subject_id = ${id} and action = 'reservation.seated'`.execute(open.db)
  expect(audit.rows).toEqual([{ after: { status: 'seated', notedAt: at(5) } }])
  await doneAt(complete, id, { sent: at(80), noted: at(60) })
  expect(ms((await getReservation(ctx, id)).endsAt)).toBe(ms(at(60)))
})

test('what is noted lies never in the future, nor before the step that led to it, and a call of a moment is no outage', async () => {
  const { id, startsAt } = await aReservation(open.db, venue)
  const at = from(startsAt)
  await doneAt(seat, id, { sent: at(10), noted: at(30) })
  expect((await lastOf(id)).after).toEqual({ status: 'seated' })
  await doneAt(complete, id, { sent: at(40), noted: at(2) })
  expect(ms((await lastOf(id)).after?.['notedAt'] as string)).toBe(ms(at(10)))
  await doneAt(reopen, id, { sent: at(41), noted: at(41) })
  expect((await lastOf(id)).after).not.toHaveProperty('notedAt')
})

test('seated all the same after somebody else wrote it off, a party sits since it was noted, and not since that was taken back', async () => {
  const { id, startsAt } = await aReservation(open.db, venue)
  const at = from(startsAt)
  const plain = (step: typeof seat, sent: string) =>
    step({ ...ctx, clock: () => Temporal.Instant.from(sent) }, { params: { id }, body: {} } as never)
  await plain(noShow, at(30))
  await plain(reopen, at(45))
  await doneAt(seat, id, { sent: at(45), noted: at(5) })
  expect(ms((await lastOf(id)).after?.['notedAt'] as string)).toBe(ms(at(5)))
  // Taken back, and noted by somebody whose device was away longer: the last that counts is the one that stands.
  await plain(reopen, at(50))
  await doneAt(seat, id, { sent: at(60), noted: at(2) })
  const known = await readKnown(ctx, venue.id, (await getReservation(ctx, id)).serviceOn)
  expect(ms(known.find((one) => one.id === id)?.seatedAt)).toBe(ms(at(2)))
  await doneAt(complete, id, { sent: at(90), noted: at(1) })
  expect(ms((await lastOf(id)).after?.['notedAt'] as string)).toBe(ms(at(2)))
})

test('longer ago than an evening nothing was done that is sent now', async () => {
  const { id, startsAt } = await aReservation(open.db, venue)
  const at = from(startsAt)
  await doneAt(seat, id, { sent: at(30), noted: at(-3 * 1440) })
  expect(ms((await lastOf(id)).after?.['notedAt'] as string)).toBe(ms(at(30 - 720)))
})

test('a party from the door sits since it came, although it is booked only now', async () => {
  const { id, startsAt, venueId } = await aReservation(open.db, venue, { source: 'walk_in' })
  const at = from(startsAt)
  await sql`insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_name, at)
    values (${venueId}, ${id}, ${newId()}, 'booked', 'confirmed', 'venue', 'user', 'Hanna', ${at(44)})`.execute(open.db)
  await doneAt(seat, id, { sent: at(45), noted: at(0) })
  expect(ms((await lastOf(id)).after?.['notedAt'] as string)).toBe(ms(at(0)))
})
