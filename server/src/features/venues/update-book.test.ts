import type { Book } from '@tablewire/contracts/estate/book'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Problem } from '#src/platform/problem.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { listArchivedAreas } from './list-archived-areas.ts'
import { updateBook } from './update-book.ts'
import { venueWithBook } from './venue-with-book.ts'

let open: OpenDb
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const write = (venue: TestVenue, book: Book, ctx = aCtx(open.db, { clock })) => updateBook(ctx, { venueId: venue.id, book })
const read = async (venue: TestVenue) => (await venueWithBook(aCtx(open.db), venue.id)).book
const refusal = async (answer: Promise<unknown>): Promise<object> =>
  answer.then(
    () => ({ code: 'answered' }),
    (error: object) => error,
  )

/** A party straight into the table, as an import would write it. */
const sit = async (
  venue: TestVenue,
  areaId: string,
  { status = 'confirmed' as Status, startsAt = '2026-11-21T19:00:00Z', hold = null as string | null } = {},
) =>
  sql`insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, book_version, source, hold_expires_at)
    values (${venue.id}, ${newId()}, ${newReference()}, ${status}, 2, ${startsAt}::timestamptz, ${startsAt}::timestamptz + interval '90 minutes',
      ${startsAt}::timestamptz at time zone 'UTC', (${startsAt}::timestamptz at time zone 'UTC')::date, ${areaId}, ${startsAt}::timestamptz, ${startsAt}::timestamptz + interval '15 minutes', 1, 'import', ${hold})`.execute(
    open.db,
  )

test('the book is replaced whole, its version rises, and screens and audit hear of it', async () => {
  const venue = await aVenue(open.db)
  const { ports, live } = recordingPorts()
  const ctx = aCtx(open.db, { clock, ports })
  const wanted: Book = {
    ...venue.book,
    shifts: [aShift({ name: 'Late dinner', from: '20:00', lastSeating: '21:30' })],
    noticeMinutes: 45,
    bookableAreas: true,
  }
  const written = await write(venue, wanted, ctx)
  expect(written).toEqual({ ...wanted, version: 2 })
  expect(await read(venue)).toEqual(written)
  expect(live).toEqual([{ type: 'book', venueId: venue.id, id: null, kind: null }])
  expect(ctx.unitOfWork.audited).toEqual(['book.updated'])
  const entry = await open.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'book.updated')
    .where('venueId', '=', venue.id)
    .executeTakeFirstOrThrow()
  expect(Object.keys(entry.before ?? {}).toSorted()).toEqual(['bookableAreas', 'noticeMinutes', 'shifts', 'version'])
})

test("a book read before somebody else's change is refused; of two writers at once one wins", async () => {
  const venue = await aVenue(open.db)
  const answers = await Promise.all([30, 60, 90].map((noticeMinutes) => refusal(write(venue, { ...venue.book, noticeMinutes }))))
  expect(answers.map((answer) => (answer as { code: string }).code).toSorted()).toEqual([
    'answered',
    'book.version_stale',
    'book.version_stale',
  ])
  expect((await read(venue)).version).toBe(2)
})

test('a book that contradicts itself is refused with the place, and nothing is written', async () => {
  const venue = await aVenue(open.db)
  const wrong = { ...venue.book, party: { min: 9, max: 2 }, shifts: [aShift({ lastSeating: '23:30' })] }
  expect(await refusal(write(venue, wrong))).toMatchObject({
    code: 'book.inconsistent',
    values: { detail: 'contradiction.last_seating', name: 'Dinner', time: '23:30', from: '17:00', to: '23:00' },
    fields: { 'shifts.0.lastSeating': [{ issue: 'contradiction.last_seating' }], 'party.min': [{ issue: 'contradiction.parties' }] },
  })
  expect(await read(venue)).toEqual(venue.book)
})

test('SE2: a book of two special days on one date stays readable and is saved where nobody touches them', async () => {
  const day = (name: string, openingHours: Book['specialDays'][number]['openingHours']) => ({
    id: newId(),
    name,
    fromOn: '2026-12-24',
    toOn: '2026-12-24',
    openingHours,
    shifts: null,
  })
  const [eve, party] = [day('Eve', [{ from: '12:00', to: '15:00' }]), day('Party', [{ from: '18:00', to: '02:00' }])]
  // Straight into the table, as it was saved before that was asked.
  const venue = await aVenue(open.db, { book: { specialDays: [eve, party] } })
  const saved = await write(venue, { ...(await read(venue)), noticeMinutes: 45 })
  expect(await read(venue)).toMatchObject({ noticeMinutes: 45, specialDays: [eve, party] })
  expect(await refusal(write(venue, { ...saved, specialDays: [eve, { ...party, openingHours: eve.openingHours }] }))).toMatchObject({
    code: 'book.inconsistent',
    fields: { 'specialDays.1.fromOn': [{ issue: 'contradiction.date_twice', values: { name: 'Party', other: 'Eve' } }] },
  })
  const mended = await write(venue, { ...saved, specialDays: [eve] })
  // Once mended it does not come back, unless it is put back.
  expect(await refusal(write(venue, { ...mended, specialDays: [eve, party] }))).toMatchObject({ code: 'book.inconsistent' })
})

