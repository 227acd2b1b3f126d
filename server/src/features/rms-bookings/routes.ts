import type { Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import type { ReservationPatch } from '@tablewire/contracts/booking/reservation-inputs'
import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import type { z } from 'zod/mini'
import { getReservation, refuseOutdated, requireEmail, requireReservation } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Handler, Handlers } from '#src/platform/http/mount.ts'
import { bookForGuest } from './book-for-guest.ts'
import { routeBooking } from './booking-router.ts'
import { moveRemote } from './cancel-remote.ts'
import { changeRemote } from './change-remote.ts'

type Staff = Handlers<typeof reservations>

const updateRemote = async (ctx: Ctx, id: string, sent: z.output<typeof ReservationPatch>): Promise<Reservation> => {
  const { version, notify, override: _, ...patch } = sent
  const after = await changeRemote(ctx, {
    id,
    patch,
    dialect: { phoneField: 'guest.phone', international: false },
    notify: notify ?? false,
    require: async (inner, row) => {
      // How long it stays is the system's to say.
      if (patch.until) throw new Problem('request.invalid', {}, { until: [{ issue: 'invalid' }] })
      await refuseOutdated(inner, row, version)
      if (notify) requireEmail(patch.guest?.email === undefined ? row.guestEmail : patch.guest.email)
    },
  })
  return getReservation(ctx, after.id)
}

type Moving = readonly [keyof Staff, Move]
const move =
  (local: Staff, [key, name]: Moving): Handler<typeof reservations.confirm> =>
  (ctx, input) =>
    routeBooking(
      ctx,
      { reservationId: input.params.id },
      {
        ownBook: () => (local[key] as Handler<typeof reservations.confirm>)(ctx, input),
        remote: () =>
          transaction(ctx, async (inner) => {
            const row = await requireReservation(inner, input.params.id)
            await moveRemote(inner, { row, move: name, step: input.body ?? {} })
            return getReservation(inner, row.id)
          }),
      },
    )

/** The staff's handlers, for venues of our book and for those whose own system owns the tables. */
export const withRemote = (local: Staff): Staff => ({
  ...local,
  create: (ctx, input) =>
    routeBooking(ctx, input.body, { ownBook: () => local.create(ctx, input), remote: () => bookForGuest(ctx, input.body) }),
  update: (ctx, input) =>
    routeBooking(
      ctx,
      { reservationId: input.params.id },
      { ownBook: () => local.update(ctx, input), remote: () => updateRemote(ctx, input.params.id, input.body) },
    ),
  confirm: move(local, ['confirm', 'confirm']),
  reject: move(local, ['reject', 'reject']),
  seat: move(local, ['seat', 'seat']),
  complete: move(local, ['complete', 'complete']),
  cancel: move(local, ['cancel', 'cancel']),
  noShow: move(local, ['noShow', 'no-show']),
  reopen: move(local, ['reopen', 'reopen']),
})
