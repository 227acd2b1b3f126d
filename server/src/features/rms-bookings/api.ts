import {
  cancelBooking,
  changeBooking,
  type ChannelBooking,
  commitHold,
  type ContactInput,
  type Dialect,
  type Hold,
  bookSlot,
  holdSlot,
  open,
  requireBooking,
  type SlotAsk,
  type Wish,
} from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { inSteps } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { cancelRemote } from './cancel-remote.ts'
import { changeRemote } from './change-remote.ts'
import { answerOf, bookRemote, commitRemote } from './commit-remote.ts'
import { isRemoteReservation, isRemoteVenue } from './booking-router.ts'
import { holdRemote } from './hold-remote.ts'

export { isRemoteReservation, isRemoteVenue } from './booking-router.ts'
export { startReconciling } from './reconcile-loop.ts'
export { acceptRemoteState } from './accept-remote-state.ts'
export { onChangeNotice, retryReconcile } from './notice-change.ts'
export { troubleJob } from './give-up.ts'

type Committing = { id: string; contact: ContactInput; notes: string | null; paymentToken: string | null }
type Booking = SlotAsk & Omit<Committing, 'id'>

/** Keeps a place for a channel's guest, in our book or after asking the venue's own system. */
export const holdAnywhere = async (ctx: Ctx, ask: SlotAsk): Promise<Hold> => {
  if (!(await isRemoteVenue(ctx, ask.venueId))) return holdSlot(ctx, ask)
  inSteps(ctx)
  const venue = await ask.venueOf(ctx)
  return holdRemote(ctx, { ...ask, venue })
}

export const commitAnywhere = async (ctx: Ctx, committing: Committing): Promise<ChannelBooking> =>
  (await isRemoteReservation(ctx, committing.id)) ? commitRemote(ctx, committing) : commitHold(ctx, committing)

export const bookAnywhere = async (ctx: Ctx, booking: Booking): Promise<ChannelBooking> =>
  (await isRemoteVenue(ctx, booking.venueId)) ? bookRemote(ctx, booking) : bookSlot(ctx, booking)

type Changing = { id: string; wish: Wish; dialect: Dialect; confirmed: boolean }
export const changeAnywhere = async (ctx: Ctx, changing: Changing): Promise<ChannelBooking> => {
  if (!(await isRemoteReservation(ctx, changing.id))) return changeBooking(ctx, changing)
  const { id, wish, dialect, confirmed } = changing
  const after = await changeRemote(ctx, {
    id,
    wish,
    dialect,
    notify: true,
    require: async (inner) => {
      const row = await requireBooking(inner, id)
      if (!open.has(row.status)) throw new Problem('reservation.final')
      if (confirmed && row.status !== 'confirmed') throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    },
  })
  return answerOf(ctx, after)
}

export const cancelAnywhere = async (
  ctx: Ctx,
  canceling: { id: string; cancelActor: string; reason: string | null },
): Promise<ChannelBooking> =>
  (await isRemoteReservation(ctx, canceling.id)) ? cancelRemote(ctx, canceling) : cancelBooking(ctx, canceling)
