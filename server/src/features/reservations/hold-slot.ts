import { occupancyAround } from '#src/features/availability/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ContactInput, contactFrom } from './guest-contact.ts'
import { placeReservation } from './place-reservation.ts'
import { type ChannelBooking, channelBookingView } from './reservation-view.ts'
import { noticeOf, notifyGuest } from './notify-guest.ts'

/** `venueOf` runs inside the transaction, so that a retry reads the book anew. */
export type SlotAsk = {
  venueId: string
  venueOf: (ctx: Ctx) => Promise<VenueWithBook>
  startsAt: string
  partySize: number
  areaId: string | null
  /** What the guest chose, of what the venue's own system offers. */
  duration?: number | null
  bookingType?: string | null
  /** For so long it was offered: a stay of another length is another offer. */
  staySeconds?: number | undefined
  /** Of a party too large to be booked: the house answers. */
  asks?: boolean
  along?: AlongHold
}
/** What the caller does in the very transaction that takes the place: all of it holds, or nothing. */
export type AlongHold = {
  /** Another hold, which ends with it. */ insteadOf?: string | undefined
  first: (ctx: Ctx) => Promise<void>
  last: (ctx: Ctx, hold: { venueId: string; id: string }) => Promise<void>
}
export type Hold = { id: string; holdingTimeSeconds: number; expiresAt: string }

/** The book itself decides the length of stay: a request for more is refused, as the table would not be kept so long. */
export const requireNoDuration = (duration: number | null | undefined): void => {
  if (duration) throw new Problem('duration.not_offered', { offered: '–' })
}

/** Keeps a place for a channel's guest for as long as the venue grants (HU4). */
export const holdSlot = async (ctx: Ctx, { venueId, venueOf, duration, along, ...place }: SlotAsk): Promise<Hold> =>
  transaction(ctx, async (inner) => {
    requireNoDuration(duration)
    await along?.first(inner)
    const [venue, occupancy] = await Promise.all([venueOf(inner), occupancyAround(inner, venueId, place.startsAt)])
    const row = await placeReservation(inner, { venue, occupancy, ...place, source: 'channel', contact: null })
    await along?.last(inner, row)
    return { id: row.id, holdingTimeSeconds: venue.book.holdingTimeSeconds, expiresAt: row.holdExpiresAt! }
  })

/** Books in one step; the guest is notified by mail. */
export const bookSlot = async (
  ctx: Ctx,
  { venueId, venueOf, contact, notes, duration, ...place }: SlotAsk & { contact: ContactInput; notes: string | null },
): Promise<ChannelBooking> =>
  transaction(ctx, async (inner) => {
    requireNoDuration(duration)
    const [venue, occupancy] = await Promise.all([venueOf(inner), occupancyAround(inner, venueId, place.startsAt)])
    const row = await placeReservation(inner, {
      venue,
      occupancy,
      ...place,
      source: 'channel',
      contact: contactFrom(contact, venue.countryCode),
      notes,
    })
    await notifyGuest(inner, row, noticeOf(row.status)!)
    return channelBookingView(await row.written)
  })
