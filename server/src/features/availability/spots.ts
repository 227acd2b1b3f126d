import type { RuleName } from '@tablewire/contracts/booking/availability'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { channelCovers } from './channel-covers.ts'
import { type Candidate, evaluate, type Evaluation, type Question } from './evaluate.ts'
import { houseIn, tablesOfShifts } from './house-tables.ts'
import { addDays, daysBetween } from './local-time.ts'
import { arrivalsIn, type Occupancy, occupancyOf } from './occupancy.ts'
import { questionOf } from './question-of.ts'
import { type ShiftDay, shiftsOn } from './service-day.ts'
import { systemDays } from './system-days.ts'

/** Tables for a party at a start: how many could be booked one after the other, and how many there would be in an empty house. */
export type Spots = {
  startMs: number
  endMs: number
  partySize: number
  areaId: string | null
  open: number
  total: number
  type: 'book' | 'request'
  /** Until when channels may book, where the shift's cut-off says so. */
  lastBookableMs: number | null
}
export type SpotsAsk = {
  venue: VenueWithBook
  channelId: string
  /** Local dates, both included. */
  from: string
  to: string
  /** Parties of one up to so many. */
  partyMost: number
  /** Null = in any area. */
  areaIds: readonly (string | null)[]
  /** How old an answer of the venue's own system may be that counts while it gives none. */
  keptMs: number
}

/** Rules that somebody's cancellation lifts: such a start is offered, and full. Any other closes it. */
const full: ReadonlySet<RuleName> = new Set<RuleName>([
  'pacing_covers',
  'pacing_parties',
  'pressure_release',
  'channel_covers',
  'area_capacity',
  'tables',
])

const tablesOf = (covers: number | null | undefined, partySize: number): number =>
  covers === null || covers === undefined ? Infinity : Math.max(0, Math.floor(covers / partySize))

type Start = { question: Question; candidate: Candidate; found: Evaluation }

/** Where the venue works with tables, no more of them than it has. */
const tablesIn = ({ question: { tables, partySize }, candidate, found }: Start, areaId: string, empty: boolean): number =>
  tables?.count({ startMs: candidate.ms, endMs: found.endMs, partySize, areaId, online: true }, empty) ?? Infinity

/** As if nobody sat there: areas, pacing and the channel's own limit. */
const totalOf = (start: Start): number => {
  const { question, found } = start
  const { partySize, terms } = question
  const { areaCapacities, limits } = found
  const inAreas = areaCapacities.reduce(
    (sum, { area }) => sum + Math.min(tablesOf(area.capacity, partySize), tablesIn(start, area.id, true)),
    0,
  )
  return Math.min(inAreas, tablesOf(limits.covers, partySize), limits.parties ?? Infinity, tablesOf(terms?.limits.coversPerDay, partySize))
}

const openOf = (start: Start): number => {
  const { question, candidate } = start
  const { areaCapacities, limits } = start.found
  const { partySize, terms, occupancy } = question
  const { interval, date } = candidate
  const used = interval ? arrivalsIn(occupancy, { fromMs: interval.ms, toMs: interval.untilMs }) : { covers: 0, parties: 0 }
  const most = terms?.limits.coversPerDay ?? null
  return Math.min(
    areaCapacities.reduce((sum, { area, left }) => sum + Math.min(tablesOf(left, partySize), tablesIn(start, area.id, false)), 0),
    tablesOf(limits.covers === null ? null : limits.covers - used.covers, partySize),
    limits.parties === null ? Infinity : limits.parties - used.parties,
    tablesOf(most === null ? null : most - (terms?.covers.get(date) ?? 0), partySize),
  )
}

const spotsAt = (question: Question, candidate: Candidate): Spots | undefined => {
  const found = evaluate(question, candidate)
  if (found.verdicts.some(({ rule }) => !full.has(rule))) return undefined
  const start = { question, candidate, found }
  const open = found.verdicts.length ? 0 : Math.max(1, openOf(start))
  const total = Math.max(open, totalOf(start))
  if (total < 1) return undefined
  const { book, partySize, areaId } = question
  const requestFrom = candidate.shiftDay?.shift.requestFromParty ?? Infinity
  const firstMs = candidate.shiftDay?.starts[0]?.ms
  return {
    startMs: candidate.ms,
    endMs: found.endMs,
    partySize,
    areaId,
    open,
    total,
    type: partySize >= requestFrom ? 'request' : 'book',
    lastBookableMs: book.cutOffMinutes === null || firstMs === undefined ? null : firstMs - book.cutOffMinutes * 60_000,
  }
}

type Day = { date: string; shifts: ShiftDay[] }
const startsOf = ({ shifts }: Day): number[] => shifts.flatMap(({ starts }) => starts.map(({ ms }) => ms))

