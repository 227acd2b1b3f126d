import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestVenue } from '../build/a-venue.ts'
import { aShift } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, creation, type Google, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
beforeAll(async () => {
  shop = await aShop()
  google = await aGoogle(shop)
})
afterAll(() => shop.close())

/** Open around the clock, with one night from ten in the evening to the morning. */
const night = async (timeZone: string): Promise<TestVenue> => {
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' }))
  const shifts = [aShift({ from: '22:00', to: '06:00', lastSeating: '04:30', intervalMinutes: 30 })]
  return shop.openVenue({ timeZone, book: { openingHours, shifts } })
}
/** The next nights on which the clocks of a zone change; none where they never do. */
const changesOf = (timeZone: string): Temporal.ZonedDateTime[] => {
  const first = Temporal.Now.zonedDateTimeISO(timeZone).add({ days: 2 }).getTimeZoneTransition('next')
  const second = first?.getTimeZoneTransition('next')
  return [first, second]
    .filter((one) => one !== null && one !== undefined)
    .filter((one) => one.since(Temporal.Now.zonedDateTimeISO(timeZone)).total('hours') < 350 * 24)
}
/** Every quarter of an hour that passes from noon before a moment to noon after it, whatever clocks show. */
const quarters = (about: Temporal.ZonedDateTime): number[] => {
  const noon = Math.floor(about.epochMilliseconds / 900_000) * 900 - 12 * 3600
  return Array.from({ length: 96 }, (_, nth) => noon + nth * 900)
}
const localOf = (startSec: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(startSec * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString()

const zones = ['Europe/Berlin', 'Europe/London', 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Chatham', 'America/St_Johns']
test.each(zones)(
  'GO1: both nights on which the clocks of %s change: what is available can be booked and moved, at that very instant',
  async (timeZone) => {
    const venue = await night(timeZone)
    const changes = changesOf(timeZone)
    expect(changes).toHaveLength(2)
    for (const change of changes) {
      const starts = quarters(change)
      const { body } = await google.ask('BatchAvailabilityLookup', {
        merchant_id: venue.id,
        slot_time: starts.map((start) => slotTime(start)),
      })
      const free = starts.filter((_, index) => body.slot_time_availability[index]!.available)
      const walls = free.map((start) => localOf(start, timeZone).slice(11, 16))
      // Fourteen seatings of an evening; a clock that is put forward leaves some out, none comes twice.
      expect(free.length).toBeGreaterThanOrEqual(11)
      expect(free.length).toBeLessThanOrEqual(14)
      expect(new Set(walls).size, walls.join(' ')).toBe(walls.length)
      expect(walls.every((wall) => wall >= '22:00' || wall <= '04:30')).toBe(true)
      const user_information = aPerson()
      for (const start of free) {
        const made = await google.ask('CreateBooking', creation(aSlot(venue.id, start), { user_information }))
        expect(made.body.booking, localOf(start, timeZone)).toMatchObject({ status: 'CONFIRMED', slot: { start_sec: String(start) } })
        const { startsAt, startsLocal } = await shop.container.db
          .selectFrom('reservations')
          .select(['startsAt', 'startsLocal'])
          .where('id', '=', made.body.booking.booking_id)
          .executeTakeFirstOrThrow()
        expect([Date.parse(startsAt) / 1000, startsLocal.slice(0, 16)]).toEqual([start, localOf(start, timeZone).slice(0, 16)])
      }
      const listed = (await google.ask('ListBookings', { user_id: user_information.user_id })).body.bookings
      expect(listed.map(({ slot }) => Number(slot['start_sec']))).toEqual(free)
      // From before the change to after it, and what the clocks never show is no slot.
      await google.ask('UpdateBooking', { booking: { booking_id: listed.at(-1)!.booking_id, status: 'CANCELED' } })
      const moved = await google.ask('UpdateBooking', {
        booking: { booking_id: listed[0]!.booking_id, slot: { start_sec: String(free.at(-1)) } },
      })
      expect(moved.body.booking).toMatchObject({ status: 'CONFIRMED', slot: { start_sec: String(free.at(-1)) } })
      const off = starts.find((start) => !free.includes(start))!
      expect((await google.ask('CreateBooking', creation(aSlot(venue.id, off)))).body.booking_failure.cause).toBe('SLOT_UNAVAILABLE')
    }
  },
)

test.each(['Pacific/Apia', 'Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kathmandu', 'Australia/Eucla', 'Pacific/Marquesas', 'UTC'])(
  'GO1: over midnight in %s: a start belongs to its own instant, and a day’s bounds to the venue’s clock',
  async (timeZone) => {
    const venue = await night(timeZone)
    const starts = ['23:30', '00:00', '00:30', '05:00'].map((time) => shop.at(time, 3, venue))
    const { body } = await google.ask('BatchAvailabilityLookup', {
      merchant_id: venue.id,
      slot_time: starts.map((start) => slotTime(start)),
    })
    expect(body.slot_time_availability.map(({ available }) => available)).toEqual([true, true, true, false])
    for (const start of starts.slice(0, 3)) {
      const { booking } = (await google.ask('CreateBooking', creation(aSlot(venue.id, start)))).body
      const { serviceOn } = await shop.container.db
        .selectFrom('reservations')
        .select('serviceOn')
        .where('id', '=', booking.booking_id)
        .executeTakeFirstOrThrow()
      // The small hours are of the evening before.
      const evening = Temporal.PlainDateTime.from(localOf(start, timeZone)).subtract({ hours: 6 }).toPlainDate().toString()
      expect(serviceOn).toBe(evening)
    }
    await shop.container.db.updateTable('venues').set({ rwgMaxDays: 3 }).where('id', '=', venue.id).execute()
    const edge = [shop.at('23:30', 3, venue), shop.at('00:00', 4, venue)]
    const bound = await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: edge.map((start) => slotTime(start)) })
    expect(bound.body.slot_time_availability.map(({ available }) => available)).toEqual([true, false])
  },
)
