import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, aCtx, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { listReservations } from './list-reservations.ts'

let open: OpenDb
let venue: TestVenue
beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db)
})
afterAll(() => open.close())

test('what the venue’s own system is not known to have is marked in the list and found by its filter', async () => {
  const system = await aSystem(open.db)
  const made: Record<string, string> = {}
  for (const state of ['creating', 'live', 'stuck', 'closed', 'here']) {
    const { id } = await aReservation(open.db, venue)
    made[state] = id
    if (state === 'here') continue
    await sql`update reservations set remote = true where id = ${id}`.execute(open.db)
    await sql`insert into remote_bookings (venue_id, reservation_id, system_id, remote_id, key, state)
      values (${venue.id}, ${id}, ${system.id}, ${`R-${id}`}, ${id}, ${state})`.execute(open.db)
  }
  const list = async (undelivered?: ('waiting' | 'stuck')[]) =>
    (await listReservations(aCtx(open.db), { filters: { venueId: [venue.id], ...(undelivered ? { undelivered } : {}) } })).data
  const marks = new Map((await list()).map(({ id, undelivered }) => [id, undelivered]))
  expect(marks.get(made['creating']!)).toBe('waiting')
  expect(marks.get(made['stuck']!)).toBe('stuck')
  for (const state of ['live', 'closed', 'here']) expect(marks.get(made[state]!)).toBeNull()
  expect((await list(['stuck'])).map(({ id }) => id)).toEqual([made['stuck']])
  expect((await list(['stuck', 'waiting'])).map(({ id }) => id).toSorted()).toEqual([made['creating']!, made['stuck']!].toSorted())
})
