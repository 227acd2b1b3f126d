import type { Ctx } from '#src/platform/ctx.ts'
import { pending } from '#src/platform/db/pending.ts'
import type { Statement } from '#src/platform/db/statement.ts'
import {
  changeGuestOf,
  type ChangedReservation,
  type GuestParts,
  insertionOf,
  type NewReservation,
  type OpenReservation,
  type ReservationChange,
  type ReservationRecord,
  type PendingReservation,
} from './reservation-rows.ts'

/** `source` may be a subquery. */
type Beside = { guest: GuestParts | null; source: ReservationRecord['source'] | Statement }

/** Pipelines the insert of a reservation with the commit: awaiting the row would cost a round trip, while it holds locks. */
export const insertPipelined = (ctx: Ctx, values: PendingReservation, { guest, source }: Beside): Promise<NewReservation> => {
  const written = insertionOf(guest, { ...values, source })
    .execute(ctx.db)
    .then(({ rows }) => rows[0]!)
  return pending(ctx, values, written)
}

/** The same for an update of a locked row. */
export const changePipelined = (
  ctx: Ctx,
  before: OpenReservation,
  { guest, ...change }: ReservationChange & { guest?: GuestParts | null },
): Promise<ChangedReservation> => {
  const now = ctx.clock()
  const sent: OpenReservation = {
    ...before,
    ...(change as Partial<OpenReservation>),
    version: before.version + 1,
    updatedAt: now.toString(),
  }
  const said = changeGuestOf({ ...ctx, clock: () => now }, before, { ...change, ...(guest ? { guest } : {}) })
  return pending(
    ctx,
    sent,
    said.then((known) => ({ ...sent, ...known })),
  )
}
