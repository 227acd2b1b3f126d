import type { Answer, Exchange } from './exchange.ts'
import type { AnsweredBooking, BookingStatus, Failure, Person, ResourceIds, Slot, SlotTime } from './messages.ts'
import type { Loose } from './proto-read.ts'

export type Refused = { failure: Failure } | { error: string; unclear: boolean }
export type Booked = { booking: AnsweredBooking }
export type Looked = { available: boolean[] } | { error: string }
export type Creation = { slot: Slot; person: Person; token: string; wish?: string | undefined }
export type Change = {
  id: string
  status?: 'CANCELED'
  startSec?: string | undefined
  durationSec?: string | undefined
  partySize?: number | undefined
}
export type BookingServer = {
  health(): Promise<boolean>
  /** Of each slot whether it can be booked at this moment. */
  lookup(merchantId: string, slots: readonly SlotTime[], purpose: 'page load' | 'slot click'): Promise<Looked>
  create(creation: Creation): Promise<Booked | Refused>
  update(change: Change): Promise<Booked | Refused>
  statusOf(id: string): Promise<BookingStatus | undefined>
  upcoming(userId: string): Promise<AnsweredBooking[] | { error: string }>
}

/** Two clocks are never the same. */
const clockSlackMs = 300_000

const samePlaces = (sent: ResourceIds, echoed: Partial<ResourceIds> | undefined): boolean =>
  (echoed?.party_size ?? 0) === sent.party_size && (echoed?.room_id ?? '') === (sent.room_id ?? '')
const sameTimes = (sent: SlotTime | Slot, echoed: Partial<SlotTime>): boolean =>
  echoed.start_sec === sent.start_sec &&
  echoed.service_id === sent.service_id &&
  (echoed.duration_sec ?? '0') === (sent.duration_sec ?? '0') &&
  (echoed.availability_tag ?? '') === (sent.availability_tag ?? '')

/** One answer for each slot asked, with that very slot. */
const lookupFaults = (slots: readonly SlotTime[], answer: Loose): string[] => {
  const given = (answer['slot_time_availability'] ?? []) as { slot_time?: Partial<SlotTime> }[]
  if (given.length !== slots.length) return [`${given.length} answers to ${slots.length} slots`]
  const wrong = slots.filter((slot, index) => {
    const echoed = given[index]!.slot_time ?? {}
    return !sameTimes(slot, echoed) || !samePlaces(slot.resource_ids, echoed.resource_ids)
  })
  return wrong.length ? [`response slot mismatch of ${wrong.length} slots`] : []
}

const oneOf = (answer: Loose): string[] => {
  const { booking, booking_failure: failure } = answer as { booking?: AnsweredBooking; booking_failure?: Failure }
  if ((booking === undefined) === (failure === undefined)) return ['neither a booking nor a failure, or both']
  return failure && (failure.cause ?? 'CAUSE_UNSPECIFIED') === 'CAUSE_UNSPECIFIED' ? ['a failure without a cause'] : []
}

/** A repeated call may find that the restaurant has ended meanwhile what the first one made. */
const createFaults = ({ slot, person }: Creation, answer: Loose): string[] => {
  const wrong = oneOf(answer)
  const booking = answer['booking'] as AnsweredBooking | undefined
  if (wrong.length || !booking) return wrong
  const given = booking.slot ?? {}
  const status = booking.status ?? 'BOOKING_STATUS_UNSPECIFIED'
  return [
    ...(booking.booking_id ? [] : ['no booking_id']),
    ...(status === 'BOOKING_STATUS_UNSPECIFIED' || status === 'FAILED' ? [`a new booking that is ${status}`] : []),
    ...(given.merchant_id === slot.merchant_id && sameTimes(slot, given) && samePlaces(slot.resources, given.resources)
      ? []
      : ['another slot than the one asked for']),
    ...(booking.user_information?.user_id === person.user_id ? [] : ['another user than the one who books']),
  ]
}

