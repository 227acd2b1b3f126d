import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { isOfChannels, ofScopedChannels, type VenueWithBook } from '#src/features/venues/api.ts'
import { instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { localDateTime } from './local-time.ts'
import { arrivalsIn, occupancyOf } from './occupancy.ts'
import { pacingOf, shiftsOn } from './service-day.ts'

const hourMs = 3_600_000

/** What arrives in each interval of a service day against its limit. The people of a channel count the bookings that came by it, beside no limit: those are the house's. */
export const serviceDay = async (ctx: Ctx, venue: VenueWithBook, date: string): Promise<ServiceDay> => {
  const shifts = shiftsOn(venue.book, date, venue.timeZone)
  const starts = shifts.flatMap(({ shift, starts: all }) => all.map((start) => ({ ...start, shift })))
  const span = starts.length
    ? [{ venueId: venue.id, fromMs: starts[0]!.ms, toMs: Math.max(...starts.map((start) => start.ms)) + 4 * hourMs }]
    : []
  const partly = isOfChannels(ctx)
  const own = partly ? ofScopedChannels(ctx, 'r.channel_id') : undefined
  const occupancy = (await occupancyOf(ctx, span, own)).get(venue.id) ?? []
  return {
    venueId: venue.id,
    date,
    timezone: venue.timeZone,
    shifts: shifts.map(({ shift }) => ({ id: shift.id, name: shift.name, from: shift.from, to: shift.to })),
    intervals: starts
      .toSorted((a, b) => a.ms - b.ms)
      .map(({ ms, untilMs, minutes, shift }) => {
        const limits = partly ? { covers: null, parties: null } : pacingOf(shift, minutes)
        return {
          startsAt: instantText(ms),
          startsLocal: localDateTime(date, minutes),
          shiftId: shift.id,
          ...arrivalsIn(occupancy, { fromMs: ms, toMs: untilMs }),
          coversMax: limits.covers,
          partiesMax: limits.parties,
        }
      }),
    capacity: venue.book.areas.reduce((sum, area) => sum + area.capacity, 0),
  }
}
