import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { archiveVenue } from '#src/features/venue-archive/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { createReservation } from './create-reservation.ts'
import { bookSlot } from './hold-slot.ts'
import { reservationsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db))
})
afterAll(() => open.close())

const guest = { firstName: 'Ana', lastName: 'García', email: 'ana@example.test', phone: null, lang: 'es' as const }
const at = (venue: TestVenue, time = '20:00'): string => instantAt(venue, dayFromNow(3, venue), time)
const archive = (by: Ctx, id: string, confirmed = false) => archiveVenue(by, { params: { id }, body: { confirmed } })
const book = (by: Ctx, venue: TestVenue, override = false) =>
  createReservation(by, { venueId: venue.id, startsAt: at(venue), partySize: 2, guest, override })
const living = async ({ id }: TestVenue): Promise<number> =>
  (await open.db.selectFrom('reservations').select('id').where('venueId', '=', id).where('status', '=', 'confirmed').execute()).length

test('VE1: nobody is placed at an archived venue, whatever he may override; who was to come already is seated as ever', async () => {
  const venue = await aVenue(open.db)
  const [coming, gone] = [await aReservation(open.db, venue), await aReservation(open.db, venue, { time: '18:00', status: 'canceled' })]
  await archive(ctx, venue.id, true)
  for (const override of [false, true]) {
    expect(await refusal(book(ctx, venue, override))).toBe('venue.archived')
    const moved = { params: { id: coming.id }, body: { startsAt: at(venue, '21:00'), override, version: coming.version } }
    expect(await refusal(reservationsHandlers.update(ctx, moved))).toBe('venue.archived')
    expect(await refusal(reservationsHandlers.reopen(ctx, { params: { id: gone.id }, body: { override } }))).toBe('venue.archived')
  }
  expect(await refusal(reservationsHandlers.cancel(ctx, { params: { id: coming.id }, body: { reason: 'The house is closed' } }))).toBe(
    'done',
  )
})

test.each([
  ['overridden', { override: true }],
  ['imported', { source: 'import' as const }],
  ['of its own system', { remote: true }],
  ['ordinary', {}],
])('VE1: the database itself places nobody there: %s', async (_, columns) => {
  const venue = await aVenue(open.db)
  await archive(ctx, venue.id)
  const { book: rules } = await venueWithBook(ctx, venue.id)
  await expect(aReservation(open.db, venue, { bookVersion: rules.version, ...columns })).rejects.toMatchObject({ code: 'TW040' })
})

test('VE1: what a system has is kept: its guest comes', async () => {
  const venue = await aVenue(open.db)
  await archive(ctx, venue.id)
  expect(await aReservation(open.db, venue, { remote: true, source: 'system' })).toMatchObject({ status: 'confirmed' })
})

/** The first has done its work and not committed yet when the second begins, on another connection. */
const oneBehindTheOther = async (first: (inner: Ctx) => Promise<unknown>, second: () => Promise<unknown>) => {
  let later = Promise.resolve('')
  const sooner = await refusal(
    transaction({ ...ctx, unitOfWork: aCtx(open.db).unitOfWork }, async (inner) => {
      await first(inner)
      later = refusal(second())
      await setTimeout(150)
    }),
  )
  return [sooner, await later]
}

test.each([false, true])('VE1: a booking that comes while the venue is archived is refused; override %s', async (override) => {
  const venue = await aVenue(open.db)
  expect(
    await oneBehindTheOther(
      (inner) => archive(inner, venue.id),
      () => book(ctx, venue, override),
    ),
  ).toEqual(['done', 'venue.archived'])
  expect(await living(venue)).toBe(0)
})

test('VE1: a channel that comes while the venue is archived is told that it is closed', async () => {
  const venue = await aVenue(open.db)
  const seller = ctxOfChannel(open.db, await aChannel(open.db, { venues: [venue.id] }))
  const ask = {
    venueId: venue.id,
    venueOf: (inner: Ctx) => venueWithBook(inner, venue.id),
    startsAt: at(venue),
    partySize: 2,
    areaId: null,
  }
  const contact = { ...guest, optIn: false, address: null, phoneField: 'phone' }
  const both = await oneBehindTheOther(
    (inner) => archive(inner, venue.id),
    () => bookSlot(seller, { ...ask, contact, notes: null }),
  )
  expect(both).toEqual(['done', 'slot.closed'])
  expect(await living(venue)).toBe(0)
})

test('VE1: whoever archives while somebody books is told of the guest', async () => {
  const venue = await aVenue(open.db)
  const both = await oneBehindTheOther(
    (inner) => book(inner, venue),
    () => archive(ctx, venue.id),
  )
  expect(both).toEqual(['done', 'venue.has_reservations'])
  expect(await living(venue)).toBe(1)
})

test('VE1: at once and without any order, a party is booked or the venue is archived, never both', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const venue = await aVenue(open.db)
      const both = await Promise.all([refusal(book(ctx, venue, index % 2 === 0)), refusal(archive(ctx, venue.id))])
      return [...both, await living(venue)].join(' ')
    }),
  )
  for (const outcome of outcomes) expect(['done venue.has_reservations 1', 'venue.archived done 0']).toContain(outcome)
})
