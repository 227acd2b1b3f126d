import { stillTrue } from '@tablewire/contracts/booking/reservations.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Notice } from './guest-messages.ts'
import { maskedPhone } from './guest-contact.ts'
import { isReachable, noticeOf, notifyGuestIfAsked, requireEmail } from './notify-guest.ts'
import { type PendingReservation, requireReservation } from './reservation-rows.ts'

const send = async (ctx: Ctx, id: string, choose: (status: PendingReservation['status']) => Notice | undefined) => {
  const row = await requireReservation(ctx, id)
  const notice = choose(row.status)
  if (!notice) throw new Problem('reservation.final')
  const sentTo = row.guestEmail ?? ((await isReachable(ctx, row, notice)) ? maskedPhone(row.guestPhone)! : requireEmail(null))
  await notifyGuestIfAsked(ctx, row, notice)
  return { row, notice, sentTo }
}

/** Sends the guest the confirmation again, as the reservation stands now. */
export const resendConfirmation = (ctx: Ctx, id: string): Promise<{ sentTo: string }> =>
  transaction(ctx, async (inner) => {
    const { row, sentTo } = await send(inner, id, noticeOf)
    await audit(inner, { action: 'reservation.confirmation_resent', subject: 'reservation', subjectId: id, venueId: row.venueId })
    return { sentTo }
  })

/** Sends a message of that kind again, where it still says the truth. */
export const resendMessage = (ctx: Ctx, { id, kind }: { id: string; kind: Notice }): Promise<{ sentTo: string }> =>
  transaction(ctx, async (inner) => {
    const { row, sentTo } = await send(inner, id, (status) => (stillTrue(kind, status) ? kind : undefined))
    await audit(inner, {
      action: 'reservation.message_resent',
      subject: 'reservation',
      subjectId: id,
      venueId: row.venueId,
      after: { message: kind },
    })
    return { sentTo }
  })
