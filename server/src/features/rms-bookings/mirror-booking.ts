import type { RemoteBooking } from '@tablewire/connectors/kit/connector'
import { oneLine, plainLines } from '@tablewire/contracts/kit/text.rules'
import { sql } from 'kysely'
import { type ReservationRecord, recordEvent } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type { RemoteStatement } from './apply-remote-state.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import { recordDuplicate } from './duplicates.ts'
import { ownAmong } from './find-own.ts'
import { areaOf, insertRemoteReservation, langOr } from './place-remote.ts'
import { wakeReconciler } from './reconcile-loop.ts'
import { databaseNow, insertRemote, type RemoteKey, type RemoteRecord } from './remote-rows.ts'

/** Which of our rows matches this booking of the system. */
export const namedBy = async (ctx: Ctx, systemId: string, remoteId: string): Promise<RemoteKey | undefined> =>
  ctx.db
    .selectFrom('remoteBookings')
    .select(['venueId', 'reservationId'])
    .where('systemId', '=', systemId)
    .where('remoteId', '=', remoteId)
    .executeTakeFirst()

type UnfoundRow = RemoteKey & Pick<RemoteRecord, 'key' | 'createdAt' | 'state'>
type Unfound = { row: UnfoundRow; reservation: ReservationRecord }
/** In flight: the system's booking may be it. */
const isUnderWay = ({ row }: Unfound): boolean => row.state === 'creating' || row.state === 'canceling'

/** Ours at that start whose outcome is unknown. */
const unfoundAt = async (ctx: Ctx, venueId: string, startsAt: string): Promise<Unfound[]> => {
  const { rows } = await sql<UnfoundRow>`
    select b.* from remote_bookings b join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
    where b.venue_id = ${venueId} and b.remote_id is null and b.sent_at is not null and r.starts_at = ${startsAt}::timestamptz`.execute(
    ctx.db,
  )
  const ids = rows.map((row) => row.reservationId)
  if (!ids.length) return []
  const found = await ctx.db.selectFrom('reservations').selectAll().where('venueId', '=', venueId).where('id', 'in', ids).execute()
  return rows.flatMap((row) => found.filter(({ id }) => id === row.reservationId).map((reservation) => ({ row, reservation })))
}

const unsaid = { venueId: null, areaId: null, startsAt: null, partySize: null, notes: null, contact: null, key: null, channelId: null }
const wholeOf = (booking: Whole): RemoteBooking => ({
  ...unsaid,
  createdAt: null,
  cancelActor: null,
  cancelReason: null,
  paymentUrl: null,
  ...booking,
})

/** The system's booking may be ours: one in flight is resynced once it has arrived, any other at once. */
const lookFor = async (ctx: Ctx, { venueId, reservationId }: RemoteKey): Promise<void> => {
  await sql`
    update remote_bookings set look_again = look_again or state in ('live', 'closed', 'stuck'), hints = hints + 1, next_at = clock_timestamp(), attempts = 0
    where venue_id = ${venueId} and reservation_id = ${reservationId}`.execute(ctx.db)
  wakeReconciler(ctx)
}

type MirrorInput = { systemId: string; venueId: string; booking: RemoteStatement }
/** A booking made at the system itself becomes a reservation here, so that the evening is whole. */
export const mirrorBooking = async (ctx: Ctx, { systemId, venueId, booking }: MirrorInput): Promise<string | undefined> => {
  const { startsAt, partySize, status } = booking
  if (!startsAt || !partySize || !status) return undefined
  const ours = booking.key ? await byKey(ctx, booking.key) : undefined
  if (ours) {
    if (ours.remoteId === null || ours.remoteId === booking.id) await lookFor(ctx, ours)
    else await recordDuplicate(ctx, ours, booking.id)
    return ours.reservationId
  }
  const unfound = await unfoundAt(ctx, venueId, startsAt)
  // Canceled there already it may still be ours: the answer to our create may be older and still to come.
  if (unfound.some(isUnderWay)) throw new Error('one of ours is on its way at that start')
  if (isEndedAtSystem(status)) return undefined
  const named = wholeOf({ ...booking, startsAt, partySize, status })
  for (const given of unfound) {
    const own = ownAmong(given.row, given.reservation, { found: [named] })
    if (own.kind !== 'one') continue
    await lookFor(ctx, given.row)
    // A booking that only looks like ours takes a table in any case.
    if (own.sure) return given.reservation.id
  }
  return transaction(ctx, (inner) => insertMirror(inner, { systemId, venueId, booking: { ...booking, startsAt, partySize, status } }))
}

const byKey = (ctx: Ctx, key: string): Promise<(RemoteKey & Pick<RemoteRecord, 'remoteId'>) | undefined> =>
  ctx.db.selectFrom('remoteBookings').select(['venueId', 'reservationId', 'remoteId']).where('key', '=', key).executeTakeFirst()

/** The guest as stored: a dash where a system says nothing, or the data may not be stored. */
export const guestOf = ({ contact, notes }: Pick<RemoteStatement, 'contact' | 'notes'>, storeCustomerData: boolean) => {
  const { firstName = '', lastName = '', email, phone } = (storeCustomerData && contact) || {}
  return {
    notes: storeCustomerData && notes ? plainLines(notes) : null,
    contact: {
      firstName: oneLine(firstName),
      lastName: oneLine(lastName) || '–',
      email: email || null,
      phone: phone || null,
      lang: langOr(contact?.lang ?? null),
      optIn: contact?.optIn ?? false,
      address: null,
    },
  }
}

type Whole = RemoteStatement & { startsAt: string; partySize: number; status: ReservationRecord['status'] }
const insertMirror = async (
  ctx: Ctx,
  { systemId, venueId, booking }: { systemId: string; venueId: string; booking: Whole },
): Promise<string | undefined> => {
  // Race of two hints about the same new booking: the second finds the first one's row.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${systemId} ${booking.id}`}, 4714))`.execute(ctx.db)
  const known = await namedBy(ctx, systemId, booking.id)
  if (known) return known.reservationId
  const venue = await venueWithBook(ctx, venueId)
  const { storeCustomerData } = await ctx.db
    .selectFrom('systems')
    .select('storeCustomerData')
    .where('id', '=', systemId)
    .executeTakeFirstOrThrow()
  const area = venue.book.areas.find((one) => one.externalId !== undefined && one.externalId === booking.areaId)
  const reservation = await insertRemoteReservation(ctx, {
    venue,
    id: newId(),
    source: 'system',
    startsAt: booking.startsAt,
    partySize: booking.partySize,
    areaId: area?.id ?? areaOf(venue, null).id,
    durationSeconds: null,
    duration: booking.durationSeconds ?? null,
    bookingType: booking.bookingType ? oneLine(booking.bookingType) || null : null,
    channelCoversMax: null,
    status: booking.status,
    ...guestOf(booking, storeCustomerData),
  })
  await recordEvent(ctx, {
    kind: 'booked',
    action: null,
    before: null,
    after: reservation,
    side: 'system',
    extra: { remoteId: booking.id },
  })
  const now = ctx.clock().toString()
  const row = {
    venueId,
    reservationId: reservation.id,
    systemId,
    remoteId: booking.id,
    key: reservation.id,
    state: 'live',
    toldStatus: booking.status,
    toldStartsAt: booking.startsAt,
    toldPartySize: booking.partySize,
    toldAt: databaseNow,
    madeAt: databaseNow,
    createdAt: now,
  } as const
  await insertRemote(ctx, { ...row, leased: false })
  return reservation.id
}
