import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { mergeVenues } from '#src/features/venue-merge/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { bcHandlers } from './routes.ts'

let open: OpenDb
let admin: Ctx
beforeAll(async () => {
  open = await aDb()
  admin = ctxOfUser(open.db, await aUser(open.db))
})
afterAll(() => open.close())

type House = { kept: TestVenue; other: TestVenue; channel: TestChannel; by: Ctx }
const aDouble = async (): Promise<House> => {
  const kept = await aVenue(open.db, { name: 'Casa Mayor' })
  const other = await aVenue(open.db, { name: 'Casa Mayor (2)', companyId: kept.companyId })
  const channel = await aChannel(open.db, { venues: [other.id] })
  return { kept, other, channel, by: ctxOfChannel(open.db, channel) }
}
const merge = ({ kept, other }: House) => mergeVenues(admin, { kept: kept.id, other: other.id })
const when = (venue: TestVenue): number =>
  Math.floor(Temporal.Instant.from(instantAt(venue, dayFromNow(3, venue), '20:00')).epochMilliseconds / 1000)
const contact = { firstname: 'Ana', lastname: 'García', email: 'ana@example.test', telephone: '+34600111222', locale: 'es' as const }
const placeAt = ({ other }: House) => ({ venueId: other.id, partySize: 2, date: when(other) })

test('HU3: a channel that knows the old id only reads, searches and books the venue that is kept', async () => {
  const house = await aDouble()
  const { kept, other, by } = house
  await merge(house)
  const place = placeAt(house)
  expect(await bcHandlers.venue(by, { params: { id: other.id } })).toMatchObject({ id: kept.id, name: 'Casa Mayor' })
  expect(await bcHandlers.availability(by, { query: place })).toMatchObject({ venueId: kept.id })
  const month = dayFromNow(3, other).slice(0, 7)
  expect(await bcHandlers.calendar(by, { query: { venueId: other.id, month, partySize: 2 } })).toMatchObject({ venueId: kept.id })
  const batch = await bcHandlers.availabilityBatch(by, { body: { slots: [place] } })
  expect(batch.data).toMatchObject([{ venueId: other.id, available: true }])
  const booked = await bcHandlers.book(by, { body: { ...place, contact } })
  expect(booked).toMatchObject({ venueId: kept.id })
  const hold = await bcHandlers.hold(by, { body: place })
  expect(await bcHandlers.commit(by, { params: { id: hold.id }, body: { contact } })).toMatchObject({ venueId: kept.id })
})

test('a channel without the double still knows neither', async () => {
  const house = await aDouble()
  await merge(house)
  const stranger = ctxOfChannel(open.db, await aChannel(open.db))
  const { other } = house
  expect(await refusal(bcHandlers.venue(stranger, { params: { id: other.id } }))).toBe('venue.not_found')
  expect(await refusal(bcHandlers.book(stranger, { body: { ...placeAt(house), contact } }))).toBe('venue.not_found')
})

test('RE1: what the channel booked before is found by its id as ever, at the venue it was booked at', async () => {
  const house = await aDouble()
  const past = await aReservation(open.db, house.other, {
    date: dayFromNow(-3, house.other),
    status: 'completed',
    source: 'channel',
    channelId: house.channel.id,
  })
  await merge(house)
  expect(await bcHandlers.booking(house.by, { params: { id: past.id } })).toMatchObject({ id: past.id, venueId: house.other.id })
})

test('of a merge and bookings that race with it none is lost: they refuse it, or are refused, or are booked at the kept one', async () => {
  const house = await aDouble()
  const { kept, other, by } = house
  const bookings = Array.from({ length: 6 }, () => refusal(bcHandlers.book(by, { body: { ...placeAt(house), contact } })))
  const [merged, ...said] = await Promise.all([refusal(merge(house)), ...bookings])
  const rows = await open.db.selectFrom('reservations').select('venueId').where('venueId', 'in', [kept.id, other.id]).execute()
  expect(rows).toHaveLength(said.filter((word) => word === 'done').length)
  const atOther = rows.filter(({ venueId }) => venueId === other.id).length
  expect(merged).toBe(atOther ? 'venue.merge_guests' : 'done')
})
