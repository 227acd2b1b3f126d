import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { ReservationPatch } from '@tablewire/contracts/booking/reservation-inputs'
import type { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { changeReservation } from './change-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { refuseOutdated } from './reservation-history.ts'
import { requireReservation } from './reservation-rows.ts'
import { requireEmail, notifyGuestIfAsked } from './notify-guest.ts'

/** Staff change a reservation (RE3); optimistic lock: refused when another change came since it was read. */
export const updateReservation = async (
  ctx: Ctx,
  { id, patch: sent }: { id: string; patch: z.output<typeof ReservationPatch> },
): Promise<Reservation> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    const { version, notify, ...patch } = sent
    await refuseOutdated(inner, row, version)
    const after = await changeReservation(inner, { row, patch, dialect: { phoneField: 'guest.phone', international: false } })
    if (notify) {
      requireEmail(after.guestEmail)
      await notifyGuestIfAsked(inner, after, 'changed')
    }
    const { tablesMoved } = after
    return { ...(await getReservation(inner, id)), ...(tablesMoved ? { tablesMoved } : {}) }
  })
