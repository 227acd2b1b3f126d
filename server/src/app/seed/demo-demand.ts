import type { DayAvailability, Slot } from '@tablewire/contracts/booking/availability'
import { Temporal } from 'temporal-polyfill'
import { addDays, daysBetween, daysOf, localOf } from '#src/features/availability/api.ts'
import { type PastSearch, recordPastSearches } from '#src/features/demand/api.ts'
import { builtInSystemId, venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import { changeSettings } from '#src/features/waitlist/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { OpenVenue } from './booking-requests.ts'
import type { ChannelKey } from './demo-channels.ts'
import { waitingHouses } from './demo-venues.ts'
import { type Random, randomFor } from './random.ts'

const hourMs = 3_600_000
/** So many houses have a ledger to look at, of so many days. */
const housesMost = 8
const daysBack = 14
const daysAhead = 3
/** Around the moment that a guest named nothing may be open. */
const aroundMs = hourMs
const searchesMost = 4

type Asked = { venue: VenueWithBook; channelId: string; date: string; partySize: number; askedMs: number }

const askedAt = (ctx: Ctx, { venue, channelId, date, partySize, askedMs }: Asked): Promise<DayAvailability[]> =>
  daysOf(
    // By the clock of that day: what had passed by then, and what was too near.
    { ...ctx, clock: () => Temporal.Instant.fromEpochMilliseconds(askedMs) },
    { venue, from: date, to: date, partySize, areaId: null, asker: 'channel', channelId, explain: true },
  )

/** Starts around which nothing was open. */
const inVain = (slots: readonly Slot[]): Slot[] => {
  const open = slots.filter((slot) => slot.open).map(({ startsAt }) => instantMs(startsAt))
  return slots.filter(({ startsAt, closedBy }) => {
    const ms = instantMs(startsAt)
    return closedBy?.length && closedBy[0]!.rule !== 'past' && open.every((other) => Math.abs(other - ms) > aroundMs)
  })
}

/** What the book itself said to them, rule and numbers. */
const searchesOf = (random: Random, asked: Asked, day: DayAvailability): PastSearch[] => {
  const { venue, channelId, date, partySize, askedMs } = asked
  const all = { venueId: venue.id, channelId, partySize, areaId: null }
  const at = (nth: number): string => new Date(askedMs + nth * 660_000).toISOString()
  const [first] = day.closedBy ?? []
  if (!day.slots.length) {
    const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: venue.timeZone, plainTime: '13:00' }).epochMilliseconds
    if (!first) return []
    const why = { date, rule: first.rule, limit: first.limit, used: first.used, startsAt: null }
    return [{ ...all, at: at(0), date: noon / 1000, beside: true, why }]
  }
  const closed = inVain(day.slots)
  if (!closed.length) return []
  return Array.from({ length: random.whole(1, searchesMost) }, (_, nth) => {
    const { startsAt, closedBy } = random.pick(closed)
    const { rule, limit, used } = closedBy![0]!
    return { ...all, at: at(nth), date: instantMs(startsAt) / 1000, why: { date, rule, limit, used, startsAt } }
  })
}

/** When somebody asked for that day: the evening before, or that morning; of days to come in the last hours. */
const momentOf = (random: Random, { timeZone }: VenueWithBook, { date, nowMs }: { date: string; nowMs: number }): number => {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds
  return Math.min(noon - random.whole(0, 18) * hourMs, nowMs - random.whole(1, 5) * hourMs)
}

/** Where guests may wait: for places on days that are full, and from Google for a table tonight. */
export const openWaitlists = async (ctx: Ctx, { venues }: Pick<Houses, 'venues'>): Promise<void> => {
  const houses = venues.filter(({ demo, systemId }) => systemId === builtInSystemId && waitingHouses.has(demo.key))
  for (const { id } of houses) await changeSettings(ctx, id, { open: true, offerMinutes: 10 })
}

type Span = { nowMs: number; sinceMs: number | null }
type Houses = { venues: readonly OpenVenue[]; channelIds: ReadonlyMap<ChannelKey, string> }

/** Guests of channels who found no place in the last days, as the books and evenings of the demo's houses have it. */
export const writeRefusedDemand = async (ctx: Ctx, { venues, channelIds }: Houses, { nowMs, sinceMs }: Span): Promise<void> => {
  const houses = venues.filter(({ systemId, channels }) => systemId === builtInSystemId && channels.length > 0).slice(0, housesMost)
  const byId = new Map(
    (
      await venuesWithBooks(
        ctx,
        houses.map(({ id }) => id),
      )
    ).map((venue) => [venue.id, venue]),
  )
  const found: PastSearch[] = []
  const today = localOf(nowMs, 'UTC').date
  const from = addDays(
    today,
    sinceMs === null ? -daysBack : Math.max(-daysBack, daysBetween(today, localOf(sinceMs, 'UTC').date) + daysAhead + 1),
  )
  for (const { id, channels, demo } of houses) {
    const venue = byId.get(id)
    if (!venue) continue
    for (let date = from; date <= addDays(today, daysAhead); date = addDays(date, 1)) {
      const random = randomFor(`${demo.key} in vain ${date}`)
      const partySize = random.weighted([
        [2, 5],
        [4, 4],
        [6, 2],
        [8, 1],
        [12, 1],
      ] as const)
      const channelId = channelIds.get(random.pick(channels))!
      const asked = { venue, channelId, date, partySize, askedMs: momentOf(random, venue, { date, nowMs }) }
      const [day] = await askedAt(ctx, asked)
      found.push(...searchesOf(random, asked, day!))
    }
  }
  if (found.length) await recordPastSearches(ctx, found, from)
}
