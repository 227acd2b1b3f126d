import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, type ReservationOverrides } from '../../../../tests/build/a-reservation.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { remindGuests } from './remind-guests.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

type Setup = Partial<Record<'reminderHours' | 'sameDayHours' | 'quietFrom' | 'quietUntil', number>>
const reminding = async (timeZone: string, setup: Setup = {}): Promise<TestVenue> => {
  const venue = await aVenue(open.db, { timeZone })
  await open.db
    .updateTable('venues')
    .set({ emailNotices: ['reminder', 'same_day'], ...setup })
    .where('id', '=', venue.id)
    .execute()
  return venue
}
const early = '2027-01-01T00:00:00Z'
const booked = (venue: TestVenue, overrides: ReservationOverrides) => aReservation(open.db, venue, { createdAt: early, ...overrides })

/** What is queued at that instant, by booking. */
const at = async (instant: string, ids: readonly string[]): Promise<string[]> => {
  const { ports, jobs } = recordingPorts()
  await remindGuests(aCtx(open.db, { ports, clock: aClock(instant) }))
  return jobs
    .map(({ data }) => data as { reservationId: string; notice: string })
    .flatMap(({ reservationId, notice }) => (ids.includes(reservationId) ? [notice] : []))
}
const atLocal = (venue: TestVenue, local: string, ids: readonly string[]) =>
  at(Temporal.PlainDateTime.from(local).toZonedDateTime(venue.timeZone).toInstant().toString(), ids)

test('VE2: a guest is reminded once, a day before, and written to on the day', async () => {
  const venue = await reminding('Europe/Madrid')
  const { id } = await booked(venue, { date: '2027-02-10', time: '20:00' })
  expect(await atLocal(venue, '2027-02-09T19:59', [id])).toEqual([])
  expect(await atLocal(venue, '2027-02-09T20:00', [id])).toEqual(['reminder'])
  expect(await atLocal(venue, '2027-02-09T20:05', [id])).toEqual([])
  expect(await atLocal(venue, '2027-02-10T16:55', [id])).toEqual([])
  expect(await atLocal(venue, '2027-02-10T17:00', [id])).toEqual(['same_day'])
  expect(await atLocal(venue, '2027-02-10T17:05', [id])).toEqual([])
})

test('days of 23 and of 25 hours: the same time on the clock of the wall', async () => {
  const venue = await reminding('Europe/Madrid')
  const { id: spring } = await booked(venue, { date: '2027-03-28', time: '13:00' })
  expect(await at('2027-03-27T11:59:00Z', [spring])).toEqual([])
  expect(await at('2027-03-27T12:00:00Z', [spring])).toEqual(['reminder'])
  const { id: autumn } = await booked(venue, { date: '2027-10-31', time: '13:00' })
  expect(await at('2027-10-30T10:59:00Z', [autumn])).toEqual([])
  expect(await at('2027-10-30T11:00:00Z', [autumn])).toEqual(['reminder'])
  const { id: overThere } = await booked(await reminding('America/New_York'), { date: '2027-03-14', time: '12:00' })
  expect(await at('2027-03-13T16:59:00Z', [overThere])).toEqual([])
  expect(await at('2027-03-13T17:00:00Z', [overThere])).toEqual(['reminder'])
})

test('by our own data of zones, whatever the database knows of them', async () => {
  for (const zone of ['Africa/Casablanca', 'America/Edmonton', 'Africa/El_Aaiun']) {
    const venue = await reminding(zone)
    const { id } = await booked(venue, { date: '2027-02-20', time: '20:00' })
    expect([zone, await atLocal(venue, '2027-02-19T19:59', [id])]).toEqual([zone, []])
    expect([zone, await atLocal(venue, '2027-02-19T20:00', [id])]).toEqual([zone, ['reminder']])
  }
})

test('nobody is woken: what is due in quiet hours goes when they are over', async () => {
  const venue = await reminding('Europe/Berlin')
  const { id } = await booked(venue, { date: '2027-02-12', time: '08:30' })
  expect(await atLocal(venue, '2027-02-11T08:45', [id])).toEqual([])
  expect(await atLocal(venue, '2027-02-11T09:00', [id])).toEqual(['reminder'])
  const always = await reminding('Europe/Berlin', { quietFrom: 0, quietUntil: 0 })
  const late = await booked(always, { date: '2027-02-12', time: '23:30' })
  expect(await atLocal(always, '2027-02-11T23:30', [late.id])).toEqual(['reminder'])
})

test('none for what is over, what was booked just now, who has said that he comes, and who was written to just now', async () => {
  const venue = await reminding('Europe/Madrid')
  const on = { date: '2027-02-20', time: '20:00' }
  const rows = await Promise.all([
    booked(venue, { ...on, status: 'canceled' }),
    booked(venue, { ...on, createdAt: '2027-02-19T16:30:00Z' }),
    booked(venue, { ...on, guestConfirmedAt: '2027-02-18T10:00:00Z' }),
    booked(venue, { ...on, guestEmail: null }),
    booked(venue, { ...on, source: 'walk_in' }),
  ])
  const told = await booked(venue, on)
  await open.db
    .insertInto('guestMessages')
    .values({
      venueId: venue.id,
      id: crypto.randomUUID(),
      reservationId: told.id,
      kind: 'changed',
      startsAt: told.startsAt,
      recipient: 'a…@example.test',
      askedBy: null,
      state: 'sent',
      queuedAt: '2027-02-19T17:00:00Z',
      stateAt: '2027-02-19T17:00:00Z',
      answer: null,
      answeredAt: null,
    })
    .execute()
  const ids = [...rows, told].map(({ id }) => id)
  expect(await atLocal(venue, '2027-02-19T20:00', ids)).toEqual([])
  expect(await atLocal(venue, '2027-02-20T09:30', [told.id])).toEqual(['reminder'])
})

test('another time is reminded of anew; two processes at once remind once', async () => {
  const venue = await reminding('Europe/Madrid')
  const row = await booked(venue, { date: '2027-03-01', time: '20:00' })
  const both = await Promise.all([atLocal(venue, '2027-02-28T20:00', [row.id]), atLocal(venue, '2027-02-28T20:00', [row.id])])
  expect(both.flat()).toEqual(['reminder'])
  await sql`update reservations set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days', starts_local = starts_local + interval '7 days',
    pacing_at = pacing_at + interval '7 days', pacing_until = pacing_until + interval '7 days' where id = ${row.id}`.execute(open.db)
  expect(await atLocal(venue, '2027-03-07T20:00', [row.id])).toEqual(['reminder'])
})