test('areas are added, renamed, sorted, archived and brought back, and the default moves', async () => {
  const venue = await aVenue(open.db)
  const [room, terrace] = venue.book.areas as [Book['areas'][0], Book['areas'][0]]
  const garden = anArea({ name: 'Garden' })
  const second = await write(venue, { ...venue.book, areas: [garden, { ...room, name: 'Dining room', byDefault: false }] })
  expect((await read(venue)).areas).toEqual([garden, { ...room, name: 'Dining room', byDefault: false }])
  const rows = await open.db.selectFrom('areas').select(['id', 'archivedAt']).where('venueId', '=', venue.id).execute()
  expect(rows.filter(({ archivedAt }) => archivedAt !== null).map(({ id }) => id)).toEqual([terrace.id])
  await write(venue, {
    ...second,
    areas: [
      { ...terrace, byDefault: true },
      { ...garden, byDefault: false },
      { ...room, byDefault: false },
    ],
  })
  expect((await read(venue)).areas.map(({ id, byDefault }) => [id, byDefault])).toEqual([
    [terrace.id, true],
    [garden.id, false],
    [room.id, false],
  ])
})

test.each<[string, Parameters<typeof sit>[2], string]>([
  ['a confirmed party to come', {}, 'book.area_in_use'],
  ['a party at the table now', { status: 'seated', startsAt: '2026-11-20T17:00:00Z' }, 'book.area_in_use'],
  ['a hold', { status: 'held', hold: '2026-11-20T18:05:00Z' }, 'book.area_in_use'],
  ['a hold that ran out', { status: 'held', hold: '2026-11-20T17:59:00Z' }, 'answered'],
  ['a party that left', { status: 'completed', startsAt: '2026-11-20T16:00:00Z' }, 'answered'],
  ['a canceled party', { status: 'canceled' }, 'answered'],
])('an area with %s: %s', async (_what, party, expected) => {
  const venue = await aVenue(open.db)
  const terrace = venue.book.areas[1]!
  await sit(venue, terrace.id, party)
  const without = { ...venue.book, areas: venue.book.areas.slice(0, 1) }
  expect(await refusal(write(venue, without))).toMatchObject(
    expected === 'answered' ? { code: expected } : { code: expected, values: { area: 'Terrace' } },
  )
  expect((await read(venue)).areas).toHaveLength(expected === 'answered' ? 1 : 2)
})

