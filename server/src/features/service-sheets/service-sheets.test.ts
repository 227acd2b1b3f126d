import { abilityOf } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { assignTables } from '@tablewire/server/features/tables/assign-tables'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { newId } from '#src/platform/id.ts'
import { pastQuery, readForecasts } from './read-forecast.ts'
import { readSheet } from './read-sheet.ts'
import { knownQuery, readKnown } from './known-guests.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const lunch = () => aShift({ name: 'Lunch', from: '12:00', to: '15:00', lastSeating: '14:30' })
const late = () => aShift({ name: 'Dinner', from: '18:00', to: '02:00', lastSeating: '01:30' })
const aHouse = (timeZone = 'Europe/Madrid'): Promise<TestVenue> =>
  aVenue(open.db, {
    timeZone,
    book: { openingHours: everyDay.map((day) => ({ day, from: '12:00', to: '03:00' })), shifts: [lunch(), late()], horizonDays: 730 },
  })
const aGuest = async (venue: TestVenue, lastName: string): Promise<string> => {
  const id = newId()
  await sql`insert into guests (venue_id, id, first_name, last_name, phone) values (${venue.id}, ${id}, 'Ana', ${lastName}, '+34600111222')`.execute(
    open.db,
  )
  return id
}
const date = '2031-06-12'

test('RE5: each meal has those who come to it in order, past midnight too, with what is known of them', async () => {
  const venue = await aHouse()
  const [noon, dinner] = venue.book.shifts
  const guestId = await aGuest(venue, 'Vidal')
  await sql`update guest_profiles set allergies = '{Nuts}', tags = '{Regular}' where guest_id = ${guestId}`.execute(open.db)
  const his = { guestId, guestLastName: 'Vidal', guestPhone: '+34600111222', override: true }
  await aReservation(open.db, venue, { ...his, date: '2031-06-01', time: '20:00', status: 'completed' })
  await aReservation(open.db, venue, { ...his, date: '2031-06-02', time: '20:00', status: 'no_show' })
  await aReservation(open.db, venue, { ...his, date, time: '20:00', partySize: 3 })
  await aReservation(open.db, venue, { date, time: '13:00', partySize: 2, override: true })
  await aReservation(open.db, venue, { date, time: '19:00', partySize: 5, status: 'canceled', override: true })
  const night = await aReservation(open.db, venue, { date, time: '21:00', partySize: 4, override: true })
  await sql`update reservations set starts_local = '2031-06-13T00:30', starts_at = '2031-06-12T22:30Z', ends_at = '2031-06-12T23:30Z', pacing_at = '2031-06-12T22:30Z', pacing_until = '2031-06-12T22:45Z' where id = ${night.id}`.execute(
    open.db,
  )
  const ctx = aCtx(open.db, { clock: aClock('2031-06-12T10:00:00Z') })
  const sheet = await readSheet(ctx, venue.id, { date, mealId: dinner!.id })
  expect(sheet.meal).toMatchObject({ name: 'Dinner' })
  expect(sheet.parties.map(({ startsLocal, partySize }) => [startsLocal, partySize])).toEqual([
    ['2031-06-12T20:00', 3],
    ['2031-06-13T00:30', 4],
  ])
  expect(sheet.parties[0]).toMatchObject({ visits: 1, noShows: 1, allergies: ['Nuts'], guestTags: ['Regular'], phone: '+34600111222' })
  expect(sheet.sums).toEqual({ parties: 2, covers: 7, unconfirmed: 0, noShows: 0, canceled: 1 })
  expect(sheet.kitchen).toMatchObject({ allergyParties: 1, allergyWords: [{ word: 'Nuts', parties: 1 }] })
  expect(JSON.stringify(sheet.kitchen)).not.toContain('600111')
  expect((await readSheet(ctx, venue.id, { date, mealId: noon!.id })).sums).toMatchObject({ parties: 1, covers: 2 })
  expect((await readSheet(ctx, venue.id, { date, mealId: undefined })).sums).toMatchObject({ parties: 3, covers: 9, canceled: 1 })

  // Who may see bookings but no guests sees what stands at the booking.
  const agent = aCtx(open.db, { ability: abilityOf({ roles: ['ROLE_MANAGER'], permissions: [] } as never) })
  expect((await readSheet(agent, venue.id, { date, mealId: dinner!.id })).parties[0]).toMatchObject({ allergies: [], guestTags: [] })
})

