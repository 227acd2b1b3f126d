import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { changeRowFor } from './find-guest.ts'
import type { Contact } from './guest-contact.ts'
import { contactColumns } from './place-reservation.ts'
import { lockReservation, type ReservationRecord, type PendingReservation } from './reservation-rows.ts'
import { changePipelined, insertPipelined } from './pipelined-rows.ts'

let open: OpenDb
let venue: TestVenue
beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db)
})
afterAll(() => open.close())

const contact: Contact = {
  firstName: 'Lena',
  lastName: 'Brandt',
  email: 'lena@unread.test',
  phone: '+34600111222',
  lang: 'de',
  optIn: true,
  address: { country: 'ES', city: 'Madrid', region: null, street: 'Calle Mayor 1', postalCode: '28013' },
}
const stored = async (id: string): Promise<ReservationRecord> =>
  open.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const beside = { guest: null, source: 'phone' } as const
/** What is left to the database. */
const unsaid =
  'guestId search source channelReference cancelActor cancelReason canceledAt importBatchId importKey importLine version'.split(' ')
const said = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'written' && !unsaid.includes(name)))

const aRow = async (): Promise<PendingReservation> => {
  const like = said(await aReservation(open.db, venue)) as PendingReservation
  const startsAt = instantAt(venue, dayFromNow(2, venue), '21:15')
  const now = aCtx(open.db).clock()
  return {
    ...like,
    id: newId(),
    reference: newReference(),
    startsAt,
    endsAt: instantAt(venue, dayFromNow(2, venue), '22:45'),
    pacingAt: startsAt,
    pacingUntil: instantAt(venue, dayFromNow(2, venue), '21:30'),
    holdExpiresAt: now.add({ minutes: 8 }).toString(),
    status: 'held',
    remote: true,
    createdAt: now.toString(),
    updatedAt: now.toString(),
  }
}

test('a row written unread stands as it was sent; what the database says of it comes with the row itself', async () => {
  const values = await aRow()
  const { answered, early } = await transaction(aCtx(open.db), async (inner) => {
    const row = await insertPipelined(inner, values, beside)
    return { answered: row, early: await row.written }
  })
  const row = await stored(values.id)
  expect(said(answered)).toEqual(said(row))
  expect([early, await answered.written]).toEqual([row, row])
  expect(row).toMatchObject({ version: 1, source: 'phone', canceledAt: null, guestId: null })
  // Nobody can ask the row itself for it.
  expect(Object.keys(answered).filter((name) => unsaid.includes(name))).toEqual([])
  expectTypeOf<Extract<keyof typeof answered, 'guestId' | 'search' | 'source' | 'version'>>().toEqualTypeOf<never>()
})

test('a change written unread stands as it was answered, and its guest is found or made', async () => {
  const values = await aRow()
  const ctx = aCtx(open.db)
  await transaction(ctx, (inner) => insertPipelined(inner, values, beside))
  const change = { status: 'pending_confirmation', holdExpiresAt: null, notes: 'Window', ...contactColumns(contact) } as const
  const answered = await transaction(ctx, async (inner) =>
    changeRowFor(inner, (await lockReservation(inner, values.id))!, { contact, ...change }),
  )
  const row = await stored(values.id)
  expect(said(answered)).toEqual(said(row))
  expect(await answered.written).toEqual(row)
  expect([answered.version, row.version]).toEqual([2, 2])
  expectTypeOf<Extract<keyof typeof answered, 'guestId' | 'search'>>().toEqualTypeOf<never>()
  const guest = await open.db.selectFrom('guests').selectAll().where('id', '=', row.guestId!).executeTakeFirstOrThrow()
  expect(guest).toMatchObject({ firstName: 'Lena', email: 'lena@unread.test' })
})

test('what the database refuses of an unread statement fails its transaction, and nothing of it stays', async () => {
  const values = await aRow()
  const ctx = aCtx(open.db)
  await transaction(ctx, (inner) => insertPipelined(inner, values, beside))
  const moved = transaction(ctx, async (inner) => {
    const row = (await lockReservation(inner, values.id))!
    const after = await changePipelined(inner, row, { notes: 'kept nowhere' })
    return changePipelined(inner, after, { status: 'completed', holdExpiresAt: null })
  })
  await expect(moved).rejects.toMatchObject({ code: 'TW001' })
  // Whoever asks the database for something else before the commit hears the same.
  const asked = transaction(ctx, async (inner) => {
    await changePipelined(inner, (await lockReservation(inner, values.id))!, { status: 'completed', holdExpiresAt: null })
    await inner.db.selectFrom('venues').select('name').execute()
  })
  await expect(asked).rejects.toMatchObject({ code: 'TW001' })
  expect(await stored(values.id)).toMatchObject({ status: 'held', notes: values.notes, version: 1 })
})