const updateFaults = ({ id, status, startSec, partySize }: Change, answer: Loose): string[] => {
  const wrong = oneOf(answer)
  const booking = answer['booking'] as AnsweredBooking | undefined
  if (wrong.length || !booking) return wrong
  return [
    ...(booking.booking_id === id ? [] : ['another booking_id than the one asked for']),
    ...(status === undefined || booking.status === status ? [] : [`is ${booking.status} after ${status} was asked for`]),
    ...(startSec === undefined || booking.slot?.start_sec === startSec ? [] : ['start_sec is not the new one']),
    ...(partySize === undefined || booking.slot?.resources?.party_size === partySize ? [] : ['party_size is not the new one']),
  ]
}

/** Only what is still to come belongs into the list. */
const listFaults = (nowMs: number, answer: Loose): string[] => {
  const bookings = (answer['bookings'] ?? []) as AnsweredBooking[]
  const over = bookings.filter(
    ({ slot, status }) =>
      Number(slot?.start_sec ?? 0) * 1000 < nowMs - clockSlackMs || (status !== 'CONFIRMED' && status !== 'PENDING_MERCHANT_CONFIRMATION'),
  )
  return over.length ? [`${over.length} bookings that are past or canceled`] : []
}

/** No word of it: the call may have been carried out all the same. */
const refusedBy = (answer: Answer & { ok: false }): Refused => ({
  error: answer.words,
  unclear: answer.status === null || answer.status === 200 || answer.status >= 500,
})
const outcomeOf = (answer: Answer): Booked | Refused => {
  if (!answer.ok) return refusedBy(answer)
  const { booking, booking_failure: failure } = answer.value as { booking?: AnsweredBooking; booking_failure?: Failure }
  return booking ? { booking } : { failure: failure ?? {} }
}

const said = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as never

/** The partner's booking server in Google's terms. */
export const makeBookingServer = (exchange: Exchange, nowMs: () => number): BookingServer => ({
  health: async () => (await exchange({ method: 'HealthCheck', purpose: 'health' })).ok,
  lookup: async (merchantId, slots, purpose) => {
    const answer = await exchange({
      method: 'BatchAvailabilityLookup',
      purpose,
      body: { merchant_id: merchantId, slot_time: slots },
      check: (value) => lookupFaults(slots, value),
    })
    if (!answer.ok) return { error: answer.words }
    const given = answer.value['slot_time_availability'] as { available?: boolean }[]
    return { available: given.map(({ available }) => available ?? false) }
  },
  create: async (creation) => {
    const { slot, person, token, wish } = creation
    const body = said({
      slot,
      user_information: said(person),
      payment_information: { prepayment_status: 'PREPAYMENT_NOT_PROVIDED' },
      idempotency_token: token,
      additional_request: wish,
    })
    return outcomeOf(await exchange({ method: 'CreateBooking', purpose: 'create', body, check: (value) => createFaults(creation, value) }))
  },
  update: async (change) => {
    const { id, status, startSec, durationSec, partySize } = change
    const resources = partySize === undefined ? undefined : { party_size: partySize }
    const slot = startSec === undefined && !resources ? undefined : said({ start_sec: startSec, duration_sec: durationSec, resources })
    const body = { booking: said({ booking_id: id, status, slot }) }
    return outcomeOf(await exchange({ method: 'UpdateBooking', purpose: 'update', body, check: (value) => updateFaults(change, value) }))
  },
  statusOf: async (id) => {
    const check = (value: Loose): string[] => (value['booking_id'] === id ? [] : ['another booking_id than the one asked for'])
    const answer = await exchange({ method: 'GetBookingStatus', purpose: 'read', body: { booking_id: id }, check })
    return answer.ok ? (answer.value['booking_status'] as BookingStatus) : undefined
  },
  upcoming: async (userId) => {
    const answer = await exchange({
      method: 'ListBookings',
      purpose: 'read',
      body: { user_id: userId },
      check: (value) => listFaults(nowMs(), value),
    })
    return answer.ok ? ((answer.value['bookings'] ?? []) as AnsweredBooking[]) : { error: answer.words }
  },
})
