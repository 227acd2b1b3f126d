import { type ChangedReservation, lockReservation, type ReservationRecord } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { constraintOf, sqlCodeOf, transaction } from '#src/platform/db/transaction.ts'
import { lockRemote, lockUnchanged, type RemoteKey, type RemoteRecord, writeRemote, writtenMeanwhile } from './remote-rows.ts'

export type Ours = {
  ctx: Ctx
  row: RemoteRecord
  reservation: ReservationRecord
  /** Nothing else is taken to have the id the system gave: should something have it, the write fails, and `whileOurs` goes on without this. */
  alone?: boolean
}

/** What was written of a call. */
export type WrittenBooking = {
  remote: RemoteRecord
  /** The booking as it was brought to the system's word. */
  reservation?: ChangedReservation
}

/**
 * Writes what became of a call, in one transaction, when the lease is still ours: a row taken over by somebody else is theirs to write, and they
 * find out for themselves. So does this process, should the database lose it: before the call it was written that there is something to find out.
 */
export const outcomeWhileOurs = async (ctx: Ctx, asked: ResyncedRow, work: Work): Promise<WrittenBooking | undefined> => {
  try {
    return await writeOurs(ctx, asked, (ours) => work({ ...ours, alone: true }))
  } catch (error) {
    if (!isTakenId(error)) throw error
    return writeOurs(ctx, asked, work)
  }
}

/** The same, for whom the row alone is outcome enough. */
export const whileOurs = async (
  ctx: Ctx,
  asked: ResyncedRow,
  work: (ours: Ours) => Promise<RemoteRecord>,
): Promise<RemoteRecord | undefined> => (await outcomeWhileOurs(ctx, asked, async (ours) => ({ remote: await work(ours) })))?.remote

const isTakenId = (error: unknown): boolean => constraintOf(error) === 'remote_bookings_remote'

type LeasedRows = Pick<Ours, 'row' | 'reservation'>
/** The same for a booking that this process knows: unless somebody has written it since, its rows are not read again, and all leaves in one go. */
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
    if (sqlCodeOf(error) === writtenMeanwhile) return outcomeWhileOurs(ctx, known.row, work)
    if (isTakenId(error)) return writeOurs(ctx, known.row, work)
    throw error
  }
}

type ResyncedRow = RemoteKey & Pick<RemoteRecord, 'hints'>
type Work = (ours: Ours) => Promise<WrittenBooking>

const writeOurs = (ctx: Ctx, asked: ResyncedRow, work: Work): Promise<WrittenBooking | undefined> =>
  transaction(
    ctx,
    async (inner) => {
      const [reservation, row] = await Promise.all([lockReservation(inner, asked.reservationId), lockRemote(inner, asked)])
      if (!reservation || row?.leaseBy !== inner.ports.processId) return undefined
      const written = await work({ ctx: inner, row, reservation })
      // What was hinted at after the system had been asked is not in its answer.
      return row.hints === asked.hints || written.remote.lookAgain
        ? written
        : { ...written, remote: await writeRemote(inner, written.remote, { lookAgain: true }) }
    },
    { unhurried: true },
  )
