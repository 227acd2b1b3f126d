import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireReservation } from './reservation-rows.ts'
import { noticeOf, requireEmail, notifyGuestIfAsked } from './notify-guest.ts'

/** Sends the guest the confirmation again, as the reservation stands now. */
export const resendConfirmation = async (ctx: Ctx, id: string): Promise<{ sentTo: string }> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    const notice = noticeOf(row.status)
    if (!notice) throw new Problem('reservation.final')
    const sentTo = requireEmail(row.guestEmail)
    await notifyGuestIfAsked(inner, row, notice)
    await audit(inner, { action: 'reservation.confirmation_resent', subject: 'reservation', subjectId: id, venueId: row.venueId })
    return { sentTo }
  })
