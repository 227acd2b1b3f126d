import type { Reservation, ReservationCreate, ReservationPatch, reservations } from '@tablewire/contracts/reservations'
import type { Move } from '@tablewire/contracts/reservations.rules'
import type { z } from 'zod/mini'
import { requireAllowed } from '#src/features/availability/api.ts'
import { getReservation, requireEmail, requirePhone, requireReservation } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { inSteps } from '#src/platform/http/idempotency.ts'
import type { Handler, Handlers } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { moveRemote } from './cancel-remote.ts'
import { changeRemote } from './change-remote.ts'
import { answerOf, ownBefore, reconcileNow, recordSent, recordIntentToBook, writtenOf } from './commit-remote.ts'
import { isRemoteReservation, isRemoteVenue } from './booking-router.ts'
import { areaOf, insertRemoteReservation } from './place-remote.ts'

type Staff = Handlers<typeof reservations>

/** The venue's people book for a guest: their system decides, as for everybody. */
const createRemote = async (ctx: Ctx, input: z.output<typeof ReservationCreate>): Promise<Reservation> => {
  inSteps(ctx)
  const own = await ownBefore(ctx)
  if (own.row) {
    await answerOf(ctx, own.row)
    return getReservation(ctx, own.id)
  }
  const venue = await venueWithBook(ctx, input.venueId)
  const { firstName, lastName, email = null, lang = null } = input.guest
  if (input.notify) requireEmail(email)
  const phone = requirePhone(input.guest.phone, { countryCode: venue.countryCode, international: false, field: 'guest.phone' })
  const place = { venue, startsAt: input.startsAt, partySize: input.partySize, areaId: input.areaId ?? null }
  await requireAllowed(ctx, { ...place, asker: 'staff' })
  const wanted = await transaction(ctx, async (inner) => {
    const reservation = await insertRemoteReservation(inner, {
      ...place,
      id: own.id,
      areaId: areaOf(venue, place.areaId).id,
      durationSeconds: null,
      channelCoversMax: null,
      source: input.source ?? 'phone',
      status: 'pending_confirmation',
      contact: { firstName, lastName, email, phone, lang, optIn: false, address: null },
      notes: input.notes ?? null,
      tags: input.tags ?? [],
    })
    const remote = await recordIntentToBook(inner, reservation, { tellGuest: input.notify === true })
    await recordSent(inner, null, reservation)
    return { reservation, remote, venue }
  })
  await reconcileNow(ctx, await writtenOf(wanted))
  await answerOf(ctx, wanted.reservation)
  return getReservation(ctx, own.id)
}

const updateRemote = async (ctx: Ctx, id: string, patch: z.output<typeof ReservationPatch>): Promise<Reservation> => {
  const { version, notify, override: _, ...wish } = patch
  const after = await changeRemote(ctx, {
    id,
    wish,
    dialect: { phoneField: 'guest.phone', international: false },
    notify: notify ?? false,
    require: async (_inner, row) => {
      if (version !== undefined && version !== row.version) throw new Problem('reservation.changed_meanwhile')
      if (notify) requireEmail(wish.guest?.email === undefined ? row.guestEmail : wish.guest.email)
    },
  })
  return getReservation(ctx, after.id)
}

const move =
  (local: Staff, [key, name]: readonly [keyof Staff, Move]): Handler<typeof reservations.confirm> =>
  async (ctx, input) => {
    if (!(await isRemoteReservation(ctx, input.params.id))) return (local[key] as Handler<typeof reservations.confirm>)(ctx, input)
    return transaction(ctx, async (inner) => {
      const row = await requireReservation(inner, input.params.id)
      await moveRemote(inner, { row, move: name, step: input.body ?? {} })
      return getReservation(inner, row.id)
    })
  }

/** The staff's handlers, for venues of our book and for those whose own system owns the tables. */
export const withRemote = (local: Staff): Staff => ({
  ...local,
  create: async (ctx, input) => ((await isRemoteVenue(ctx, input.body.venueId)) ? createRemote(ctx, input.body) : local.create(ctx, input)),
  update: async (ctx, input) =>
    (await isRemoteReservation(ctx, input.params.id)) ? updateRemote(ctx, input.params.id, input.body) : local.update(ctx, input),
  confirm: move(local, ['confirm', 'confirm']),
  reject: move(local, ['reject', 'reject']),
  seat: move(local, ['seat', 'seat']),
  complete: move(local, ['complete', 'complete']),
  cancel: move(local, ['cancel', 'cancel']),
  noShow: move(local, ['noShow', 'no-show']),
  reopen: move(local, ['reopen', 'reopen']),
})
