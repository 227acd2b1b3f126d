import type { BookingChange, NewBooking, RemoteBooking, RemoteDay, RemoteStatus } from '../kit/connector.ts'
import type { WireBooking, WireOpenings, WireState } from './wire.ts'

const statuses: Readonly<Record<WireState, RemoteStatus>> = {
  asked: 'pending_confirmation',
  awaiting_payment: 'requires_payment',
  booked: 'confirmed',
  turned_down: 'rejected',
  off: 'canceled',
  missing: 'no_show',
  at_table: 'seated',
  left: 'completed',
}

export const daysOf = ({ days }: WireOpenings, areaId: string | null): RemoteDay[] =>
  days.map(({ date, covers, stay_minutes: minutes, openings }) => ({
    date,
    partySize: covers,
    areaId,
    durationSeconds: minutes * 60,
    slots: openings.map(({ at, of, left, prepay }) => ({
      startsAt: new Date(at * 1000).toISOString(),
      spotsTotal: of,
      spotsOpen: left,
      deposit: prepay ?? null,
      requiresCard: false,
    })),
  }))

const phoneOf = (mobile: string | null | undefined): string | null => (mobile ? `+${mobile.replaceAll(/\D/g, '')}` : null)

export const bookingOf = (booking: WireBooking): RemoteBooking => ({
  id: booking.code,
  status: statuses[booking.state],
  venueId: booking.restaurant,
  areaId: booking.room ?? null,
  startsAt: new Date(booking.starts_at).toISOString(),
  partySize: booking.covers,
  notes: booking.remark ?? null,
  contact: {
    firstName: booking.guest.given_name,
    lastName: booking.guest.family_name,
    email: booking.guest.mail ?? null,
    phone: phoneOf(booking.guest.mobile),
    lang: booking.guest.language ?? null,
    optIn: booking.guest.newsletter,
  },
  key: booking.client_key ?? null,
  channelId: booking.origin?.id ?? null,
  createdAt: booking.made_at ? new Date(booking.made_at).toISOString() : null,
  cancelActor: booking.called_off?.by ?? null,
  cancelReason: booking.called_off?.why ?? null,
  paymentUrl: booking.pay_at ?? null,
})

export const createBody = ({ venueId, areaId, startsAt, partySize, contact, notes, channel, key, paymentToken }: NewBooking): object => ({
  restaurant: venueId,
  room: areaId,
  covers: partySize,
  starts_at: startsAt,
  remark: notes,
  guest: {
    given_name: contact.firstName,
    family_name: contact.lastName,
    mail: contact.email,
    mobile: contact.phone,
    language: contact.lang,
    newsletter: contact.optIn,
  },
  origin: channel,
  client_key: key,
  card_token: paymentToken,
})

export const changeBody = ({ startsAt, partySize, areaId }: BookingChange): object => ({
  ...(startsAt === undefined ? {} : { starts_at: startsAt }),
  ...(partySize === undefined ? {} : { covers: partySize }),
  ...(areaId === undefined || areaId === null ? {} : { room: areaId }),
})
