import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { ReservationCreate } from '@tablewire/contracts/booking/reservation-inputs'
import type { z } from 'zod/mini'
import { venueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { getReservation } from './get-reservation.ts'
import { requirePhone } from './guest-contact.ts'
import { requireNoDuration } from './hold-slot.ts'
import { placeReservation } from './place-reservation.ts'
import { requireEmail, notifyGuestIfAsked } from './notify-guest.ts'

/** Nobody sits down for less. */
const leastStayMs = 5 * 60_000
const requireLaterStay = ({ startsAt, source, until }: z.output<typeof ReservationCreate>): void => {
  if (!until) return
  if (source !== 'walk_in' || instantMs(until) < instantMs(startsAt) + leastStayMs)
    throw new Problem('request.invalid', {}, { until: [{ issue: 'invalid' }] })
}

/** Books for a guest on the phone or at the door (RE3): confirmed at once. */
export const createReservation = async (ctx: Ctx, input: z.output<typeof ReservationCreate>): Promise<Reservation> =>
  transaction(ctx, async (inner) => {
    requireNoDuration(input.duration)
    const venue = await venueWithBook(inner, input.venueId)
    requireLaterStay(input)
    const { firstName, lastName, email = null, lang = null } = input.guest
    if (input.notify) requireEmail(email)
    const phone = requirePhone(input.guest.phone, { countryCode: venue.countryCode, international: false, field: 'guest.phone' })
    const row = await placeReservation(inner, {
      venue,
      startsAt: input.startsAt,
      partySize: input.partySize,
      areaId: input.areaId ?? null,
      source: input.source ?? 'phone',
      override: input.override ?? false,
      until: input.until ?? undefined,
      contact: { firstName, lastName, email, phone, lang, optIn: false, address: null },
      notes: input.notes ?? null,
      tags: input.tags ?? [],
    })
    if (input.notify) await notifyGuestIfAsked(inner, row, 'booked')
    return getReservation(inner, row.id)
  })
