import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import type { DayAvailability, Verdict } from '@tablewire/contracts/booking/availability'
import type { FreeTable, Reserve, WhatIf } from '@tablewire/contracts/booking/what-if'
import type { Seating } from '@tablewire/contracts/booking/tables.rules'
import { isRemote } from '#src/features/rms-client/api.ts'
import { houseOf, type TablesGiven, type TablesOfDay } from '#src/features/tables/api.ts'
import { isOfChannels, type VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { daysOf, isTooOldToOverride, occupancyAround } from './api.ts'
import { askerOf, veiledVerdict } from './as-partner.ts'
import { candidatesAt, openOrFirst } from './candidate.ts'
import { channelCovers } from './channel-covers.ts'
import { type Asker, type Candidate, evaluate, type Evaluation, stayEndMs } from './evaluate.ts'
import { tablesOn, tableSpanOf } from './house-tables.ts'
import { dayClock, localDateTime, localOf, minutesOf } from './local-time.ts'
import { arrivalsIn, type Occupancy } from './occupancy.ts'
import { questionOf } from './question-of.ts'

type Asked = { venue: VenueWithBook; date: string; time: string; partySize: number; areaId: string | null }
type Start = { day: DayAvailability; ms: number }
type Judged = Pick<WhatIf, 'endsAt' | 'closedBy' | 'reserve' | 'areaId' | 'tables'> & { date: string }

/** So many other times are told. */
const nearestMost = 4

/** A start of the day that shows that time, else that minute of the day or of its night; a time that the clock jumps over counts as the next one there is. */
const msOf = ({ venue: { timeZone }, date, time }: Asked, { slots }: DayAvailability): number => {
  const slot = slots.find(({ startsLocal }) => startsLocal.endsWith(`T${time}`))
  if (slot) return instantMs(slot.startsAt)
  const clock = dayClock(timeZone, date)
  const wanted = minutesOf(time) + (minutesOf(time) < nightMinutes ? 1440 : 0)
  for (let minutes = wanted; ; minutes++) {
    const ms = clock(minutes)
    if (ms !== undefined) return ms
  }
}

const seen = ({ name, areaId, most }: Seating): FreeTable => ({ name, areaId, most })

/** What each limit that binds a start would still hold after the party, the one that holds the fewest further such parties first. */
const reserveOf = (found: Evaluation, candidate: Candidate, { partySize, occupancy }: { partySize: number; occupancy: Occupancy }) => {
  const { interval, shiftDay } = candidate
  const { limits, areaCapacities, verdicts } = found
  const used = interval ? arrivalsIn(occupancy, { fromMs: interval.ms, toMs: interval.untilMs }) : { covers: 0, parties: 0 }
  const reserve: (Reserve & { further: number })[] = []
  const covers = (entry: Omit<Reserve, 'limit'> & { limit: number }): void => {
    reserve.push({ ...entry, further: entry.left / partySize })
  }
  const setting = shiftDay?.limits ?? ''
  if (limits.covers !== null)
    covers({ rule: 'pacing_covers', setting, limit: limits.covers, left: limits.covers - used.covers - partySize })
  if (limits.parties !== null) {
    const left = limits.parties - used.parties - 1
    reserve.push({ rule: 'pacing_parties', setting, limit: limits.parties, left, further: left })
  }
  const [best] = areaCapacities
  // Of an area without a table for the party its covers say nothing.
  if (best && !verdicts.some(({ rule }) => rule === 'tables'))
    covers({ rule: 'area_capacity', setting: `areas/${best.area.id}/capacity`, limit: best.area.capacity, left: best.left - partySize })
  return reserve
}

type TablesAsked = { tables: TablesOfDay; given: TablesGiven | undefined; ask: Parameters<TablesOfDay['freeBeside']>[0] }
const tablesView = ({ tables, given, ask }: TablesAsked): NonNullable<WhatIf['tables']> => ({
  given: given ? seen(given.seating) : null,
  moves: (given?.moves ?? []).map(({ party, from, to }) => ({
    reservationId: party.id,
    partySize: party.partySize,
    startsAt: instantText(party.startMs),
    from,
    to: to.name,
  })),
  free: tables.freeBeside(ask, given).map(seen),
})

type Judging = { asker: Asker; channelId?: string; ms: number }

/** By the rules, the occupancy and the tables by which a booking of it is decided (`decidePlacement`), without the lock of the day: nothing is kept for anybody. */
const judgeHere = async (ctx: Ctx, asked: Asked, { asker, channelId, ms }: Judging): Promise<Judged> => {
  const { venue, partySize, areaId } = asked
  const [first, ...others] = candidatesAt(venue, ms)
  const { date } = first
  const span = tableSpanOf(venue, first)
  const [occupancy, house, bound] = await Promise.all([
    occupancyAround(ctx, venue.id, instantText(ms)),
    houseOf(ctx, { venueId: venue.id, ...span }),
    asker === 'channel' ? channelCovers(ctx, [{ venueId: venue.id, from: date, to: date }], { channelId }) : undefined,
  ])
  const nowMs = ctx.clock().epochMilliseconds
  const tables = house.seatingsOn(date).length ? tablesOn(house, { ...span, date, nowMs }) : undefined
  const question = {
    ...questionOf(ctx, { venue, partySize, areaId, asker }, { occupancy, terms: bound?.get(venue.id) }),
    ...(venue.tables && tables ? { tables } : {}),
  }
  const of = (candidate: Candidate) => ({ candidate, found: evaluate(question, candidate) })
  const { candidate, found } = openOrFirst([of(first), ...others.map(of)])
  const sits = found.areaCapacities[0]?.area.id ?? areaId
  const stay = { startMs: ms, endMs: found.endMs, partySize, online: asker === 'channel' }
  const shown = tables ? tablesView({ tables, given: found.seats, ask: { ...stay, areaId } }) : null
  const reserve = reserveOf(found, candidate, { partySize, occupancy })
  if (venue.tables && shown) {
    const left = shown.free.length - (shown.given ? 0 : 1)
    reserve.push({ rule: 'tables', setting: 'tables', limit: null, left, further: left })
  }
  return {
    date,
    endsAt: instantText(found.endMs),
    closedBy: found.verdicts,
    reserve: reserve.toSorted((a, b) => a.further - b.further).map(({ rule, setting, limit, left }) => ({ rule, setting, limit, left })),
    areaId: sits,
    tables: shown,
  }
}

/** A venue's own system knows its starts, and no others. */
const judgeAtSystem = ({ venue, date, partySize }: Asked, { day, ms }: Start): Judged => {
  const slot = day.slots.find(({ startsAt }) => instantMs(startsAt) === ms)
  const none: Verdict = { rule: 'system_closed', setting: null, limit: null, used: null, opens: { by: 'cancellation', covers: partySize } }
  const silent = day.closedBy?.filter(({ rule }) => rule === 'system_silent') ?? []
  const [candidate] = candidatesAt(venue, ms)
  return {
    date,
    endsAt: slot?.endsAt ?? instantText(stayEndMs({ book: venue.book, partySize }, candidate)),
    closedBy: slot ? (slot.closedBy ?? []) : silent.length ? silent : [none],
    reserve: [],
    areaId: null,
    tables: null,
  }
}

const nearestOf = (ctx: Ctx, { day, ms }: Start): WhatIf['nearest'] => {
  const nowMs = ctx.clock().epochMilliseconds
  const away = ({ startsAt }: { startsAt: string }): number => Math.abs(instantMs(startsAt) - ms)
  return day.slots
    .filter(({ open, startsAt }) => open && instantMs(startsAt) >= nowMs && instantMs(startsAt) !== ms)
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, nearestMost)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    .map(({ startsAt, startsLocal }) => ({ startsAt, startsLocal }))
}

