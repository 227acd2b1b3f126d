import { setTimeout as sleep } from 'node:timers/promises'
import { bc } from '@tablewire/contracts/channels/channel-api'
import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import type { Endpoint, Result } from '@tablewire/contracts/kit/endpoint'
import { type Client, ServerGone } from './client.ts'
import { differences } from './conformance.ts'
import type { Dice } from './dice.ts'
import { cancelShare, changeShare, behaviourRates, leadTimeHours, mealHour, partySize } from './habits.ts'
import type { Journal } from './journal.ts'
import type { Ledger } from './ledger.ts'
import type { Channel } from './office.ts'
import { someContact, someWish } from './people.ts'

export type SoldVenue = Result<typeof bc.venues>['data'][number]
/** All that a guest on one channel needs. `later` keeps what they will do after a while. */
export type GuestEnvironment = {
  client: Client
  journal: Journal
  dice: Dice
  ledger: Ledger
  channel: Channel
  venues: readonly SoldVenue[]
  later: Deferred
}
export type Deferred = { add(afterMs: number, act: () => Promise<void>): void }
type GuestRequest = { venue: SoldVenue; party: number; date: number; areaId: string | undefined }
type Slot = BcAvailability['slots'][number]

const localHour = (unix: number, zone: string): { hour: number; minute: number } => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(
    unix * 1000,
  )
  const part = (type: string): number => Number(parts.find((one) => one.type === type)!.value)
  return { hour: part('hour'), minute: part('minute') }
}
const clockAt = (unix: number, zone: string): string => {
  const { hour, minute } = localHour(unix, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The moment somebody has in mind: as far ahead as people book, at an hour people eat. */
const someMoment = (dice: Dice, party: number, zone: string): number => {
  const ahead = Math.floor(Date.now() / 1000 + leadTimeHours(dice, party) * 3600)
  const { hour, minute } = localHour(ahead, zone)
  const wanted = mealHour(dice) * 60 + dice.pick([0, 0, 0, 15, 30, 30, 45])
  const moment = ahead + (wanted - hour * 60 - minute) * 60
  const rounded = moment - (moment % 900)
  return rounded * 1000 > Date.now() ? rounded : rounded + 86_400
}

const checkSlots = ({ client }: GuestEnvironment, { venue, party, date }: GuestRequest, answer: BcAvailability): void => {
  const fault = (text: string): void => client.wrong(bc.availability, text, answer)
  if (answer.venueId !== venue.id || answer.partySize !== party || answer.date !== date) fault('answers another question')
  if (answer.slots.length > 9) fault('more than nine slots')
  const next = answer.nextAvailability?.slots ?? []
  const all = [...answer.slots, ...next, ...(answer.previousAvailability?.slots ?? [])]
  for (const { time, startSec } of all)
    if (time !== clockAt(startSec, venue.timezone)) fault(`a slot at ${startSec} is called ${time} in ${venue.timezone}`)
  // A slot may have begun while the answer was on its way.
  if (all.some(({ startSec }) => startSec < Date.now() / 1000 - 60)) fault('a slot in the past')
  for (const slots of [answer.slots, next])
    if (slots.some(({ startSec }, index) => index > 0 && startSec <= slots[index - 1]!.startSec)) fault('slots out of order')
}

/** Looks around as people do; the slot they settle on, if there is one. */
const chooseSlot = async (stage: GuestEnvironment, request: GuestRequest): Promise<Slot | undefined> => {
  const { client, dice, channel, journal } = stage
  const { venue, party, date, areaId } = request
  const { token } = channel
  const place = { venueId: venue.id, partySize: party, ...(areaId === undefined ? {} : { areaId }) }
  if (dice.chance(behaviourRates.looksAtMonthFirst)) {
    const month = new Date(date * 1000).toISOString().slice(0, 7)
    const reply = await client.call(bc.calendar, { query: { ...place, month } }, { token })
    if (reply.ok && !reply.data.days.every((day) => day.date.startsWith(month)))
      client.wrong(bc.calendar, 'days of another month', reply.data)
  }
  if (dice.chance(behaviourRates.comparesVenues)) {
    const slots = Array.from({ length: dice.between(2, 12) }, () => ({ venueId: dice.pick(stage.venues).id, partySize: party, date }))
    const reply = await client.call(bc.availabilityBatch, { body: { slots } }, { token })
    const echoed = reply.ok && reply.data.data.map((one) => one.venueId).join() === slots.map((one) => one.venueId).join()
    if (reply.ok && !echoed) client.wrong(bc.availabilityBatch, 'does not answer the slots in their order', reply.data)
  }
  const reply = await client.call(bc.availability, { query: { ...place, date } }, { token })
  if (!reply.ok) return refused(stage, bc.availability, reply)
  checkSlots(stage, request, reply.data)
  const { slots, nextAvailability } = reply.data
  const open = slots.length ? slots : (nextAvailability?.slots ?? [])
  if (!open.length) journal.event('nothing free')
  return open.toSorted((a, b) => Math.abs(a.startSec - date) - Math.abs(b.startSec - date))[0]
}

/** Refusals no guest of ours deserves: each of our requests is well-formed and about something the server has acknowledged. */
const undeserved = new Set([
  'request.invalid',
  'venue.not_found',
  'area.not_found',
  'hold.not_found',
  'reservation.not_found',
  'channel.not_linked',
  'channel_key.invalid',
  'access.denied',
])

const refused = ({ client }: GuestEnvironment, endpoint: Endpoint, { code }: { code: string }): undefined => {
  if (undeserved.has(code)) client.wrong(endpoint, `refused as ${code}, with a good request about something that is there`, { code })
  return undefined
}

/** What was asked for must stand in the booking; a taken or closed slot is nobody's fault. */
const checkBooked = (
  { client, channel }: GuestEnvironment,
  endpoint: typeof bc.commit | typeof bc.book,
  booked: { booking: BcBooking; request: GuestRequest; lastname: string; type: Slot['type'] },
): void => {
  const { booking, request, lastname, type } = booked
  const fault = (text: string): void => client.wrong(endpoint, text, booking)
  if (booking.venueId !== request.venue.id || booking.partySize !== request.party || booking.date !== request.date)
    fault('books something else than was asked')
  if (booking.bookingChannelId !== channel.id) fault('belongs to another channel')
  if (booking.contact.lastname !== lastname) fault('is for another guest')
  const allowed = type === 'request' ? ['pending'] : ['confirmed', 'require_payment']
  if (!allowed.includes(booking.status)) fault(`a slot to ${type} became ${booking.status}`)
  if (booking.canceledAt !== null) fault('is canceled at birth')
}

type PlacedBooking = { booking: BcBooking; again: () => Promise<void> }

const bookDirectly = async (stage: GuestEnvironment, request: GuestRequest, type: Slot['type']): Promise<PlacedBooking | undefined> => {
  const { client, dice, channel } = stage
  const contact = someContact(dice)
  const input = {
    body: {
      venueId: request.venue.id,
      partySize: request.party,
      date: request.date,
      areaId: request.areaId ?? null,
      notes: someWish(dice),
      contact,
    },
  }
  const reply = await client.call(bc.book, input, { token: channel.token })
  if (!reply.ok) return refused(stage, bc.book, reply)
  checkBooked(stage, bc.book, { booking: reply.data, request, lastname: contact.lastname, type })
  return {
    booking: reply.data,
    again: () => client.replay(bc.book, input, { token: channel.token, key: reply.key!, expected: reply.data }),
  }
}

const holdAndCommit = async (stage: GuestEnvironment, request: GuestRequest, type: Slot['type']): Promise<PlacedBooking | undefined> => {
  const { client, dice, channel, journal } = stage
  const { token } = channel
  const place = { venueId: request.venue.id, partySize: request.party, date: request.date, areaId: request.areaId ?? null }
  const hold = await client.call(bc.hold, { body: place }, { token })
  if (!hold.ok) return refused(stage, bc.hold, hold)
  const { id, holdingTime, expiresAt } = hold.data
  if (Math.abs(expiresAt - Date.now() / 1000 - holdingTime) > 60)
    client.wrong(bc.hold, `expires ${expiresAt}, but is held for ${holdingTime} s`, hold.data)
  if (dice.chance(behaviourRates.leavesAfterHold)) {
    journal.event('hold left')
    if (dice.chance(0.5)) await client.call(bc.release, { params: { id } }, { token })
    return undefined
  }
  await sleep(dice.between(20, 400))
  const contact = someContact(dice)
  const input = { params: { id }, body: { notes: someWish(dice), contact } }
  const reply = await client.call(bc.commit, input, { token })
  if (!reply.ok) return refused(stage, bc.commit, reply)
  checkBooked(stage, bc.commit, { booking: reply.data, request, lastname: contact.lastname, type })
  return { booking: reply.data, again: () => client.replay(bc.commit, input, { token, key: reply.key!, expected: reply.data }) }
}

/** Until it is answered the outcome of a change is unknown; the ledger says so if it never is. */
const sure = async <T>({ ledger }: GuestEnvironment, booking: BcBooking, act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ServerGone) ledger.unsure(booking)
    throw error
  }
}

