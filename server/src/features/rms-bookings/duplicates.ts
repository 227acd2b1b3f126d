import type { RmsClient } from '#src/features/rms-client/api.ts'
import { lockReservation } from '#src/features/reservations/api.ts'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import { notifyTrouble } from './give-up.ts'
import { lockRemote, type RemoteKey, type RemoteRecord } from './remote-rows.ts'
import type { ReconcileContext } from './reconcile-context.ts'

/** A system that makes them without end is reported a few times only. */
const most = 5

const write = async (ctx: Ctx, { venueId, reservationId }: RemoteKey, doubles: readonly string[]): Promise<string> => {
  const { rows } = await sql<{ trouble: string | null }>`
    update remote_bookings b set doubles = ${doubles}::text[], updated_at = clock_timestamp()
    where venue_id = ${venueId} and reservation_id = ${reservationId} returning remote_trouble(b) as trouble`.execute(ctx.db)
  return rows[0]?.trouble ?? ''
}

/**
 * The system has another booking under the idempotency key of one of ours, with another id. Which one the restaurant goes by cannot be known here:
 * nothing is canceled, staff are notified once per duplicate.
 */
export const recordDuplicate = async (ctx: Ctx, named: RemoteKey, remoteId: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const reservation = await lockReservation(inner, named.reservationId)
    const row = await lockRemote(inner, named)
    if (!reservation || !row || row.remoteId === remoteId || row.doubles.includes(remoteId) || row.doubles.length >= most) return
    const trouble = await write(inner, named, [...row.doubles, remoteId])
    await notifyTrouble(inner, reservation, { what: trouble, eventId: newId() })
    inner.ports.traces.note({
      from: 'system',
      to: 'hub',
      operation: 'doubled',
      systemId: row.systemId,
      venueId: row.venueId,
      reservationId: row.reservationId,
      otherIds: [row.remoteId ?? '', remoteId],
      requestId: ctx.requestId,
      outcome: 'refused',
      error: trouble,
      startedAt: inner.clock().toString(),
      durationMs: 0,
    })
  })

/** Which of them are over at the system, or gone. */
export const endedDuplicates = async ({ ctx, row, rms, venue }: ReconcileContext): Promise<string[]> => {
  const about: Parameters<RmsClient['find']>[1] = { venueId: venue.id, reservationId: row.reservationId, requestId: ctx.requestId }
  const looked = await Promise.all(
    row.doubles.map(async (id) => ({ id, found: await rms.find({ id, venueId: venue.externalId ?? '' }, about) })),
  )
  return looked.flatMap(({ id, found }) =>
    (found.ok ? isEndedAtSystem(found.value.status) : found.fault.kind === 'not_found') ? [id] : [],
  )
}

/** In the transaction that holds the row lock. */
export const forgetDuplicates = async (ctx: Ctx, row: RemoteRecord, over: readonly string[]): Promise<void> => {
  const left = row.doubles.filter((id) => !over.includes(id))
  if (left.length < row.doubles.length) await write(ctx, row, left)
}
