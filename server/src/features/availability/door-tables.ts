import { houseOf } from '#src/features/tables/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { candidateAt } from './candidate.ts'
import { evaluate } from './evaluate.ts'
import { houseIn, tablesOn, tableSpanOf } from './house-tables.ts'
import { occupancyOf } from './occupancy.ts'
import { questionOf } from './question-of.ts'

/** Who asks at the door: `ahead` parties go before him, each to a table that would have been his. */
type DoorAsk = { partySize: number; areaId: string | null; stayMs: number; ahead: number }

const stepMinutes = 5
/** Nobody is told of a later one. */
const longestMinutes = 180

/** On a service day: in how many minutes a table is free for a party that comes without a booking; null = not within three hours. Undefined: tables do not decide at this venue. */
export const doorTables = async (ctx: Ctx, venue: VenueWithBook, date: string): Promise<((ask: DoorAsk) => number | null) | undefined> => {
  const nowMs = ctx.clock().epochMilliseconds
  const times = [nowMs, nowMs + longestMinutes * 60_000]
  const house = await houseIn(ctx, venue, times)
  if (!house) return undefined
  const tables = tablesOn(house, { date, nowMs, fromMs: nowMs, toMs: nowMs + (longestMinutes + 12 * 60) * 60_000 })
  const areas = venue.book.areas.map(({ id }) => id)
  return ({ partySize, areaId, stayMs, ahead }) => {
    const asked = areaId === null ? areas : [areaId]
    for (let minutes = 0; minutes <= longestMinutes; minutes += stepMinutes) {
      const startMs = nowMs + minutes * 60_000
      const asks = asked.map((area) => ({ startMs, endMs: startMs + stayMs, partySize, areaId: area, online: false }))
      const free = ahead > 0 ? asks.reduce((sum, ask) => sum + tables.count(ask, false), 0) > ahead : asks.some((ask) => tables.find(ask))
      if (free) return minutes
    }
    return null
  }
}

const hourMs = 3_600_000

/**
 * Where people give the tables: the area that has one for a party which comes now, and seats for it, as the book would choose among those; null = none has. Where
 * tables decide, placing the party looks for it.
 */
export const areaWithTable = async (ctx: Ctx, venue: VenueWithBook, partySize: number): Promise<string | null> => {
  if (venue.tables) return null
  const nowMs = ctx.clock().epochMilliseconds
  const candidate = candidateAt(venue, nowMs)
  const span = tableSpanOf(venue, candidate)
  const [occupancy, house] = await Promise.all([
    occupancyOf(ctx, [{ venueId: venue.id, fromMs: nowMs - 4 * hourMs, toMs: nowMs + 12 * hourMs }]),
    houseOf(ctx, { venueId: venue.id, ...span }),
  ])
  if (!house.seatingsOn(candidate.date).length) return null
  const ask = { venue, partySize, areaId: null, asker: 'staff' as const }
  const { endMs, areaCapacities } = evaluate(
    questionOf(ctx, ask, { occupancy: occupancy.get(venue.id) ?? [], terms: undefined }),
    candidate,
  )
  const tables = tablesOn(house, { ...span, date: candidate.date, nowMs })
  const free = new Set(
    tables.freeBeside({ startMs: nowMs, endMs, partySize, online: false, areaId: null }, undefined).map((one) => one.areaId),
  )
  return areaCapacities.find(({ area, left }) => left >= partySize && free.has(area.id))?.area.id ?? null
}
