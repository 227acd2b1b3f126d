import {
  cancelBooking,
  changeBooking,
  type CancelInput,
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
  type ChangeInput,
} from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { inSteps } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { cancelRemote } from './cancel-remote.ts'
import { changeRemote } from './change-remote.ts'
import { answerOf, bookRemote, commitRemote, type Urgency } from './commit-remote.ts'
import { routeBooking } from './booking-router.ts'
import { holdRemote } from './hold-remote.ts'

export { bookedVenueId, isRemoteBooking } from './booking-router.ts'
export { derivedId } from './place-remote.ts'
export { startReconciling } from './reconcile-loop.ts'
export { acceptRemoteState } from './accept-remote-state.ts'
export { onChangeNotice, retryReconcile } from './notice-change.ts'
export { troubleJob } from './give-up.ts'

type Committing = { id: string; contact: ContactInput; notes: string | null; paymentToken: string | null }
type Booking = SlotAsk & Omit<Committing, 'id'> & Urgency

/** Keeps a place for a channel's guest, in our book or after asking the venue's own system. */
export const hold = (ctx: Ctx, ask: SlotAsk): Promise<Hold> =>
  routeBooking(ctx, ask, {
    ownBook: () => holdSlot(ctx, ask),
    remote: async () => {
      inSteps(ctx)
      return holdRemote(ctx, { ...ask, venue: await ask.venueOf(ctx) })
    },
  })

export const commit = (ctx: Ctx, committing: Committing): Promise<ChannelBooking> =>
  routeBooking(
    ctx,
    { reservationId: committing.id },
    { ownBook: () => commitHold(ctx, committing), remote: () => commitRemote(ctx, committing) },
  )

export const book = (ctx: Ctx, booking: Booking): Promise<ChannelBooking> =>
  routeBooking(ctx, booking, { ownBook: () => bookSlot(ctx, booking), remote: () => bookRemote(ctx, booking) })

type CallerChange = { id: string; patch: ChangeInput; dialect: Dialect; confirmed: boolean } & Pick<Urgency, 'patienceMs'>
export const change = (ctx: Ctx, changing: CallerChange): Promise<ChannelBooking> =>
  routeBooking(
    ctx,
    { reservationId: changing.id },
    { ownBook: () => changeBooking(ctx, changing), remote: () => changeByChannel(ctx, changing) },
  )

const changeByChannel = async (ctx: Ctx, { id, patch, dialect, confirmed, patienceMs }: CallerChange): Promise<ChannelBooking> => {
  const after = await changeRemote(ctx, {
    id,
    patch,
    dialect,
    notify: true,
    patienceMs,
    require: async (inner) => {
      const row = await requireBooking(inner, id)
      if (!open.has(row.status)) throw new Problem('reservation.final')
      if (confirmed && row.status !== 'confirmed') throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    },
  })
  return answerOf(ctx, after)
}

export const cancel = (ctx: Ctx, canceling: CancelInput): Promise<ChannelBooking> =>
  routeBooking(
    ctx,
    { reservationId: canceling.id },
    { ownBook: () => cancelBooking(ctx, canceling), remote: () => cancelRemote(ctx, canceling) },
  )
