import { type ChangedReservation, lockReservation, type ReservationRecord } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { constraintOf, sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { lockRemote, lockUnchanged, type RemoteKey, type RemoteRecord, writeRemote, writtenMeanwhile } from './remote-rows.ts'

export type LeasedBooking = {
  ctx: Ctx
  row: RemoteRecord
  reservation: ReservationRecord
  /** No other booking is known to have the id the system gave: should one have it, the write fails, and `whileOurs` retries without this. */
  alone?: boolean
}

/** What was written of a call. */
export type WrittenBooking = {
  remote: RemoteRecord
  /** The booking as it was brought to the system's word. */
  reservation?: ChangedReservation
}

/**
 * Writes the outcome of a call, in one transaction, only while the lease is ours: a row taken over by another process is reconciled by that one.
 * Should the database lose this write, the write-ahead record still makes it reconciled.
 */
export const outcomeWhileLeased = async (ctx: Ctx, resynced: ResyncedRow, work: Work): Promise<WrittenBooking | undefined> => {
  try {
    return await writeOurs(ctx, resynced, (ours) => work({ ...ours, alone: true }))
  } catch (error) {
    if (!isTakenId(error)) throw error
    return writeOurs(ctx, resynced, work)
  }
}

/** The same, for callers that need the row alone. */
export const whileLeased = async (
  ctx: Ctx,
  resynced: ResyncedRow,
  work: (ours: LeasedBooking) => Promise<RemoteRecord>,
): Promise<RemoteRecord | undefined> => (await outcomeWhileLeased(ctx, resynced, async (ours) => ({ remote: await work(ours) })))?.remote

const isTakenId = (error: unknown): boolean => constraintOf(error) === 'remote_bookings_remote'

type LeasedRows = Pick<LeasedBooking, 'row' | 'reservation'>
/**
 * The same with the rows this process knows already, under optimistic locking: unless written since, they are not read again, and all statements
 * share one round trip.
 */
export const whileUnchanged = async (ctx: Ctx, known: LeasedRows, work: Work): Promise<WrittenBooking | undefined> => {
  try {
    return await transaction(
      ctx,
      async (inner) => {
        await lockUnchanged(inner, known)
        return work({ ctx: inner, ...known, alone: true })
      },
      { unhurried: true },
    )
  } catch (error) {
    if (sqlCodeOf(error) === writtenMeanwhile) return outcomeWhileLeased(ctx, known.row, work)
    if (isTakenId(error)) return writeOurs(ctx, known.row, work)
    throw error
  }
}

type ResyncedRow = RemoteKey & Pick<RemoteRecord, 'hints'>
type Work = (ours: LeasedBooking) => Promise<WrittenBooking>

const writeOurs = (ctx: Ctx, resynced: ResyncedRow, work: Work): Promise<WrittenBooking | undefined> =>
  transaction(
    ctx,
    async (inner) => {
      const [reservation, row] = await Promise.all([lockReservation(inner, resynced.reservationId), lockRemote(inner, resynced)])
      if (!reservation || row?.leaseBy !== inner.ports.processId) return undefined
      const written = await work({ ctx: inner, row, reservation })
      // Hints that arrived after the call was sent are not reflected in its answer.
      return row.hints === resynced.hints || written.remote.lookAgain
        ? written
        : { ...written, remote: await writeRemote(inner, written.remote, { lookAgain: true }) }
    },
    { unhurried: true },
  )