test('a foreign venue, a channel and a meal of another day are refused; an empty day is empty', async () => {
  const [venue, other] = [await aHouse(), await aHouse()]
  const ask = { date, mealId: undefined }
  const ctx = aCtx(open.db)
  expect(await refusal(readSheet(ctx, venue.id, { date, mealId: other.book.shifts[0]!.id }))).toBe('shift_note.meal_unknown')
  const scoped = aCtx(open.db, { scope: { kind: 'venues', ids: [other.id] } })
  expect(await refusal(readSheet(scoped, venue.id, ask))).toBe('venue.not_found')
  expect(await refusal(readForecasts(scoped, venue.id, date))).toBe('venue.not_found')
  const channel = aCtx(open.db, { scope: { kind: 'channels', channelIds: [newId()] } })
  expect(await refusal(readSheet(channel, venue.id, ask))).toBe('venue.not_found')
  expect(await readSheet(ctx, venue.id, ask)).toMatchObject({
    parties: [],
    sums: { parties: 0 },
    kitchen: { quarters: [] },
    forecast: null,
  })
})

test('RE5: each party of a day has its guest under all his addresses and since when it sits, and nobody sees them who may not', async () => {
  const [venue, other] = [await aHouse(), await aHouse()]
  const guestId = await aGuest(venue, 'Vidal')
  await sql`update guest_profiles set allergies = '{Nuts}', tags = '{Regular}' where guest_id = ${guestId}`.execute(open.db)
  const his = { guestId, guestLastName: 'Vidal', override: true }
  await aReservation(open.db, venue, { ...his, date: '2031-06-01', time: '20:00', status: 'completed' })
  await aReservation(open.db, venue, { ...his, date: '2031-06-02', time: '20:00', status: 'no_show' })
  const sits = await aReservation(open.db, venue, { ...his, date, time: '20:00', status: 'seated' })
  const nobody = await aReservation(open.db, venue, { date, time: '21:00', override: true })
  const event = (from: string | null, to: string, at: string) =>
    sql`insert into reservation_events (venue_id, reservation_id, id, kind, from_status, to_status, side, actor_kind, actor_name, at)
      values (${venue.id}, ${sits.id}, ${newId()}, 'moved', ${from}, ${to}, 'venue', 'user', 'Ines', ${at}::timestamptz)`.execute(open.db)
  await event('confirmed', 'seated', `${date}T18:10:00Z`)
  await event('seated', 'completed', `${date}T18:40:00Z`)
  await event('completed', 'seated', `${date}T18:41:00Z`)
  const ctx = aCtx(open.db)
  expect(await readKnown(ctx, venue.id, date)).toEqual([
    { id: sits.id, seatedAt: `${date}T18:10:00Z`, visits: 1, noShows: 1, allergies: ['Nuts'], guestTags: ['Regular'] },
    { id: nobody.id, seatedAt: null, visits: null, noShows: null, allergies: [], guestTags: [] },
  ])
  const host = aCtx(open.db, { ability: abilityOf({ roles: ['ROLE_MANAGER'], permissions: [] } as never) })
  expect((await readKnown(host, venue.id, date))[0]).toEqual({
    id: sits.id,
    seatedAt: `${date}T18:10:00Z`,
    visits: null,
    noShows: null,
    allergies: [],
    guestTags: [],
  })
  const elsewhere = aCtx(open.db, { scope: { kind: 'venues', ids: [other.id] } })
  expect(await refusal(readKnown(elsewhere, venue.id, date))).toBe('venue.not_found')
  const channel = aCtx(open.db, { scope: { kind: 'channels', channelIds: [newId()] } })
  expect(await refusal(readKnown(channel, venue.id, date))).toBe('venue.not_found')
  // Of tables of some rows each version of the database reads another one whole; where an index serves, it is asked then.
  const { rows } = await open.db.transaction().execute(async (inner) => {
    await sql`set local enable_seqscan = off`.execute(inner)
    return sql`explain ${knownQuery(venue.id, date, true)}`.execute(inner.withoutPlugins())
  })
  const plan = rows.map((row) => Object.values(row as object)[0]).join('\n')
  expect(plan).toContain('reservations_evening')
  expect(plan).not.toContain('Seq Scan')
})

