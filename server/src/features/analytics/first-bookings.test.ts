import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { refreshDays } from '#src/features/day-sums/refresh-days.ts'
import { createReservation } from '#src/features/reservations/create-reservation.ts'
import { askOf } from '#src/features/analytics-questions/api.ts'
import { analyticsOf } from './reservation-analytics.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

test('AN1: of several first bookings of a guest at once exactly one is new, in sums and in reservations, whenever sums were counted', async () => {
  const ctx = aCtx(open.db)
  for (let round = 0; round < 4; round++) {
    const venue = await aVenue(open.db)
    const guest = { firstName: 'Ana', lastName: 'García', email: `ana-${round}@example.test` }
    const days = [3, 4, 5, 6].map((ahead) => dayFromNow(ahead, venue))
    const booked = days.map((day) =>
      createReservation(aCtx(open.db), { venueId: venue.id, startsAt: instantAt(venue, day, '19:00'), partySize: 2, guest }),
    )
    await Promise.all([...booked, refreshDays(ctx), refreshDays(ctx)])
    const ask = await askOf(ctx, { from: days[0]!, to: days[3]!, compare: 'none', whole: true, venueId: [venue.id] })
    const fresh = async (raw: boolean) => (await analyticsOf(ctx, ask, { raw })).figures.find(({ id }) => id === 'newGuestShare')!.parts
    expect([await fresh(true), await fresh(false)]).toEqual([
      { count: 1, of: 4 },
      { count: 1, of: 4 },
    ])
    await refreshDays(ctx)
    expect(await fresh(false)).toEqual({ count: 1, of: 4 })
  }
})
