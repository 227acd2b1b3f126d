import { occupancyAround } from '#src/features/availability/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { whenWritten } from '#src/platform/db/later.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { type ContactInput, contactFrom } from './guest-contact.ts'
import { placeReservation } from './place-reservation.ts'
import { type ChannelBooking, channelBookingView } from './reservation-view.ts'
import { noticeOf, tellGuest } from './tell-guest.ts'

/** `venueOf` is asked inside the transaction, so that a decision made again sees the book as it is then. */
export type SlotAsk = {
  venueId: string
  venueOf: (ctx: Ctx) => Promise<VenueWithBook>
  startsAt: string
  partySize: number
  areaId: string | null
}
export type Hold = { id: string; holdingTimeSeconds: number; expiresAt: string }

/** Keeps a place for a channel's guest for as long as the venue grants (HU4). */
export const holdSlot = async (ctx: Ctx, { venueId, venueOf, ...place }: SlotAsk): Promise<Hold> =>
  transaction(ctx, async (inner) => {
    const [venue, occupancy] = await Promise.all([venueOf(inner), occupancyAround(inner, venueId, place.startsAt)])
    const row = await placeReservation(inner, { venue, occupancy, ...place, source: 'channel', contact: null })
    return { id: row.id, holdingTimeSeconds: venue.book.holdingTimeSeconds, expiresAt: row.holdExpiresAt! }
  })

/** Books in one step; the guest is told by mail. */
export const bookSlot = async (
  ctx: Ctx,
  { venueId, venueOf, contact, notes, ...place }: SlotAsk & { contact: ContactInput; notes: string | null },
): Promise<ChannelBooking> =>
  transaction(ctx, async (inner) => {
    const [venue, occupancy] = await Promise.all([venueOf(inner), occupancyAround(inner, venueId, place.startsAt)])
    const row = await placeReservation(inner, {
      venue,
      occupancy,
      ...place,
      source: 'channel',
      contact: contactFrom(contact, venue.countryCode),
      notes,
    })
    await tellGuest(inner, row, noticeOf(row.status)!)
    await whenWritten(inner)
    return channelBookingView(row)
  })
