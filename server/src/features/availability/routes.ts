import type { availability } from '@tablewire/contracts/venues'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { daysOf } from './api.ts'
import { serviceDay } from './get-service-day.ts'

export const availabilityHandlers: Handlers<typeof availability> = {
  day: async (ctx, { params, query }) => {
    const venue = await venueWithBook(ctx, params.id)
    const { date, partySize, areaId = null, explain = false, as = 'staff' } = query
    const [day] = await daysOf(ctx, { venue, from: date, to: date, partySize, areaId, asker: as, explain })
    return day!
  },
  service: async (ctx, { params, query }) => serviceDay(ctx, await venueWithBook(ctx, params.id), query.date),
}
