import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { goOnRebuilding, startRebuild } from '#src/features/day-sums/api.ts'
import { refreshDays } from '#src/features/day-sums/refresh-days.ts'
import { recordEvent } from '#src/features/reservations/api.ts'
import { newId } from '#src/platform/id.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { removedDays } from './removed-days.ts'
import { planRetention } from './plan-retention.ts'
import { retainBookings } from './retain-bookings.ts'

let open: OpenDb
let venue: TestVenue
let companyId: string
beforeAll(async () => {
  open = await aDb()
  companyId = await aCompany(open.db)
  venue = await aVenue(open.db, { companyId })
})
afterAll(() => open.close())
const ctx = () => aCtx(open.db)

const aPast = async (daysAgo: number): Promise<string> => {
  const date = dayFromNow(-daysAgo, venue)
  const createdAt = Temporal.PlainDate.from(date).subtract({ days: 3 }).toZonedDateTime('UTC').toInstant().toString()
  const row = await aReservation(open.db, venue, { date, status: 'completed', createdAt, guestLastName: 'Quist' })
  await sql`insert into guest_messages (venue_id, id, reservation_id, kind, state, queued_at, state_at, starts_at, recipient)
    values (${venue.id}, ${newId()}, ${row.id}, 'reminder', 'sent', now(), now(), ${row.startsAt}, 'quist@example.test')`.execute(open.db)
  await transaction(ctx(), (inner) => recordEvent(inner, { kind: 'booked', action: 'reservation.created', before: null, after: row }))
  return row.id
}
const count = async (what: 'reservations' | 'reservation_events' | 'audit_entries', id: string): Promise<number> => {
  const column = { reservations: 'id::text', reservation_events: 'reservation_id::text', audit_entries: 'subject_id' }[what]
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(what)} where ${sql.raw(column)} = ${id}`.execute(
    open.db,
  )
  return rows[0]!.n
}
const left = async (id: string): Promise<number[]> => [
  await count('reservations', id),
  await count('reservation_events', id),
  await count('audit_entries', id),
]
/** Every table in which it is named. */
const placesOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.tables c where c.table_schema = 'public' and c.table_type = 'BASE TABLE' order by 1`.execute(
    open.db,
  )
  const found: string[] = []
  for (const { name } of rows)
    if ((await sql`select from ${sql.table(name)} t where t::text like ${`%${id}%`} limit 1`.execute(open.db)).rows.length) found.push(name)
  return found
}
const sums = async (): Promise<unknown[]> =>
  (
    await sql`select basis, day::text, outcome, parties, covers from analytics_days where venue_id = ${venue.id} order by 1, 2, 3`.execute(
      open.db,
    )
  ).rows
const entries = async (): Promise<number> =>
  (await sql`select from audit_entries where action = 'reservation.removed' and venue_id = ${venue.id}`.execute(open.db)).rows.length

