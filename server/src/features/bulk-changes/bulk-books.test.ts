import type { Book } from '@tablewire/contracts/estate/book'
import type { BulkChange, BulkPreview, BulkRun, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { anArea, aShift, aVenue, type TestVenue, type VenueOverrides } from '../../../../tests/build/a-venue.ts'
import { runBulk } from './run-bulk.ts'

let testApp: TestApp
let root: string
beforeAll(async () => {
  testApp = await aTestApp()
  root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const data = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token: root })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const here = (over: VenueOverrides = {}): Promise<TestVenue> => aVenue(testApp.container.db, over)
const idsOf = (venues: readonly { id: string }[]) => venues.map(({ id }) => id)
const asked = (venues: readonly { id: string }[], change: BulkChange) => ({ selection: { ids: idsOf(venues) }, change })
const preview = (venues: readonly { id: string }[], change: BulkChange) =>
  data<BulkPreview>('POST', '/v1/bulk-changes/preview', asked(venues, change))
const work = async (id: string): Promise<BulkRun> => {
  await runBulk(testApp.container.systemCtx('bulk.work'), { id })
  return data<BulkRun>('GET', `/v1/bulk-changes/${id}`)
}
const run = async (venues: readonly { id: string }[], change: BulkChange): Promise<BulkRun> =>
  work((await data<BulkRun>('POST', '/v1/bulk-changes', asked(venues, change))).id)
const undo = async (id: string): Promise<BulkRun> => {
  await data('POST', `/v1/bulk-changes/${id}/undo`)
  return work(id)
}
const told = (id: string) => data<BulkVenue[]>('GET', `/v1/bulk-changes/${id}/venues`)
const bookOf = ({ id }: { id: string }) => data<Book>('GET', `/v1/venues/${id}/book`)
const content = ({ version: _version, ...book }: Book) => book

test('S9: a book is copied in parts, by the names of shifts and areas, and put back as it was', async () => {
  const source = await here({
    book: {
      shifts: [aShift({ name: 'Lunch', from: '12:00', to: '16:00', lastSeating: '15:00' }), aShift({ pacing: { covers: 11, parties: 3 } })],
      areas: [anArea({ name: 'Main room', capacity: 70 }), anArea({ name: 'Bar', capacity: 8, byDefault: false })],
      party: { min: 2, max: 9 },
      horizonDays: 77,
    },
  })
  const target = await here()
  const before = await bookOf(target)
  const change: BulkChange = { kind: 'book', from: source.id, parts: ['week', 'areas', 'rules'] }
  expect(await preview([source, target], change)).toMatchObject({ total: 2, changed: 1, unchanged: 1 })
  const done = await run([target], change)
  expect(done).toMatchObject({ name: source.name, counts: { changed: 1 } })
  const book = await bookOf(target)
  expect(book).toMatchObject({ horizonDays: 77, party: { min: 2, max: 9 }, version: before.version + 1 })
  // The area its reservations sit in and the shift of the same name stay the same ones.
  expect(book.areas.map(({ name, capacity }) => [name, capacity])).toEqual([
    ['Main room', 70],
    ['Bar', 8],
  ])
  expect(book.areas[0]!.id).toBe(before.areas[0]!.id)
  expect(book.shifts.map(({ name }) => name)).toEqual(['Lunch', 'Dinner'])
  expect(book.shifts[1]).toMatchObject({ id: before.shifts[0]!.id, pacing: { covers: 40, parties: null } })
  const again = await run([target], change)
  expect(again.counts).toMatchObject({ changed: 0, unchanged: 1 })
  const pacing = await run([target], { kind: 'book', from: source.id, parts: ['pacing'] })
  expect((await bookOf(target)).shifts[1]!.pacing).toEqual({ covers: 11, parties: 3 })
  await undo(pacing.id)
  expect((await undo(done.id)).counts).toMatchObject({ restored: 1, kept: 0 })
  expect(content(await bookOf(target))).toEqual(content(before))
})

test('S9: a book that is saved while it is copied is given to all as it stood when the change began', async () => {
  const [source, first, second] = [await here({ book: { horizonDays: 66 } }), await here(), await here()]
  const change: BulkChange = { kind: 'book', from: source.id, parts: ['rules'] }
  const { id } = await data<BulkRun>('POST', '/v1/bulk-changes', asked([first, second], change))
  const { db } = testApp.container
  const place = (outcome: 'unchanged' | null) =>
    db.updateTable('bulkChangeVenues').set({ outcome }).where('bulkId', '=', id).where('venueId', '=', second.id).execute()
  // Half of it is done, the source is saved, and the other half follows.
  await place('unchanged')
  await work(id)
  await data('PUT', `/v1/venues/${source.id}/book`, { ...(await bookOf(source)), horizonDays: 12 })
  await place(null)
  await db.updateTable('bulkChanges').set({ state: 'applying' }).where('id', '=', id).execute()
  expect((await work(id)).counts).toMatchObject({ changed: 2 })
  expect((await Promise.all([first, second].map(bookOf))).map(({ horizonDays }) => horizonDays)).toEqual([66, 66])
  // What it copied is kept beside the change, not told with it.
  expect((await data<BulkRun>('GET', `/v1/bulk-changes/${id}`)).change).toEqual(change)
})

test('S9: two shifts of one name are two, each with the limits of its own days', async () => {
  const dinners = (week: number, weekend: number) => [
    aShift({ days: [1, 2, 3, 4], pacing: { covers: week, parties: null } }),
    aShift({ days: [5, 6, 7], pacing: { covers: weekend, parties: null } }),
  ]
  const source = await here({ book: { shifts: dinners(11, 22) } })
  const target = await here({ book: { shifts: dinners(33, 44).toReversed() } })
  const whole = await here()
  const limits = async (venue: TestVenue) => (await bookOf(venue)).shifts.map(({ days, pacing }) => [days.length, pacing.covers])
  const week = await run([target, whole], { kind: 'book', from: source.id, parts: ['week'] })
  expect(week.counts).toMatchObject({ changed: 2, refused: 0 })
  expect(await limits(target)).toEqual([
    [4, 33],
    [3, 44],
  ])
  expect((await bookOf(target)).shifts.map(({ id }) => id)).toEqual(target.book.shifts.map(({ id }) => id).toReversed())
  await run([target], { kind: 'book', from: source.id, parts: ['pacing'] })
  expect(await limits(target)).toEqual([
    [4, 11],
    [3, 22],
  ])
})

test('S9: guests who sit in an area that the copy takes away keep it, and the book of the venue stays', async () => {
  const source = await here({ book: { areas: [anArea({ name: 'Main room' })] } })
  const target = await here()
  const terrace = target.book.areas.find(({ name }) => name === 'Terrace')!
  await aReservation(testApp.container.db, target, { areaId: terrace.id })
  const change: BulkChange = { kind: 'book', from: source.id, parts: ['areas'] }
  // The venue is refused beforehand as it is then.
  expect(await preview([target], change)).toMatchObject({ changed: 0, refused: 1, reasons: [{ code: 'book.area_in_use', venues: 1 }] })
  const done = await run([target], change)
  expect(done.counts).toMatchObject({ changed: 0, refused: 1 })
  expect((await told(done.id))[0]!.reason).toContain('Terrace')
  expect((await bookOf(target)).version).toBe(target.book.version)
})

test('S9: a shift of areas that a venue does not have is told, and so is a venue whose own system keeps the tables', async () => {
  const source = await here()
  const bar = anArea({ name: 'Bar', byDefault: false })
  const barOnly = await here({ book: { areas: [anArea(), bar], shifts: [aShift({ areaIds: [bar.id] })] } })
  const remote = await here()
  await aSystem(testApp.container.db, { venues: [remote.id] })
  const done = await run([source, remote], { kind: 'book', from: barOnly.id, parts: ['week'] })
  expect((await told(done.id)).map(({ reason }) => reason)).toEqual([
    'The venue has no such area: Bar.',
    'The tables are kept by the venue’s own reservation system.',
  ])
})

test('S9: an undo leaves a book that was changed since', async () => {
  const [source, target] = [await here({ book: { horizonDays: 66 } }), await here()]
  const done = await run([target], { kind: 'book', from: source.id, parts: ['rules'] })
  await data('PUT', `/v1/venues/${target.id}/book`, { ...(await bookOf(target)), horizonDays: 67 })
  expect((await undo(done.id)).counts).toMatchObject({ restored: 0, kept: 1 })
  expect((await told(done.id))[0]!.reason).toContain('Bookable ahead')
  expect((await bookOf(target)).horizonDays).toBe(67)
})

const day = (on: string, openingHours: { from: string; to: string }[] = []) => ({
  name: 'Christmas Eve',
  fromOn: on,
  toOn: on,
  openingHours,
})

test('S9: one closure for many venues tells who has booked, cancels nobody, and opens the day again', async () => {
  const [booked, free] = [await here(), await here()]
  await aReservation(testApp.container.db, booked, { partySize: 4 })
  const on = dayFromNow(1, booked)
  const change: BulkChange = { kind: 'day', day: day(on), existing: 'replace' }
  expect(await preview([booked, free], change)).toMatchObject({ changed: 2, guests: { reservations: 1, covers: 4 } })
  const done = await run([booked, free], change)
  expect(done.counts).toMatchObject({ changed: 2 })
  expect((await bookOf(booked)).closures).toMatchObject([{ name: 'Christmas Eve', fromOn: on, toOn: on, from: null, areaId: null }])
  const kept = await testApp.container.db.selectFrom('reservations').select('status').where('venueId', '=', booked.id).execute()
  expect(kept).toEqual([{ status: 'confirmed' }])
  expect((await run([booked], change)).counts).toMatchObject({ unchanged: 1 })
  await undo(done.id)
  expect((await bookOf(booked)).closures).toEqual([])
})

test('S9: what a venue has on these days is kept or replaced, a longer closure only where they meet', async () => {
  const holidays = {
    id: crypto.randomUUID(),
    name: 'Holidays',
    fromOn: '2027-12-20',
    toOn: '2027-12-27',
    from: null,
    to: null,
    areaId: null,
  }
  const venue = await here({ book: { closures: [holidays] } })
  const hours = [{ from: '12:00', to: '16:00' }]
  const keep = await run([venue], { kind: 'day', day: day('2027-12-24', hours), existing: 'keep' })
  expect(keep.counts).toMatchObject({ unchanged: 1 })
  expect((await told(keep.id))[0]!.reason).toContain('Holidays')
  const replace = await run([venue], { kind: 'day', day: day('2027-12-24', hours), existing: 'replace' })
  const book = await bookOf(venue)
  expect(book.closures.map(({ fromOn, toOn }) => [fromOn, toOn])).toEqual([
    ['2027-12-20', '2027-12-23'],
    ['2027-12-25', '2027-12-27'],
  ])
  expect(book.specialDays).toMatchObject([{ fromOn: '2027-12-24', openingHours: hours, shifts: null }])
  await undo(replace.id)
  expect(content(await bookOf(venue))).toMatchObject({ closures: [holidays], specialDays: [] })
})

test('S9: a day of many venues with hours on top of one another is refused beside the field', async () => {
  const venue = await here()
  const faultsOf = async (openingHours: { from: string; to: string }[], over: object = {}) => {
    const change = { kind: 'day', day: { ...day('2027-12-24', openingHours), ...over }, existing: 'replace' }
    const { body, statusCode } = await testApp.ask({
      method: 'POST',
      url: '/v1/bulk-changes/preview',
      body: { selection: { ids: [venue.id] }, change },
      token: root,
    })
    return statusCode === 200 ? {} : (JSON.parse(body) as { errors: object }).errors
  }
  expect(
    await faultsOf([
      { from: '18:00', to: '23:00' },
      { from: '19:00', to: '22:00' },
      { from: '20:00', to: '20:00' },
    ]),
  ).toEqual({
    'change.day.openingHours.1.from': ['The hours of Christmas Eve from 19:00 overlap those from 18:00'],
    'change.day.openingHours.2.to': ['20:00–20:00 ends when it begins'],
  })
  // Beyond midnight, and one after the other.
  expect(
    Object.keys(
      await faultsOf([
        { from: '20:00', to: '02:00' },
        { from: '23:00', to: '01:00' },
      ]),
    ),
  ).toEqual(['change.day.openingHours.1.from'])
  expect(
    await faultsOf([
      { from: '12:00', to: '16:00' },
      { from: '16:00', to: '02:00' },
    ]),
  ).toEqual({})
  expect(await faultsOf([{ from: '00:00', to: '00:00' }])).toEqual({})
  expect(await faultsOf([], { toOn: '2027-12-23' })).toEqual({ 'change.day.toOn': ['Christmas Eve ends before it begins'] })
})
