import type { BookingChange, Cancelation, NewBooking, RemoteBooking, RemoteDay, RemoteStatus } from '../kit/connector.ts'
import { offersOf, secondsOf } from '../kit/offers.ts'
import type { StandardSettings } from './settings.ts'
import type { WireBooking, WireDay, WireSlot } from './wire.ts'

/** Throws on what is no moment: the answer is then not understood. */
export const instantOf = (when: number | string): string => {
  const seconds = typeof when === 'number' ? when : /^\d+$/.test(when) ? Number(when) : undefined
  // Ambiguous without an offset.
  if (seconds === undefined && !/(Z|[+-]\d\d:?\d\d)$/i.test(String(when))) throw new Error('a moment without an offset')
  return new Date(seconds === undefined ? when : seconds * 1000).toISOString()
}
const momentOr = (when: unknown): string | null => {
  try {
    return typeof when === 'number' || typeof when === 'string' ? instantOf(when) : null
  } catch {
    return null
  }
}
const channelIdOf = (channel: unknown): string | null => {
  const { id } = (channel ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}
export const sentDate = (startsAt: string, { dateForm }: StandardSettings): number | string =>
  dateForm === 'unix' ? Math.floor(Date.parse(startsAt) / 1000) : new Date(startsAt).toISOString()

const slotOf = (slot: WireSlot, day: WireDay) => ({
  startsAt: instantOf(slot.startSec),
  spotsTotal: slot.totalSpots ?? slot.totalSpot ?? day.totalSpots ?? null,
  // A slot that is told without a number is open; how far is not known.
  spotsOpen: Math.max(0, slot.openSpots ?? slot.openSpot ?? day.openSpots ?? slot.totalSpots ?? slot.totalSpot ?? 1),
  deposit: slot.deposit && slot.depositAmount ? slot.depositAmount : null,
  requiresCard: Boolean(slot.requiresCc ?? slot.requireCc ?? false),
})

export const dayOf = (day: WireDay, request: { date: string; partySize: number; areaId: string | null }): RemoteDay => ({
  ...request,
  durationSeconds: day.duration ?? null,
  slots: (day.slotData ?? []).map((slot) => slotOf(slot, day)).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  offers: offersOf(day),
})

const statuses: Readonly<Record<string, RemoteStatus>> = {
  pending: 'pending_confirmation',
  pending_confirmation: 'pending_confirmation',
  requires_payment: 'requires_payment',
  require_payment: 'requires_payment',
  confirmed: 'confirmed',
  rejected: 'rejected',
  declined: 'rejected',
  canceled: 'canceled',
  cancelled: 'canceled',
  'no-show': 'no_show',
  no_show: 'no_show',
  noshow: 'no_show',
  seated: 'seated',
  completed: 'completed',
}
const statusOf = (word: string): RemoteStatus => {
  const status = statuses[word.toLowerCase()]
  if (!status) throw new Error('a status the contract does not know')
  return status
}

const keyMark = /\s*\[ref ([\w:.-]{8,100})\]\s*$/
export const notesWithKey = (notes: string | null, key: string): string => `${notes ?? ''}${notes ? '\n' : ''}[ref ${key}]`

const phoneOf = (phone: string | number | null | undefined): string | null =>
  phone === null || phone === undefined || String(phone).replaceAll(/\D/g, '') === '' ? null : `+${String(phone).replaceAll(/\D/g, '')}`

const textOf = (id: string | number | null | undefined): string | null => (id === null || id === undefined ? null : String(id))

const wordOf = (given: unknown): string | null =>
  typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 120) || null : null

/** A system leaves out what it does not know, or says null. */
const ifThere = <T, R>(value: T | null | undefined, read: (value: T) => R): R | null =>
  value === null || value === undefined ? null : read(value)

const contactOf = (contact: NonNullable<WireBooking['contact']>): RemoteBooking['contact'] => ({
  ...(contact.firstname ? { firstName: contact.firstname } : {}),
  ...(contact.lastname ? { lastName: contact.lastname } : {}),
  email: contact.email ?? null,
  phone: phoneOf(contact.telephone),
  lang: contact.locale ?? null,
  ...ifThere(contact.optInConsent, (given) => ({ optIn: Boolean(given) })),
})

/** `known`: what is certain from the question where the system answers only part of a booking. */
export const bookingOf = (booking: WireBooking, known: { status?: RemoteStatus; venueId?: string } = {}): RemoteBooking => {
  const { contact, notes } = booking
  const key = keyMark.exec(notes ?? '')
  return {
    id: String(booking.id),
    status: booking.status ? statusOf(booking.status) : (known.status ?? 'confirmed'),
    venueId: textOf(booking.venueId) ?? known.venueId ?? null,
    areaId: textOf(booking.areaId),
    startsAt: ifThere(booking.date, instantOf),
    partySize: booking.partySize ?? null,
    notes: ifThere(notes, (text) => text.replace(keyMark, '') || null),
    contact: contact ? contactOf(contact) : null,
    key: key?.[1] ?? null,
    channelId: channelIdOf(booking.bookingChannel),
    createdAt: momentOr(booking.createdAt),
    cancelActor: booking.cancelActor ?? null,
    cancelReason: booking.cancelReason ?? null,
    durationSeconds: secondsOf(booking.duration),
    bookingType: wordOf(booking.bookingType),
    paymentUrl: booking.paymentUrl ?? booking.mzPaymentUrl ?? null,
  }
}

const chosenIn = ({ durationSeconds, bookingType }: Pick<NewBooking, 'durationSeconds' | 'bookingType'>): object => ({
  ...(durationSeconds ? { duration: durationSeconds } : {}),
  ...(bookingType ? { bookingType } : {}),
})

export const createBody = (booking: NewBooking, settings: StandardSettings): object => {
  const { contact, paymentToken } = booking
  const notes = settings.keyInNotes ? notesWithKey(booking.notes, booking.key) : booking.notes
  return {
    venueId: booking.venueId,
    ...(booking.areaId === null ? {} : { areaId: booking.areaId }),
    bookingChannel: booking.channel,
    partySize: booking.partySize,
    date: sentDate(booking.startsAt, settings),
    ...chosenIn(booking),
    ...(notes === null ? {} : { notes }),
    contact: {
      firstname: contact.firstName,
      lastname: contact.lastName,
      email: contact.email ?? '',
      // Digits only, with the country's code.
      telephone: (contact.phone ?? '').replaceAll(/\D/g, ''),
      ...(contact.lang === null ? {} : { locale: contact.lang }),
      optInConsent: contact.optIn,
    },
    // The documents call it by both names.
    ...(paymentToken === null ? {} : { paymentGatewayToken: paymentToken, paymentToken }),
  }
}

export const changeBody = ({ startsAt, partySize, areaId, ...chosen }: BookingChange, settings: StandardSettings): object => ({
  ...chosenIn(chosen),
  ...(partySize === undefined ? {} : { partySize }),
  ...(startsAt === undefined ? {} : { date: sentDate(startsAt, settings) }),
  ...(areaId === undefined || areaId === null ? {} : { areaId }),
})

export const cancelBody = ({ actor, reason }: Cancelation): object => ({
  cancelActor: actor,
  ...(reason === null ? {} : { cancelReason: reason }),
})
