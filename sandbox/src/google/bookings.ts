import { randomUUID } from 'node:crypto'
import type { Booked, BookingServer, Change, Looked, Refused } from './booking-server.ts'
import type { CallLog } from './call-log.ts'
import type { Memory, OwnBooking } from './memory.ts'
import type { AnsweredBooking, Person } from './messages.ts'
import type { Candidate } from './inventory.ts'
import { type Places, slotTimeOf } from './places.ts'
import type { WaitServer } from './wait-server.ts'

export type GoogleMap = { places: Places; memory: Memory; server: BookingServer; waits: WaitServer; log: CallLog; nowMs: () => number }
/** A time as the map shows it. */
export type Shown = Candidate & { available: boolean }

/** What a page shows as it opens: asked live; where nobody answers, as the last feed says. */
export const lookupPage = async (
  { places, server }: GoogleMap,
  { merchantId, date, partySize }: { merchantId: string; date: string; partySize: number },
): Promise<{ times: Shown[]; trouble: string | null }> => {
  const merchant = places.get(merchantId)
  const asked = merchant ? places.slotsOf(merchant, date, partySize) : []
  if (!asked.length) return { times: [], trouble: null }
  const looked = await server.lookup(
    merchantId,
    asked.map((one) => slotTimeOf(one)),
    'page load',
  )
  if ('error' in looked) return { times: asked.map((one) => ({ ...one, available: one.open === true })), trouble: looked.error }
  return { times: asked.map((one, index) => ({ ...one, available: looked.available[index]! })), trouble: null }
}

/** As a person clicks a time: that very one, once more. */
export const lookupClick = ({ server }: GoogleMap, merchantId: string, wanted: Candidate): Promise<Looked> =>
  server.lookup(merchantId, [slotTimeOf(wanted)], 'slot click')

/** Only a time that is offered so may be answered as pending; the booking stands all the same. */
export const pendingCode = 'PENDING_NOT_OFFERED'

const own = (memory: Memory, id: string): OwnBooking | undefined => memory.bookings.find((one) => one.id === id)

const taken = ({ memory, log, nowMs }: GoogleMap, { booking, wanted }: { booking: AnsweredBooking; wanted: Wanted }): OwnBooking => {
  const id = booking.booking_id!
  const known = own(memory, id)
  if (known && known.token !== wanted.token)
    log.complain({
      at: new Date(nowMs()).toISOString(),
      about: 'CreateBooking',
      code: 'BOOKING_HANDED_BACK',
      words: `booking ${id} was answered to another token`,
    })
  if (known) return known
  if (booking.status === 'PENDING_MERCHANT_CONFIRMATION' && wanted.candidate.mode !== 'CONFIRMATION_MODE_ASYNCHRONOUS')
    log.complain({
      at: new Date(nowMs()).toISOString(),
      about: 'CreateBooking',
      code: pendingCode,
      words: `booking ${id} waits for the restaurant, and its time was offered as booked at once`,
    })
  const { candidate, merchantId, person, token } = wanted
  const made: OwnBooking = {
    id,
    token,
    merchantId,
    serviceId: candidate.serviceId,
    startSec: candidate.startSec,
    durationSec: candidate.durationSec,
    partySize: candidate.partySize,
    ...(candidate.roomId === undefined ? {} : { roomId: candidate.roomId }),
    ...(candidate.mode === undefined ? {} : { mode: candidate.mode }),
    status: booking.status ?? 'CONFIRMED',
    person,
    told: [],
  }
  memory.bookings.push(made)
  memory.save()
  return made
}

export type Wanted = { merchantId: string; candidate: Candidate; person: Person; token: string; wish?: string | undefined }
export const book = async (map: GoogleMap, wanted: Wanted): Promise<OwnBooking | Refused> => {
  const { merchantId, candidate, person, token, wish } = wanted
  const { resource_ids: resources, ...times } = slotTimeOf(candidate)
  const answer = await map.server.create({ slot: { merchant_id: merchantId, ...times, resources }, person, token, wish })
  return 'booking' in answer ? taken(map, { booking: answer.booking, wanted }) : answer
}
export const newToken = (): string => randomUUID()

const follow = ({ memory }: GoogleMap, booking: OwnBooking, { status, slot }: AnsweredBooking): void => {
  if (status !== undefined) booking.status = status
  if (slot?.start_sec !== undefined) booking.startSec = Number(slot.start_sec)
  if (slot?.duration_sec !== undefined) booking.durationSec = Number(slot.duration_sec)
  if (slot?.resources?.party_size !== undefined) booking.partySize = slot.resources.party_size
  memory.save()
}

/** Changes or cancels one of Google's own bookings. */
export const update = async (map: GoogleMap, booking: OwnBooking, change: Omit<Change, 'id'>): Promise<Booked | Refused> => {
  const answer = await map.server.update({ ...change, id: booking.id })
  if ('booking' in answer) follow(map, booking, answer.booking)
  // Somebody at the restaurant was faster; Google learns it here.
  else if ('failure' in answer && answer.failure.cause === 'BOOKING_ALREADY_CANCELLED') follow(map, booking, { status: 'CANCELED' })
  return answer
}

/** One booking as it stands at the partner now. */
export const refresh = async (map: GoogleMap, booking: OwnBooking): Promise<OwnBooking> => {
  const status = await map.server.statusOf(booking.id)
  if (status !== undefined) follow(map, booking, { status })
  return booking
}

/** A person's bookings: those to come as the partner lists them, and all that Google remembers. */
export const bookingsOf = async (map: GoogleMap, userId: string): Promise<{ bookings: OwnBooking[]; trouble: string | null }> => {
  const listed = await map.server.upcoming(userId)
  const mine = map.memory.bookings.filter(({ person }) => person.user_id === userId)
  if ('error' in listed) return { bookings: mine, trouble: listed.error }
  for (const one of listed) {
    const known = mine.find(({ id }) => id === one.booking_id)
    if (known) follow(map, known, one)
  }
  return { bookings: mine, trouble: null }
}
