import type { reservations } from '@tablewire/contracts/booking/reservations'
import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { requestExport } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Handler, Handlers, Lagging } from '#src/platform/http/mount.ts'
import { noteLate } from './change-booking.ts'
import { createReservation } from './create-reservation.ts'
import { isLookedUp, requireFilters } from './reservation-filters.ts'
import { getReservation } from './get-reservation.ts'
import { exportReservationsJob } from './jobs.ts'
import { listReservationEvents } from './list-reservation-events.ts'
import { listReservations } from './list-reservations.ts'
import { moveReservation } from './move-reservation.ts'
import { refuseOutdated } from './reservation-history.ts'
import { requireReservation } from './reservation-rows.ts'
import { resendConfirmation } from './resend-message.ts'
import { joinReservations, retractReservation, splitReservation, updateReservation } from './update-reservation.ts'

/** The seven moves differ in their rules only, and those stand in the contract. */
const move =
  (name: Move): Handler<typeof reservations.confirm> =>
  (ctx: Ctx, { params, body }) =>
    transaction(ctx, async (inner) => {
      const row = await requireReservation(inner, params.id)
      const { version, ...step } = body ?? {}
      await refuseOutdated(inner, row, version)
      const { tablesMoved, tablesLost = [] } = await moveReservation(inner, row, { move: name, ...step })
      const after = await getReservation(inner, params.id)
      return { ...after, ...(tablesMoved ? { tablesMoved } : {}), ...(tablesLost.length ? { tablesLost } : {}) }
    })

export const reservationsHandlers: Handlers<typeof reservations> = {
  list: (ctx, { query }) => listReservations(ctx, query),
  export: (ctx, { body }) => {
    requireFilters(ctx, body.filters ?? {})
    return requestExport(ctx, { kind: 'reservations', ask: body, needs: [['read', 'reservation-list']], job: exportReservationsJob })
  },
  get: (ctx, { params }) => getReservation(ctx, params.id),
  events: (ctx, { params }) => listReservationEvents(ctx, params.id),
  create: (ctx, { body }) => createReservation(ctx, body),
  update: (ctx, { params, body }) => updateReservation(ctx, { id: params.id, patch: body }),
  confirm: move('confirm'),
  reject: move('reject'),
  seat: move('seat'),
  complete: move('complete'),
  cancel: move('cancel'),
  noShow: move('no-show'),
  reopen: move('reopen'),
  late: (ctx, { params, body }) =>
    transaction(ctx, async (inner) => {
      await noteLate(inner, params.id, body)
      return getReservation(inner, params.id)
    }),
  join: (ctx, { params, body }) => joinReservations(ctx, { id: params.id, join: body }),
  split: (ctx, { params, body }) => splitReservation(ctx, { id: params.id, split: body }),
  retract: (ctx, { params, body }) => retractReservation(ctx, params.id, body.version),
  resend: (ctx, { params }) => resendConfirmation(ctx, params.id),
}

/** An evening, and what stands around it, is read where it is written. */
export const reservationsLagging: Lagging<typeof reservations> = { list: ({ query }) => isLookedUp(query.filters ?? {}) }