/** RE3, RE5: "can I take six at eight?", answered as a booking would be. */
export const askWhatIf = async (ctx: Ctx, asked: Asked): Promise<WhatIf> => {
  const { venue, date, partySize, areaId } = asked
  const asks = await askerOf(ctx, {})
  const remote = await isRemote(ctx, venue)
  const [day] = await daysOf(ctx, { venue, from: date, to: date, partySize, areaId, explain: true, ...asks })
  const ms = msOf(asked, day!)
  const start = { day: day!, ms }
  const judged = remote ? judgeAtSystem(asked, start) : await judgeHere(ctx, asked, { ...asks, ms })
  const mayOverride =
    !remote && !venue.archived && asks.asker === 'staff' && ctx.ability.can('override', 'reservation-list') && !isTooOldToOverride(ctx, ms)
  const local = localOf(ms, venue.timeZone)
  const veiled = isOfChannels(ctx)
  return {
    venueId: venue.id,
    timezone: venue.timeZone,
    partySize,
    startsAt: instantText(ms),
    startsLocal: localDateTime(local.date, local.minutes),
    answer: judged.closedBy.length === 0 ? 'yes' : mayOverride ? 'override' : 'no',
    ...judged,
    ...(veiled ? { closedBy: judged.closedBy.map(veiledVerdict), reserve: [], tables: null } : {}),
    mayWait: !remote,
    nearest: nearestOf(ctx, start),
  }
}