test('the hour that is shown twice is told apart, and the one that is jumped over has nobody', async () => {
  const venue = await aVenue(open.db, {
    timeZone: 'Europe/Madrid',
    book: {
      openingHours: everyDay.map((day) => ({ day, from: '00:00', to: '06:00' })),
      shifts: [aShift({ name: 'Night', from: '00:00', to: '05:00', lastSeating: '04:30' })],
    },
  })
  for (const startsAt of ['2031-10-26T00:15Z', '2031-10-26T01:15Z']) {
    const made = await aReservation(open.db, venue, { date: '2031-10-26', time: '00:30', override: true })
    await sql`update reservations set starts_local = '2031-10-26T02:15', starts_at = ${startsAt}::timestamptz, ends_at = ${startsAt}::timestamptz + interval '1 hour', pacing_at = ${startsAt}::timestamptz, pacing_until = ${startsAt}::timestamptz + interval '15 minutes' where id = ${made.id}`.execute(
      open.db,
    )
  }
  const sheet = await readSheet(aCtx(open.db), venue.id, { date: '2031-10-26', mealId: undefined })
  expect(sheet.parties.map(({ startsLocal, offset }) => [startsLocal.slice(11), offset])).toEqual([
    ['02:15', '+02:00'],
    ['02:15', '+01:00'],
  ])
  expect(sheet.kitchen.quarters).toHaveLength(2)
})

test('RE5: covers to come are told by the last eight of these days, and not where too little is known; the query is bounded', async () => {
  const venue = await aHouse()
  const dinner = venue.book.shifts[1]!.id
  for (let week = 1; week <= 8; week += 1) {
    const on = new Date(Date.parse(date) - week * 7 * 86_400_000).toISOString().slice(0, 10)
    const day = { date: on, time: '20:00', status: 'completed', override: true } as const
    await aReservation(open.db, venue, { ...day, partySize: 10, createdAt: new Date(Date.parse(on) - 5 * 86_400_000).toISOString() })
    await aReservation(open.db, venue, { ...day, partySize: 6, createdAt: `${on}T17:00:00Z` })
    await aReservation(open.db, venue, { ...day, partySize: 9, status: 'no_show', createdAt: `${on}T17:00:00Z` })
  }
  await aReservation(open.db, venue, { date, time: '21:00', partySize: 12, override: true, createdAt: '2031-06-10T10:00:00Z' })
  const at = (now: string) => readForecasts(aCtx(open.db, { clock: aClock(now) }), venue.id, date)
  const [noon, evening] = await at(`${date}T10:00:00Z`)
  expect(noon).toMatchObject({ name: 'Lunch', booked: 0, forecast: null })
  expect(evening).toMatchObject({ mealId: dinner, booked: 12, forecast: { expected: 18, error: 0, weeks: 8, weekday: 4 } })
  // When all of them had been made already, nothing is to come but who stayed away.
  expect((await at(`${date}T17:30:00Z`))[1]).toMatchObject({ forecast: { expected: 3 } })
  expect((await at('2031-06-13T00:30:00Z'))[1]!.forecast).toBeNull()
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${pastQuery(venue.id, [{ on: date, at: `${date}T10:00:00Z` }])}`.execute(
    open.db.withoutPlugins(),
  )
  expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('reservations_evening')
})

test('RE5: a party’s tables stand beside its name, for the kitchen as well, as long as the venue works with tables', async () => {
  const venue = await aHouse()
  const ctx = aCtx(open.db, { clock: aClock('2031-06-12T10:00:00Z') })
  const table = (name: string) => ({ id: newId(), name, areaId: venue.areaId, minCovers: 1, maxCovers: 4, online: true })
  const [one, two] = [table('T1'), table('T2')]
  const plan = { on: true, tables: [one, two], joins: [[one.id, two.id] as [string, string]], chains: [], version: 0 }
  const saved = await savePlan(ctx, venue.id, plan)
  const large = await aReservation(open.db, venue, { date, time: '20:00', partySize: 8, override: true })
  await aReservation(open.db, venue, { date, time: '20:30', partySize: 2, override: true })
  const terrace = newId()
  await sql`insert into areas (venue_id, id, name, capacity) values (${venue.id}, ${terrace}, 'Terrace', 10)`.execute(open.db)
  await sql`update reservations set area_id = ${terrace}, version = version + 1 where id = ${large.id}`.execute(open.db)
  await assignTables(ctx, large.id, { tableIds: [one.id, two.id], locked: false, version: 0, moves: [] })
  const sheet = await readSheet(ctx, venue.id, { date, mealId: undefined })
  expect(sheet.parties.map(({ tableName }) => tableName)).toEqual(['T1 + T2', null])
  expect(sheet.kitchen.large).toMatchObject([{ partySize: 8, tableName: 'T1 + T2' }])
  // Booked for one room, it sits in another one: it is served where its table stands.
  expect(sheet.parties[0]).toMatchObject({ tableName: 'T1 + T2', areaName: 'Main room' })
  await savePlan(ctx, venue.id, { ...saved, on: false })
  expect((await readSheet(ctx, venue.id, { date, mealId: undefined })).parties.map(({ tableName }) => tableName)).toEqual([null, null])
})
