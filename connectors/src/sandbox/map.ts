import type { BookingChange, NewBooking, RemoteBooking, RemoteDay, RemoteStatus } from '../kit/connector.ts'
import { offersOf } from '../kit/offers.ts'
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
  days.map(({ date, covers, stay_minutes: minutes, openings, ...choice }) => ({
    date,
    partySize: covers,
    areaId,
    durationSeconds: minutes * 60,
    offers: offersOf({
      requiresDuration: choice.stay_must_be_chosen,
      durations: choice.stays?.map((stay) => ({ value: stay.minutes * 60, label: stay.called })),
      bookingTypes: choice.occasions?.map(({ key, called }) => ({ id: key, name: called })),
    }),
    slots: openings.map(({ at, of, left, prepay }) => ({
      startsAt: new Date(at * 1000).toISOString(),
      spotsTotal: of,
      spotsOpen: left,
      deposit: prepay ?? null,
      requiresCard: false,
    })),
  }))

const phoneOf = (mobile: string | null | undefined): string | null => (mobile ? `+${mobile.replaceAll(/\D/g, '')}` : null)

const contactOf = (guest: WireBooking['guest']): RemoteBooking['contact'] => ({
  firstName: guest.given_name,
  lastName: guest.family_name,
  email: guest.mail ?? null,
  phone: phoneOf(guest.mobile),
  lang: guest.language ?? null,
  optIn: guest.newsletter,
})

const calledOff = ({ called_off: off }: WireBooking): Pick<RemoteBooking, 'cancelActor' | 'cancelReason'> => ({
  cancelActor: off?.by ?? null,
  cancelReason: off?.why ?? null,
})

export const bookingOf = (booking: WireBooking): RemoteBooking => ({
  id: booking.code,
  status: statuses[booking.state],
  venueId: booking.restaurant,
  areaId: booking.room ?? null,
  startsAt: new Date(booking.starts_at).toISOString(),
  partySize: booking.covers,
  notes: booking.remark ?? null,
  contact: contactOf(booking.guest),
  key: booking.client_key ?? null,
  channelId: booking.origin?.id ?? null,
  createdAt: booking.made_at ? new Date(booking.made_at).toISOString() : null,
  ...calledOff(booking),
  durationSeconds: booking.stay_minutes ? booking.stay_minutes * 60 : null,
  bookingType: booking.occasion ?? null,
  paymentUrl: booking.pay_at ?? null,
})

type BookingChoice = Pick<NewBooking, 'durationSeconds' | 'bookingType'>
const chosenIn = ({ durationSeconds, bookingType }: BookingChoice): object => ({
  ...(durationSeconds ? { stay_minutes: Math.round(durationSeconds / 60) } : {}),
  ...(bookingType ? { occasion: bookingType } : {}),
})

export const createBody = ({
  venueId,
  areaId,
  startsAt,
  partySize,
  contact,
  notes,
  channel,
  key,
  paymentToken,
  ...chosen
}: NewBooking): object => ({
  ...chosenIn(chosen),
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

export const changeBody = ({ startsAt, partySize, areaId, ...chosen }: BookingChange): object => ({
  ...chosenIn(chosen),
  ...(startsAt === undefined ? {} : { starts_at: startsAt }),
  ...(partySize === undefined ? {} : { covers: partySize }),
  ...(areaId === undefined || areaId === null ? {} : { room: areaId }),
})