/** Who sits or arrives while any of these starts lasts. */
const presentOn = (everybody: Occupancy, day: Day): Occupancy => {
  const times = startsOf(day)
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times) + 12 * 3_600_000]
  return everybody.filter((party) => party.startMs < toMs && party.endMs > fromMs)
}

const spotsOn = (base: Question, { date, shifts }: Day, { areaIds, partyMost }: SpotsAsk): Spots[] => {
  const found = new Map<string, Spots>()
  for (const areaId of areaIds)
    for (let partySize = 1; partySize <= partyMost; partySize++) {
      const question = { ...base, areaId, partySize }
      for (const shiftDay of shifts)
        for (const start of shiftDay.starts) {
          const key = `${start.ms} ${areaId} ${partySize}`
          const spots = spotsAt(question, { date, minutes: start.minutes, ms: start.ms, shiftDay, interval: start })
          // Where two shifts offer the same start, the open one counts.
          if (spots && !found.get(key)?.open) found.set(key, spots)
        }
    }
  return [...found.values()]
}

const byStart = (a: Spots, b: Spots): number => a.startMs - b.startMs || a.partySize - b.partySize

/** Everybody else has his turn: two years of a large restaurant take a minute. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
/** So many days' shifts are made in a few milliseconds. */
const daysATurn = 10

const daysWithStarts = async ({ venue, from, to }: SpotsAsk): Promise<Day[]> => {
  const days: Day[] = []
  for (let index = 0; index <= daysBetween(from, to); index++) {
    if (index % daysATurn === daysATurn - 1) await turn()
    const date = addDays(from, index)
    const shifts = shiftsOn(venue.book, date, venue.timeZone).filter(({ starts }) => starts.length)
    if (shifts.length) days.push({ date, shifts })
  }
  return days
}

async function* spotsHere(ctx: Ctx, ask: SpotsAsk): AsyncGenerator<Spots[]> {
  const { venue, from, to } = ask
  const days = await daysWithStarts(ask)
  const times = days.flatMap(startsOf)
  if (!times.length) return
  const span = { venueId: venue.id, fromMs: Math.min(...times), toMs: Math.max(...times) + 12 * 3_600_000 }
  const everybody = (await occupancyOf(ctx, [span])).get(venue.id) ?? []
  const terms = (await channelCovers(ctx, [{ venueId: venue.id, from, to }], { channelId: ask.channelId })).get(venue.id)
  const house = await houseIn(ctx, venue, times)
  for (const [index, day] of days.entries()) {
    // After midnight the morning's own shift comes before the night's, as it does for a booking.
    const ofNext = new Set(days[index + 1] ? startsOf(days[index + 1]!) : [])
    const about = { venue, partySize: 1, areaId: null, asker: 'channel' as const }
    const nowMs = ctx.clock().epochMilliseconds
    const base = {
      ...questionOf(ctx, about, { occupancy: presentOn(everybody, day), terms }),
      ...tablesOfShifts(house, day.shifts, { date: day.date, nowMs }),
    }
    await turn()
    yield spotsOn(base, day, ask)
      .filter(({ startMs }) => !ofNext.has(startMs))
      .toSorted(byStart)
  }
}

/** The venue's own system says what is free; what it takes with a guest's card only is not for channels that take none. */
async function* spotsElsewhere(ctx: Ctx, { partyMost, areaIds, ...ask }: SpotsAsk): AsyncGenerator<Spots[]> {
  const asked = areaIds.flatMap((areaId) => Array.from({ length: partyMost }, (_, index) => ({ areaId, partySize: index + 1 })))
  const answers = await Promise.all(
    asked.map(async ({ areaId, partySize }) => ({
      areaId,
      partySize,
      days: await systemDays(ctx, { ...ask, areaId, partySize, asker: 'channel', explain: false }),
    })),
  )
  const spots = answers.flatMap(({ areaId, partySize, days }) =>
    days.flatMap(({ slots }) =>
      slots
        .filter((slot) => slot.open && !slot.payment?.card)
        .map((slot): Spots => {
          const open = Math.max(1, tablesOf(slot.coversLeft, partySize))
          const [startMs, endMs] = [instantMs(slot.startsAt), instantMs(slot.endsAt)]
          return { startMs, endMs, partySize, areaId, open, total: open, type: slot.type, lastBookableMs: null }
        }),
    ),
  )
  yield spots.toSorted(byStart)
}

/** What a channel may tell of a venue's coming days, by start and party: a piece at a time, in the order of starts within a piece. */
export async function* spotsOf(ctx: Ctx, ask: SpotsAsk): AsyncGenerator<Spots[]> {
  yield* (await isRemote(ctx, ask.venue)) ? spotsElsewhere(ctx, ask) : spotsHere(ctx, ask)
}