test('a booking under way in the area is waited for', async () => {
  const venue = await aVenue(open.db)
  const terrace = venue.book.areas[1]!
  let writing: Promise<object> | undefined
  await open.db.transaction().execute(async (trx) => {
    await sql`insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, book_version, source)
      values (${venue.id}, ${newId()}, ${newReference()}, 'confirmed', 2, '2026-11-21T19:00Z', '2026-11-21T20:30Z', '2026-11-21T20:00', '2026-11-21', ${terrace.id}, '2026-11-21T19:00Z', '2026-11-21T19:15Z', 1, 'import')`.execute(
      trx,
    )
    writing = refusal(write(venue, { ...venue.book, areas: venue.book.areas.slice(0, 1) }))
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  expect(await writing).toMatchObject({ code: 'book.area_in_use' })
})

test('SE2: an archived area is told apart, and stands in the book again with its own id', async () => {
  const venue = await aVenue(open.db)
  const [room, terrace] = venue.book.areas as [Book['areas'][number], Book['areas'][number]]
  await sit(venue, terrace.id, { status: 'completed', startsAt: '2026-11-19T19:00:00Z' })
  const without = await write(venue, { ...venue.book, areas: [{ ...room, byDefault: true }] })
  const [gone] = await listArchivedAreas(aCtx(open.db), venue.id)
  expect(gone).toMatchObject({ id: terrace.id, name: terrace.name, byDefault: false, archivedAt: '2026-11-20T18:00:00Z' })
  const { archivedAt: _at, ...back } = gone!
  await write(venue, { ...without, areas: [...without.areas, back] })
  expect((await read(venue)).areas.map(({ id }) => id)).toEqual([room.id, terrace.id])
  expect(await listArchivedAreas(aCtx(open.db), venue.id)).toEqual([])
})

test('the same book again is no change: no version, no entry, nobody is woken', async () => {
  const venue = await aVenue(open.db)
  const { ports, live } = recordingPorts()
  const before = await read(venue)
  // As a form sends it that knows every field.
  const sent = { ...before, areas: before.areas.map((area) => ({ rwgDefault: false, externalId: '', names: {}, ...area })) }
  expect(await write(venue, sent, aCtx(open.db, { clock, ports }))).toEqual(before)
  expect(await read(venue)).toEqual(before)
  expect(live).toEqual([])
  const told = await open.db.selectFrom('auditEntries').select('id').where('venueId', '=', venue.id).where('subject', '=', 'book').execute()
  expect(told).toEqual([])
  expect(await refusal(write(venue, { ...before, version: before.version + 1 }))).toMatchObject({ code: 'book.version_stale' })
})

const limits = (shiftId: string, on: string, covers: number) => ({
  id: newId(),
  on,
  shiftId,
  targetCovers: 80,
  pacing: { covers, parties: null },
  pacingAt: [{ at: '19:00', covers: 2, parties: 1 }],
})

test('RE5 who says nothing of limits of a date, or of a target, leaves them; what holds for no shift or a date long past goes', async () => {
  const venue = await aVenue(open.db, { book: { shifts: [aShift({ name: 'Lunch' }), aShift({ name: 'Dinner' })] } })
  const [lunch, dinner] = venue.book.shifts as [Book['shifts'][0], Book['shifts'][0]]
  const [tonight, old] = [limits(dinner.id, '2026-11-20', 10), limits(lunch.id, '2026-09-01', 10)]
  const first = await write(venue, { ...venue.book, shifts: [lunch, { ...dinner, targetCovers: 60 }], dayLimits: [tonight, old] })
  expect(first.dayLimits).toEqual([tonight])
  const { dayLimits: _unknown, ...unaware } = first
  const second = await write(venue, { ...unaware, noticeMinutes: 5, shifts: [lunch, dinner] })
  expect(second.dayLimits).toEqual([tonight])
  expect(second.shifts[1]).toMatchObject({ id: dinner.id, targetCovers: 60 })
  const third = await write(venue, { ...second, shifts: [lunch] })
  expect(third.dayLimits).toEqual([])
})

test('RE5 limits of a date are those of a meal of that day, at its starts; what stood goes with its meal', async () => {
  const venue = await aVenue(open.db, { book: { shifts: [aShift({ days: [1, 2, 3, 4, 5] })] } })
  const [shift] = venue.book.shifts as [Book['shifts'][0]]
  const issues = async (...dayLimits: ReturnType<typeof limits>[]) =>
    write(venue, { ...venue.book, dayLimits }).then(
      () => [],
      (error: Problem) => Object.entries(error.fields!).map(([path, [first]]) => [path, first!.issue]),
    )
  const friday = limits(shift.id, '2026-11-20', 10)
  expect(await issues(friday, limits(newId(), '2026-11-20', 10))).toEqual([['dayLimits.1.shiftId', 'contradiction.limit_no_meal']])
  expect(await issues(limits(shift.id, '2026-11-21', 10))).toEqual([['dayLimits.0.shiftId', 'contradiction.limit_no_meal']])
  expect(await issues({ ...friday, pacingAt: [{ at: '19:07', covers: 2, parties: 1 }] })).toEqual([
    ['dayLimits.0.pacingAt.0.at', 'contradiction.no_interval'],
  ])
  const stands = await write(venue, { ...venue.book, dayLimits: [friday] })
  const closed = { ...stands, shifts: [{ ...shift, days: [1 as const] }] }
  expect((await write(venue, closed)).dayLimits).toEqual([friday])
})

test('RE5 a shift has other limits on a date once, and each of its starts', async () => {
  const venue = await aVenue(open.db)
  const [shift] = venue.book.shifts as [Book['shifts'][0]]
  const one = limits(shift.id, '2026-11-21', 10)
  const twice = { ...one, pacingAt: [...one.pacingAt, ...one.pacingAt] }
  await expect(write(venue, { ...venue.book, dayLimits: [one, { ...one, id: newId() }] })).rejects.toMatchObject({
    code: 'book.inconsistent',
  })
  await expect(write(venue, { ...venue.book, dayLimits: [twice] })).rejects.toMatchObject({ code: 'book.inconsistent' })
})

test('RE5 the history names the limits of before, and putting them back takes them away again', async () => {
  const venue = await aVenue(open.db)
  const [shift] = venue.book.shifts as [Book['shifts'][0]]
  const after = await write(venue, { ...venue.book, dayLimits: [limits(shift.id, '2026-11-21', 10)] })
  const entry = await open.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'book.updated')
    .where('venueId', '=', venue.id)
    .executeTakeFirstOrThrow()
  expect(entry.before).toMatchObject({ dayLimits: [] })
  const back = await updateBook(aCtx(open.db, { clock }), {
    venueId: venue.id,
    book: { ...after, dayLimits: [] },
    former: after.specialDays,
  })
  expect(back.dayLimits).toEqual([])
})
