import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { dueOf, insertRemote, lockRemote, type RemoteKey, type RemoteState, writeRemote } from './remote-rows.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb(2)
})
afterAll(() => open.close())

const stored = async ({ venueId, reservationId }: RemoteKey): Promise<object> => {
  const {
    nextAt: _,
    leaseUntil: __,
    ...row
  } = await open.db
    .selectFrom('remoteBookings')
    .selectAll()
    .where('venueId', '=', venueId)
    .where('reservationId', '=', reservationId)
    .executeTakeFirstOrThrow()
  return row
}

const aRemote = async (leased: boolean) => {
  const venue = await aVenue(open.db)
  const [system, { id }] = [await aSystem(open.db), await aReservation(open.db, venue)]
  const ctx = aCtx(open.db)
  const values = {
    venueId: venue.id,
    reservationId: id,
    systemId: system.id,
    key: id,
    state: 'creating',
    createdAt: ctx.clock().toString(),
  } as const
  return { ctx, row: await transaction(ctx, (inner) => insertRemote(inner, { ...values, leased })) }
}

test('a new row is what the database made of it, defaults and all; before that only what was sent can be read', async () => {
  for (const leased of [true, false]) {
    const { ctx, row } = await aRemote(leased)
    expect(await row.written).toMatchObject(await stored(row))
    expect(await row.written).toMatchObject({
      leaseBy: leased ? ctx.ports.processId : null,
      attempts: 0,
      hints: 0,
      lookAgain: false,
      doubles: [],
    })
    expectTypeOf<Extract<keyof typeof row, 'leaseBy' | 'attempts' | 'doubles' | 'updatedAt'>>().toEqualTypeOf<never>()
  }
})

test('a write is answered as it stands, but for its due time and its lease, which only who locks the row can read', async () => {
  const { ctx, row } = await aRemote(true)
  const after = await transaction(ctx, async (inner) =>
    writeRemote(inner, (await lockRemote(inner, row))!, { attempts: 3, lastError: 'late', lease: true }),
  )
  expect(after).toMatchObject(await stored(row))
  expectTypeOf<Extract<keyof typeof after, 'nextAt' | 'leaseUntil'>>().toEqualTypeOf<never>()
})

const payUntil = '2026-11-20T18:00:00Z'
const waiting = (state: RemoteState, more: Partial<Parameters<typeof dueOf>[0]> = {}) => ({
  state,
  lookAgain: false,
  toldStatus: null,
  payUntil: null,
  ...more,
})

test.each<RemoteState>(['creating', 'changing', 'canceling'])('what is %s is to be worked on now', (state) =>
  expect(dueOf(waiting(state))).toBe('now'),
)

test.each<RemoteState>(['live', 'closed', 'stuck'])('what is %s rests until a look is asked for', (state) => {
  expect(dueOf(waiting(state))).toBeNull()
  expect(dueOf(waiting(state, { lookAgain: true }))).toBe('now')
})

test('a payment is looked at when its time is over, as long as the booking is live and waits for it', () => {
  expect(dueOf(waiting('live', { toldStatus: 'requires_payment', payUntil }))).toBe(payUntil)
  expect(dueOf(waiting('live', { toldStatus: 'confirmed', payUntil }))).toBeNull()
  expect(dueOf(waiting('closed', { toldStatus: 'requires_payment', payUntil }))).toBeNull()
})
