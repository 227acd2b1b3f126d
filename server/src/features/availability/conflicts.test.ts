import type { Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { updateBook } from '#src/features/venues/update-book.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { conflictsLeft, keepReservation, recordConflicts } from './conflict-rows.ts'
import { findConflicts } from './find-conflicts.ts'

let open: OpenDb
const clock = aClock('2026-11-20T12:00:00Z')
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

type Party = { at?: string; size?: number; areaId?: string; override?: boolean; status?: string }
/** A confirmed party at a UTC time of 21 November, a Saturday; the venue's clock shows an hour more. */
const sit = async (
  venue: TestVenue,
  { at = '18:00', size = 2, areaId = venue.areaId, status = 'confirmed' }: Party = {},
): Promise<string> => {
  const id = newId()
  const start = `2026-11-21T${at}:00Z`
  await sql`insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until,
      book_version, source, guest_first_name, guest_last_name)
    values (${venue.id}, ${id}, ${newReference()}, ${status}, ${size}, ${start}::timestamptz, ${start}::timestamptz + interval '90 minutes',
      ${start}::timestamptz at time zone 'Europe/Madrid', '2026-11-21', ${areaId}, ${start}::timestamptz, ${start}::timestamptz + interval '15 minutes', 1, 'import', 'Lena', 'Law')`.execute(
    open.db,
  )
  return id
}
const admin = () => aCtx(open.db, { clock })
const found = async (venue: TestVenue, change: Partial<Book>) =>
  (await findConflicts(admin(), { venueId: venue.id, book: { ...venue.book, ...change } })).conflicts
const idsOf = (rows: readonly { reservationId: string }[]) => rows.map(({ reservationId }) => reservationId)

test('SE2 a book that takes everybody leaves nobody behind', async () => {
  const venue = await aVenue(open.db)
  await sit(venue)
  expect(await found(venue, { noticeMinutes: 100_000, horizonDays: 1, party: { min: 4, max: 9 } })).toEqual([])
})

test('SE2 a reservation outside the new shifts, on a closed day or in an area that is gone is named with its rule', async () => {
  const venue = await aVenue(open.db)
  const [terrace] = venue.book.areas.slice(1)
  const early = await sit(venue, { at: '16:00' })
  const late = await sit(venue, { at: '20:30', areaId: terrace!.id })
  const shorter = await found(venue, { shifts: [{ ...venue.book.shifts[0]!, from: '18:00' }] })
  expect(shorter).toMatchObject([
    { reservationId: early, startsLocal: '2026-11-21T17:00', guestName: 'Lena Law', blocks: false, rules: [{ rule: 'no_shift' }] },
  ])
  const closure = { id: newId(), name: 'Party', fromOn: '2026-11-21', toOn: '2026-11-21', from: null, to: null, areaId: null }
  const shut = await found(venue, { closures: [closure] })
  expect(idsOf(shut)).toEqual([early, late])
  expect(shut[0]?.rules).toMatchObject([{ rule: 'closure', setting: `closures/${closure.id}` }])
  const gone = await found(venue, { areas: venue.book.areas.slice(0, 1) })
  expect(gone).toMatchObject([{ reservationId: late, areaName: 'Terrace', blocks: true, rules: [{ rule: 'area_closed' }] }])
})

test('SE2 of too many at one time those who booked last are named, and no more than must move', async () => {
  const venue = await aVenue(open.db)
  const parties = [await sit(venue, { size: 8 }), await sit(venue, { size: 8 }), await sit(venue, { size: 2 })]
  const shift = aShift({ ...venue.book.shifts[0]!, pacing: { covers: 10, parties: null } })
  expect(idsOf(await found(venue, { shifts: [shift] }))).toEqual([parties[1]])
})

test('SE2 what was against the book before is nothing new', async () => {
  const venue = await aVenue(open.db)
  await sit(venue, { at: '10:00' })
  expect(await found(venue, { noticeMinutes: 5 })).toEqual([])
})

test('SE2 after a change the list stays until each was moved, canceled or kept', async () => {
  const venue = await aVenue(open.db)
  const [one, two, three] = [await sit(venue, { at: '16:00' }), await sit(venue, { at: '16:15' }), await sit(venue, { at: '16:30' })]
  const book = await updateBook(admin(), {
    venueId: venue.id,
    book: { ...venue.book, shifts: [{ ...venue.book.shifts[0]!, from: '18:00' }] },
  })
  await recordConflicts(admin(), { venueId: venue.id, before: venue.book })
  expect(idsOf((await conflictsLeft(admin(), venue.id)).conflicts)).toEqual([one, two, three])
  await sql`update reservations set status = 'canceled' where id = ${one}`.execute(open.db)
  const ctx = admin()
  expect(await keepReservation(ctx, { venueId: venue.id, reservationId: two! })).toMatchObject({
    total: 1,
    conflicts: [{ reservationId: three }],
  })
  expect(ctx.unitOfWork.audited).toEqual(['book.conflict_kept'])
  await expect(keepReservation(admin(), { venueId: venue.id, reservationId: two! })).rejects.toMatchObject({
    code: 'book.conflict_not_found',
  })
  await updateBook(admin(), { venueId: venue.id, book: { ...book, shifts: venue.book.shifts } })
  await recordConflicts(admin(), { venueId: venue.id, before: book })
  expect(await conflictsLeft(admin(), venue.id)).toEqual({ total: 0, conflicts: [] })
})

test('SE2 another venue’s list does not exist, and a guest is named only to those who may see reservations', async () => {
  const [venue, other] = [await aVenue(open.db), await aVenue(open.db)]
  await sit(venue, { at: '16:00' })
  const ctx = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_MANAGER'], permissions: ['venues'], venues: [venue.id] }))
  const manager = { ...ctx, clock }
  const book = { ...venue.book, shifts: [] }
  expect((await findConflicts(manager, { venueId: venue.id, book })).conflicts).toMatchObject([{ guestName: null }])
  for (const ask of [
    () => findConflicts(manager, { venueId: other.id, book }),
    () => conflictsLeft(manager, other.id),
    () => keepReservation(manager, { venueId: other.id, reservationId: newId() }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'venue.not_found' })
})
