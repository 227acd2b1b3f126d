import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { ReservationCreate } from '@tablewire/contracts/booking/reservation-inputs'
import type { z } from 'zod/mini'
import { requireAllowed } from '#src/features/availability/api.ts'
import { getReservation, requireEmail, requirePhone } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { inSteps, requireKeyHeld } from '#src/platform/http/idempotency.ts'
import { Problem } from '#src/platform/problem.ts'
import { answerOf, recordIntentOnce, reconcileNow } from './commit-remote.ts'
import { areaOf } from './place-remote.ts'
import { recordedIntentOf, type PendingIntent, recordNewBooking } from './record-intent.ts'
import { callersTime } from './within-budget.ts'

/** Staff book for a guest at a remote venue: its system decides. */
export const bookForGuest = async (ctx: Ctx, input: Input): Promise<Reservation> => {
  inSteps(ctx)
  const timeLeft = callersTime(ctx)
  const { own, intending } = await recordIntentOnce(ctx, (id) => record(ctx, id, input))
  if (intending) await reconcileNow(ctx, await recordedIntentOf(intending), timeLeft)
  await answerOf(ctx, own)
  return getReservation(ctx, own.id)
}

type Input = z.output<typeof ReservationCreate>
const record = async (ctx: Ctx, id: string, input: Input): Promise<PendingIntent> => {
  const venue = await venueWithBook(ctx, input.venueId)
  const { firstName, lastName, email = null, lang = null } = input.guest
  // How long it stays is the system's to say.
  if (input.until) throw new Problem('request.invalid', {}, { until: [{ issue: 'invalid' }] })
  if (input.notify) requireEmail(email)
  const phone = requirePhone(input.guest.phone, { countryCode: venue.countryCode, international: false, field: 'guest.phone' })
  const place = { venue, startsAt: input.startsAt, partySize: input.partySize, areaId: input.areaId ?? null }
  await requireAllowed(ctx, { ...place, asker: 'staff' })
  const writing = {
    ...place,
    id,
    areaId: areaOf(venue, place.areaId).id,
    durationSeconds: null,
    duration: input.duration ?? null,
    channelCoversMax: null,
    source: input.source ?? 'phone',
    status: 'pending_confirmation',
    contact: { firstName, lastName, email, phone, lang, optIn: false, address: null },
    notes: input.notes ?? null,
    tags: input.tags ?? [],
  } as const
  requireKeyHeld(ctx)
  return transaction(ctx, (inner) => recordNewBooking(inner, writing, { notifyGuest: input.notify === true }))
}
