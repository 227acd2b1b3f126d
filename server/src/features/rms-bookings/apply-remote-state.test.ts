import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { placeStated, statusColumns } from './apply-remote-state.ts'

const ctx = { clock: () => Temporal.Instant.from('2026-11-20T12:00:00Z') } as Ctx
const venue = {
  timeZone: 'Europe/Berlin',
  book: {
    version: 7,
    areas: [
      { id: 'hall', externalId: 'H' },
      { id: 'bar', externalId: 'B' },
    ],
  },
} as unknown as VenueWithBook
const here = {
  startsAt: '2026-11-20T18:00:00Z',
  endsAt: '2026-11-20T19:30:00Z',
  areaId: 'hall',
  partySize: 4,
  duration: null,
  bookingType: null,
} as ReservationRecord
const placed = (stated: object, reservation = here) => placeStated(reservation, venue, { id: 'r-1', ...stated })

test('what the system does not speak of, repeats or names without our knowing changes nothing', () => {
  expect(placed({})).toEqual({})
  expect(placed({ startsAt: null, partySize: null, areaId: null })).toEqual({})
  expect(placed({ startsAt: '2026-11-20T19:00:00+01:00', partySize: 4, areaId: 'H' })).toEqual({})
  expect(placed({ areaId: 'unknown' })).toEqual({})
})

test('another start or area is a new place, as long as the stay was', () => {
  expect(placed({ startsAt: '2026-11-20T19:00:00Z' })).toMatchObject({
    startsAt: '2026-11-20T19:00:00Z',
    endsAt: '2026-11-20T20:30:00Z',
    serviceOn: '2026-11-20',
    areaId: 'hall',
    bookVersion: 7,
  })
  expect(placed({ areaId: 'B' })).toMatchObject({ areaId: 'bar', startsAt: here.startsAt })
})

test('another party is no longer bound by the limit of whoever booked', () =>
  expect(placed({ partySize: 6 })).toEqual({ partySize: 6, channelCoversMax: null }))

test('how long and what for count only where the guest had chosen', () => {
  const stated = { durationSeconds: 7200, bookingType: 'Set menu' }
  expect(placed(stated)).toEqual({})
  expect(placed(stated, { ...here, duration: 5400, bookingType: 'À la carte' })).toEqual({
    duration: 7200,
    endsAt: '2026-11-20T20:00:00Z',
    bookingType: 'Set menu',
  })
})

test('who ended it is kept with the end, and forgotten when it stands again', () => {
  const stated = { id: 'r-1', cancelActor: 'venue', cancelReason: 'closed' }
  expect(statusColumns(ctx, stated, 'canceled')).toEqual({
    status: 'canceled',
    cancelActor: 'venue',
    cancelReason: 'closed',
    canceledAt: '2026-11-20T12:00:00Z',
  })
  expect(statusColumns(ctx, { id: 'r-1' }, 'rejected')).toMatchObject({ cancelActor: 'system', cancelReason: null, canceledAt: null })
  expect(statusColumns(ctx, stated, 'confirmed')).toEqual({
    status: 'confirmed',
    cancelActor: null,
    cancelReason: null,
    canceledAt: null,
  })
})
