import type { Slot } from '@tablewire/contracts/booking/availability'
import type { BcAvailability, BcBooking, BcStatus } from '@tablewire/contracts/channels/channel-api-objects'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { remembered } from '#src/features/availability/api.ts'
import { type ChannelBooking, sessionOf } from '#src/features/reservations/api.ts'

/** Channels speak Unix seconds. */
export const unixOf = remembered((instant: string): number => Math.floor(Date.parse(instant) / 1000))
export const instantOf = (unix: number): string => new Date(unix * 1000).toISOString().replace('.000Z', 'Z')

/** The channels' words; holds are never shown as bookings. */
const words: Record<Exclude<Status, 'held' | 'expired'>, BcStatus> = {
  pending_confirmation: 'pending',
  requires_payment: 'require_payment',
  confirmed: 'confirmed',
  seated: 'seated',
  completed: 'completed',
  no_show: 'no-show',
  canceled: 'canceled',
  rejected: 'declined',
}

export const bookingView = (booking: ChannelBooking): BcBooking => ({
  id: booking.id,
  reference: booking.reference,
  venueId: booking.venueId,
  bookingChannelId: booking.channelId,
  status: words[booking.status as keyof typeof words],
  partySize: booking.partySize,
  date: unixOf(booking.startsAt),
  areaId: booking.areaId,
  session: sessionOf(booking.startsLocal),
  notes: booking.notes,
  duration: booking.duration,
  bookingType: booking.bookingType,
  cancelActor: booking.cancelActor,
  cancelReason: booking.cancelReason,
  canceledAt: booking.canceledAt === null ? null : unixOf(booking.canceledAt),
  ...(booking.paymentUrl === null ? {} : { mzPaymentUrl: booking.paymentUrl }),
  contact: {
    id: booking.guest.id,
    firstname: booking.guest.firstName,
    lastname: booking.guest.lastName,
    email: booking.guest.email,
    // Country code and digits, without the plus.
    telephone: booking.guest.phone && booking.guest.phone.replace(/^\+/, ''),
    locale: booking.guest.lang,
    address: booking.guest.address,
    optInConsent: booking.guest.optIn,
  },
})

type BcSlot = BcAvailability['slots'][number]
/** `HH:mm` of the venue's clock, always with the leading zero. */
export const timeOf = ({ startsLocal }: Slot): string => startsLocal.slice(11, 16)
export const slotView = (slot: Slot): BcSlot => ({
  time: timeOf(slot),
  startSec: unixOf(slot.startsAt),
  requireCreditCard: slot.payment?.card ?? false,
  amount: slot.payment?.amount ?? 0,
  type: slot.type,
})