const change = async (stage: GuestEnvironment, booking: BcBooking): Promise<BcBooking | undefined> => {
  const { client, dice, channel, journal, ledger } = stage
  const body = dice.chance(0.5)
    ? { partySize: Math.max(1, booking.partySize + dice.pick([-1, 1, 2])) }
    : { date: booking.date + dice.pick([-3600, -1800, 1800, 3600]) }
  const reply = await sure(stage, booking, () => client.call(bc.change, { params: { id: booking.id }, body }, { token: channel.token }))
  if (!reply.ok) return refused(stage, bc.change, reply)
  ledger.note(reply.data)
  journal.event('changed')
  const wrong = Object.entries(body).filter(([name, value]) => reply.data[name as keyof BcBooking] !== value)
  if (wrong.length || reply.data.id !== booking.id)
    client.wrong(bc.change, `changes something else than ${JSON.stringify(body)}`, reply.data)
  return reply.data
}

const cancel = async (stage: GuestEnvironment, booking: BcBooking): Promise<BcBooking | undefined> => {
  const { client, channel, journal, ledger } = stage
  const input = { params: { id: booking.id }, body: { cancelActor: 'guest', cancelReason: 'Plans changed' } }
  const reply = await sure(stage, booking, () => client.call(bc.cancel, input, { token: channel.token }))
  if (!reply.ok) return refused(stage, bc.cancel, reply)
  ledger.note(reply.data)
  journal.event('canceled')
  if (reply.data.status !== 'canceled' || reply.data.canceledAt === null)
    client.wrong(bc.cancel, `canceled, but ${reply.data.status}`, reply.data)
  return reply.data
}