test('bookings older than the company keeps them go with history and audit; those after, sums and figures stay', async () => {
  const [old, other, lately] = [await aPast(500), await aPast(498), await aPast(390)]
  const ahead = (await aReservation(open.db, venue)).id
  // What the job is going to find is what is told before.
  const kept = Temporal.Now.plainDateISO('UTC').subtract({ months: 15 }).toString()
  expect(await planRetention(ctx(), { companyId, bookingMonths: 15 })).toEqual({
    guests: null,
    bookings: { day: kept, bookings: 2, more: false },
  })
  expect(await planRetention(ctx(), { companyId, guestMonths: 12, bookingMonths: 120 })).toMatchObject({
    guests: { bookings: 3, more: false },
    bookings: { bookings: 0 },
  })
  expect(await planRetention(ctx(), { companyId: await aCompany(open.db), guestMonths: 1 })).toMatchObject({ guests: { bookings: 0 } })
  await refreshDays(ctx())
  const before = await sums()
  expect(before).toHaveLength(8)
  await retainBookings(ctx())
  expect(await left(old)).toEqual([1, 1, 1])
  await sql`update companies set booking_months = 15 where id = ${companyId}`.execute(open.db)
  await retainBookings(ctx())
  // Whoever slipped has a week to see it.
  expect(await left(old)).toEqual([1, 1, 1])
  await sql`update companies set booking_months_since = now() - interval '8 days' where id = ${companyId}`.execute(open.db)
  await retainBookings(ctx())
  expect([await left(old), await left(other)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  // Live messages are kept for half an hour.
  expect((await placesOf(old)).filter((name) => name !== 'live_messages')).toEqual([])
  expect(await left(lately)).toEqual([1, 1, 1])
  expect(await count('reservations', ahead)).toBe(1)
  expect(await entries()).toBe(1)
  const neighbour = await aVenue(open.db, { companyId })
  expect(await removedDays(ctx(), { filters: { venueId: [venue.id] } })).toEqual({ before: kept, months: 15 })
  expect(await removedDays(ctx(), {})).toBeNull()
  expect(await removedDays(ctx(), { filters: { venueId: [venue.id, neighbour.id] } })).toBeNull()
  await refreshDays(ctx())
  expect(await sums()).toEqual(before)
  await startRebuild(ctx(), { again: true })
  await goOnRebuilding(ctx())
  expect(await sums()).toEqual(before)
  await retainBookings(ctx())
  expect(await entries()).toBe(1)
})

test('a day that is still to be counted is counted before its bookings go', async () => {
  const late = await aPast(600)
  const marked = await aPast(470)
  await sql`update booking_retention set removed_before = '-infinity' where venue_id = ${venue.id}`.execute(open.db)
  await sql`insert into analytics_dirty select venue_id, service_on, created_on from reservations where id = ${marked}`.execute(open.db)
  await retainBookings(ctx())
  expect(await left(late)).toEqual([1, 1, 1])
  await refreshDays(ctx())
  await retainBookings(ctx())
  expect(await left(late)).toEqual([0, 0, 0])
})

test('a party that was noted after its evening stays until both days lie behind, so that no sum loses it', async () => {
  const kept = dayFromNow(-455, venue)
  const noted = Temporal.PlainDate.from(kept).add({ days: 60 }).toZonedDateTime('UTC').toInstant().toString()
  const row = await aReservation(open.db, venue, { date: dayFromNow(-470, venue), status: 'completed', createdAt: noted })
  await refreshDays(ctx())
  const before = await sums()
  await retainBookings(ctx())
  expect(await count('reservations', row.id)).toBe(1)
  await refreshDays(ctx())
  expect(await sums()).toEqual(before)
})

test('a company that keeps its bookings longer, or for always, while they are removed loses none from then on', async () => {
  const own = await aCompany(open.db)
  const house = await aVenue(open.db, { companyId: own })
  const settle = (months: number | null) => sql`update companies set booking_months = ${months} where id = ${own}`.execute(open.db)
  const aWeekOn = () => sql`update companies set booking_months_since = now() - interval '8 days' where id = ${own}`.execute(open.db)
  const date = dayFromNow(-500, house)
  const createdAt = Temporal.PlainDate.from(date).subtract({ days: 3 }).toZonedDateTime('UTC').toInstant().toString()
  for (let n = 0; n < 201; n += 1) await aReservation(open.db, house, { date, status: 'completed', createdAt })
  await refreshDays(ctx())
  await settle(15)
  await aWeekOn()
  const base = ctx()
  const remaining = async () => (await open.db.selectFrom('reservations').select('id').where('venueId', '=', house.id).execute()).length
  // Between the first batch and the second somebody thinks again.
  const backpressure = async (): Promise<void> => {
    if ((await remaining()) === 1) await settle(null)
  }
  await retainBookings({ ...base, ports: { ...base.ports, jobs: { ...base.ports.jobs, backpressure } } })
  expect(await remaining()).toBe(1)
  // The one left is of an evening that lies within what is kept now, though others of it have gone.
  await settle(24)
  await aWeekOn()
  await retainBookings(ctx())
  expect(await remaining()).toBe(1)
  await settle(15)
  await aWeekOn()
  await retainBookings(ctx())
  expect(await remaining()).toBe(0)
})

test('nobody removes what is a year old or younger, nor history and audit by themselves', async () => {
  const id = await aPast(300)
  const remove = sql`select remove_bookings(${venue.id}::uuid, array[${id}]::uuid[], now())`
  await expect(remove.execute(open.db)).rejects.toThrow('of the last year')
  const byHand = open.db.transaction().execute(async (db) => {
    await sql`select set_config('tablewire.removing', 'on', true)`.execute(db)
    await sql`delete from audit_entries where subject_id = ${id}`.execute(db)
  })
  await expect(byHand).rejects.toThrow('never changed')
  await expect(sql`update companies set booking_months = 3 where id = ${companyId}`.execute(open.db)).rejects.toThrow('booking_months')
  expect(await left(id)).toEqual([1, 1, 1])
})
