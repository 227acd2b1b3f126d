import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { updateVenue, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { archiveVenue, restoreVenue } from './archive-venue.ts'

let open: OpenDb
let ctx: Ctx
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db)
})
afterAll(() => open.close())

const archive = (id: string, confirmed = false, by = ctx) => archiveVenue(by, { params: { id }, body: { confirmed } })
const toldOf = (id: string) =>
  open.db.selectFrom('auditEntries').select(['action', 'before', 'after']).where('subjectId', '=', id).orderBy('at').execute()

test('VE1: an archived venue is closed and comes back as it was, each told once', async () => {
  const venue = await aVenue(open.db)
  const { book } = await venueWithBook(ctx, venue.id)
  const archived = await archive(venue.id)
  expect([archived.active, typeof archived.archivedAt]).toEqual([false, 'string'])
  const closed = await venueWithBook(ctx, venue.id)
  expect(closed.active).toBe(false)
  // Who decided by the book as it was is turned away.
  expect(closed.book.version).toBe(book.version + 1)
  expect(await refusal(archive(venue.id))).toBe('venue.archived')
  expect(await refusal(updateVenue(ctx, { params: { id: venue.id }, body: { active: true } }))).toBe('venue.archived')
  expect(await restoreVenue(ctx, venue.id)).toMatchObject({ active: true, archivedAt: null })
  expect(await refusal(restoreVenue(ctx, venue.id))).toBe('venue.not_archived')
  expect(await toldOf(venue.id)).toEqual([
    { action: 'venue.archived', before: { active: true, archived: false }, after: { active: false, archived: true } },
    { action: 'venue.restored', before: { active: false, archived: true }, after: { active: true, archived: false } },
  ])
  await updateVenue(ctx, { params: { id: venue.id }, body: { active: false } })
  await archive(venue.id)
  expect(await restoreVenue(ctx, venue.id)).toMatchObject({ active: false, archivedAt: null })
})

test('VE1: guests to come refuse it with their number, and stay when it is confirmed', async () => {
  const venue = await aVenue(open.db)
  await aReservation(open.db, venue)
  await aReservation(open.db, venue, { time: '21:00', partySize: 5, status: 'pending_confirmation' })
  await aReservation(open.db, venue, { time: '19:00', status: 'canceled' })
  await expect(archive(venue.id)).rejects.toMatchObject({
    code: 'venue.has_reservations',
    values: { reservations: 2, covers: 7, last: dayFromNow(1, venue) },
  })
  expect((await archive(venue.id, true)).archivedAt).not.toBeNull()
  const kept = await open.db.selectFrom('reservations').select('status').where('venueId', '=', venue.id).execute()
  expect(kept.map(({ status }) => status).toSorted()).toEqual(['canceled', 'confirmed', 'pending_confirmation'])
})

test('nobody archives or restores a venue of another company', async () => {
  const venue = await aVenue(open.db)
  const other = await aVenue(open.db)
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: other.companyId }))
  expect(await refusal(archive(venue.id, true, stranger))).toBe('venue.not_found')
  await archive(venue.id)
  expect(await refusal(restoreVenue(stranger, venue.id))).toBe('venue.not_found')
})