/** Reads a booking back; what staff may have done meanwhile is the only thing that may differ. */
const readBack = async ({ client, channel }: GuestEnvironment, booking: BcBooking): Promise<void> => {
  const reply = await client.call(bc.booking, { params: { id: booking.id } }, { token: channel.token })
  if (!reply.ok) return client.wrong(bc.booking, `an acknowledged booking is not there: ${reply.code}`, { id: booking.id })
  const wrong = differences(booking, reply.data).filter((where) => !where.startsWith('status:') || booking.status === 'canceled')
  if (wrong.length) client.wrong(bc.booking, `reads otherwise than acknowledged: ${wrong.join('; ')}`, reply.data)
}

const findInList = async ({ client, channel }: GuestEnvironment, booking: BcBooking): Promise<void> => {
  const email = booking.contact.email ?? ''
  for (let offset = 0; ; offset += 200) {
    const reply = await client.call(
      bc.bookings,
      { query: { email, venueId: booking.venueId, limit: 200, offset } },
      { token: channel.token },
    )
    if (!reply.ok || reply.data.data.some(({ id }) => id === booking.id)) return
    if (offset + 200 >= reply.data.total)
      return client.wrong(bc.bookings, `does not list ${booking.id}`, { email, total: reply.data.total })
  }
}

/** What becomes of a booking after a while. */
const afterwards = (stage: GuestEnvironment, booking: BcBooking): void => {
  const { dice, later } = stage
  const leadDays = (booking.date - Date.now() / 1000) / 86_400
  const changes = dice.chance(changeShare)
  const cancels = dice.chance(cancelShare(leadDays))
  later.add(dice.between(200, 8000), async () => {
    let known = booking
    if (changes) known = (await change(stage, known)) ?? known
    if (cancels) known = (await cancel(stage, known)) ?? known
    if (changes || cancels || dice.chance(behaviourRates.readsBack)) await readBack(stage, known)
    if (dice.chance(behaviourRates.asksForList)) await findInList(stage, known)
  })
}

/** One guest on one channel, from the first look to the booking. */
export const visit = async (stage: GuestEnvironment): Promise<void> => {
  const { client, dice, channel, journal, ledger } = stage
  // Some places are better known than others.
  const venue = stage.venues[Math.floor(dice.next() ** 2 * stage.venues.length)]!
  const party = partySize(dice)
  const request: GuestRequest = { venue, party, date: someMoment(dice, party, venue.timezone), areaId: undefined }
  if (venue.bookableAreas) {
    const areas = await client.call(
      bc.areas,
      { query: { venueId: venue.id, date: request.date, partySize: party } },
      { token: channel.token },
    )
    if (!areas.ok || !areas.data.data.length) return journal.event('nothing free')
    request.areaId = dice.pick(areas.data.data).id
  }
  const slot = await chooseSlot(stage, request)
  if (!slot || dice.chance(behaviourRates.onlyLooks)) return journal.event('looked only')
  request.date = slot.startSec
  const placed = await (dice.chance(behaviourRates.booksInOneStep) ? bookDirectly : holdAndCommit)(stage, request, slot.type)
  if (!placed) return
  ledger.note(placed.booking)
  journal.event('booked')
  if (dice.chance(behaviourRates.sendsTwice)) await placed.again()
  afterwards(stage, placed.booking)
}
