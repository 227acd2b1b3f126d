import type { RuleName, Verdict } from '@tablewire/contracts/booking/availability'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { TablesGiven } from '#src/features/tables/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { candidatesAt, manyCandidates, openOrFirst } from './candidate.ts'
import { channelCovers } from './channel-covers.ts'
import { type Asker, type Candidate, evaluate, type Evaluation, type Question, stayEndMs } from './evaluate.ts'
import { evaluateAtTables } from './place-at-tables.ts'
import { tablesAtStarts } from './house-tables.ts'
import { localDateTime } from './local-time.ts'
import { type Occupancy, occupancyOf, type Span } from './occupancy.ts'
import { questionOf } from './question-of.ts'
import { refusalBy } from './refusal.ts'
import { checkAtSystems, type StartCheck } from './system-days.ts'

export type { Asker } from './evaluate.ts'
export { addDays, dayClock, daysBetween, localOf, localDateTime, remembered, weekdayOf } from './local-time.ts'
export { importedPlacer } from './imported-placer.ts'
export { arrivalsIn, type Occupancy, occupancyOf, type Party, peakIn } from './occupancy.ts'
export { placedRemotely, requireAllowed } from './remote-placement.ts'
export { daysOf } from './days-of.ts'
export { areaWithTable, doorTables } from './door-tables.ts'
export { type Spots, spotsOf } from './spots.ts'
export { refusalKind } from './refusal.ts'
export { whyDayRefused, whyRefused } from './why-refused.ts'
export { closureAt, isOpen, openPeriods, pacingOf, type ShiftDay, shiftsOn, stayOf } from './service-day.ts'
/** `startsAt` is an instant; `ignore` names a reservation that gives up its own place. */
export type PlacementRequest = {
  venue: VenueWithBook
  startsAt: string
  partySize: number
  areaId: string | null
  asker: Asker
  override: boolean
  /** A channel’s party that is too large to be booked asks the house, which answers. */
  asks?: boolean
  /** Its guests have their seats already, as part of another party: nobody more comes, so that no limit of the book is asked again. */
  seated?: boolean
  /** It stays until then at the longest. */
  until?: string | undefined
  ignore?: string
  /** Where the caller has asked already, beside another question. */
  occupancy?: Occupancy
}
/** Everything needed to place a reservation's row; instants UTC, `startsLocal` and `serviceOn` venue-local. */
export type Placement = {
  startsAt: string
  endsAt: string
  startsLocal: string
  serviceOn: string
  areaId: string
  pacingAt: string
  pacingUntil: string
  coversMax: number | null
  partiesMax: number | null
  /** Covers the channel may place on that service day; null = not limited. */
  channelCoversMax: number | null
  bookVersion: number
  override: boolean
  type: 'book' | 'request'
  /** The table it is given, where the venue works with tables and has one for it. */
  seats?: TablesGiven
}
const hourMs = 3_600_000
/** A start may count to an interval this long before it; the longest stay follows it. */
const spanAround = (venueId: string, ms: number): Span => ({ venueId, fromMs: ms - 4 * hourMs, toMs: ms + 12 * hourMs })
/** All parties that may overlap with one at that start. */
export const occupancyAround = async (ctx: Ctx, venueId: string, startsAt: string): Promise<Occupancy> =>
  (await occupancyOf(ctx, [spanAround(venueId, instantMs(startsAt))])).get(venueId) ?? []
/** A permission to override does not reach further back than the evening that is still being worked. */
const overrideReachMs = 12 * hourMs
export const isTooOldToOverride = (ctx: Ctx, ms: number): boolean => ms < ctx.clock().epochMilliseconds - overrideReachMs

const requireArea = ({ venue, areaId, asker }: PlacementRequest): void => {
  if (areaId !== null && !venue.book.areas.some((area) => area.id === areaId)) throw new Problem('area.not_found')
  if (areaId === null && asker === 'channel' && venue.book.bookableAreas) throw new Problem('area.required')
}

/** Occupancy around that time, without the party that asks. */
const othersAround = async (ctx: Ctx, { venue, startsAt, occupancy, ignore }: PlacementRequest) => {
  const all = occupancy ?? (await occupancyAround(ctx, venue.id, startsAt))
  return ignore === undefined ? all : all.filter((party) => party.id !== ignore)
}

/** From this size on a shift confirms a channel's parties one by one; and who asks waits for the answer. */
const isRequest = ({ asker, partySize, asks = false }: PlacementRequest, { shiftDay }: Candidate): boolean => {
  const from = shiftDay?.shift.requestFromParty ?? Infinity
  return asks || (asker === 'channel' && partySize >= from)
}

/** The channel's own limits at the venue that day; other callers have none. */
const termsFor = async (ctx: Ctx, wanted: PlacementRequest, date: string) => {
  if (wanted.asker !== 'channel') return undefined
  const bound = await channelCovers(ctx, [{ venueId: wanted.venue.id, from: date, to: date }], wanted)
  return bound.get(wanted.venue.id)
}

/** The area requested, else the venue's own choice. */
const areaFor = ({ venue: { book }, areaId }: PlacementRequest) =>
  book.areas.find((one) => (areaId === null ? one.byDefault : one.id === areaId)) ?? book.areas[0]!

/** What a house can weigh for a large party; when it is closed, or too late, stays what it is. */
const weighed: ReadonlySet<RuleName> = new Set([
  'party_max',
  'pacing_covers',
  'pacing_parties',
  'pressure_release',
  'area_capacity',
  'tables',
])
/** Whether a party of that size may ask the house for this start, where it cannot book it. */
export const mayAsk = (verdicts: readonly Pick<Verdict, 'rule'>[]): boolean =>
  verdicts.some(({ rule }) => rule === 'party_max') && verdicts.every(({ rule }) => weighed.has(rule))

/** Of an interval in which nobody more arrives nothing is counted. */
const intervalLimits = ({ seated = false }: PlacementRequest, { covers, parties }: Evaluation['limits']) =>
  seated ? { coversMax: null, partiesMax: null } : { coversMax: covers, partiesMax: parties }

/** What binds neither who may override it, not too long ago, nor who has his seats already, or asks the house about a large party. */
const isPassedOver = (
  { override, asks = false, seated = false }: PlacementRequest,
  verdicts: readonly Verdict[],
  isOld: boolean,
): boolean => seated || (override && !isOld) || (asks && mayAsk(verdicts))

/** Beyond the limits is who comes in addition to them; whose seats are taken already only where they were sold twice before. */
const isBeyond = ({ seated = false }: PlacementRequest, verdicts: readonly Verdict[]): boolean =>
  seated ? verdicts.some(({ rule }) => rule === 'area_capacity') : verdicts.length > 0

const refusalAt = (wanted: PlacementRequest, { date, minutes }: Candidate, found: Evaluation): Problem => {
  const time = localDateTime(date, minutes).slice(11)
  return refusalBy(found.verdicts[0]!, { ...wanted, time, neverSeated: found.neverSeated === true }, found.coversLeft)
}

const quarterMs = 900_000
const quarterAt = (ms: number): { ms: number; untilMs: number } => {
  const begins = Math.floor(ms / quarterMs) * quarterMs
  return { ms: begins, untilMs: begins + quarterMs }
}

const chosenStart = async (ctx: Ctx, wanted: PlacementRequest, ms: number) => {
  const { venue, ignore } = wanted
  const candidates = candidatesAt(venue, ms)
  const [first, ...others] = candidates
  let terms: Awaited<ReturnType<typeof termsFor>>
  const question = async (): Promise<Question> => {
    const occupancy = await othersAround(ctx, wanted)
    terms = await termsFor(ctx, wanted, first.date)
    return questionOf(ctx, wanted, { occupancy, terms })
  }
  if (venue.tables) return { ...(await evaluateAtTables(ctx, question, { venue, candidates, ignore })), terms }
  const asked = await question()
  const of = (candidate: Candidate) => ({ candidate, found: evaluate(asked, candidate) })
  return { ...openOrFirst([of(first), ...others.map(of)]), terms }
}

/**
 * Where and under which limits the party would sit, or the refusal. Nothing is reserved yet: the database checks capacity when the row is written,
 * and `transaction()` retries this when it lost the race.
 */
export const decidePlacement = async (ctx: Ctx, wanted: PlacementRequest): Promise<Placement> => {
  const { venue, override, asker } = wanted
  requireArea(wanted)
  if (override && !ctx.ability.can('override', 'reservation-list')) throw new Problem('override.denied')
  // Nobody sits there any more, whatever he may override; a channel does not sell it.
  if (venue.archived && asker === 'staff') throw new Problem('venue.archived')
  const ms = instantMs(wanted.startsAt)
  const { terms, candidate, found } = await chosenStart(ctx, wanted, ms)
  const refused = found.verdicts.length > 0
  if (refused && !isPassedOver(wanted, found.verdicts, isTooOldToOverride(ctx, ms))) throw refusalAt(wanted, candidate, found)
  const area = found.areaCapacities[0]?.area ?? areaFor(wanted)
  // Outside every shift a party counts to its own quarter of an hour.
  const pacing = candidate.interval ?? quarterAt(ms)
  return {
    startsAt: instantText(ms),
    endsAt: instantText(found.endMs),
    startsLocal: localDateTime(candidate.date, candidate.minutes),
    serviceOn: candidate.date,
    areaId: area.id,
    pacingAt: instantText(pacing.ms),
    pacingUntil: instantText(pacing.untilMs),
    ...intervalLimits(wanted, found.limits),
    channelCoversMax: refused ? null : (terms?.limits.coversPerDay ?? null),
    bookVersion: venue.book.version,
    override: isBeyond(wanted, found.verdicts),
    type: isRequest(wanted, candidate) ? 'request' : 'book',
    ...(found.seats ? { seats: found.seats } : {}),
  }
}

/** The same for many starts at once, over many venues, with one query of the reservations (no N+1). */
export const checkMany = async (ctx: Ctx, wanted: readonly PlacementRequest[]): Promise<StartCheck[]> => {
  const remote = await Promise.all(wanted.map(({ venue }) => isRemote(ctx, venue)))
  const elsewhere = (
    await checkAtSystems(
      ctx,
      wanted.filter((_, index) => remote[index]),
    )
  ).values()
  const here = (
    await checkHere(
      ctx,
      wanted.filter((_, index) => !remote[index]),
    )
  ).values()
  return remote.map((isElsewhere) => (isElsewhere ? elsewhere : here).next().value!)
}

const checkHere = async (ctx: Ctx, wanted: readonly PlacementRequest[]): Promise<StartCheck[]> => {
  if (!wanted.length) return []
  const candidateOn = manyCandidates()
  const candidates = wanted.map((one) => candidateOn(one.venue, instantMs(one.startsAt)))
  const occupancy = await occupancyOf(
    ctx,
    mergeSpans(wanted.flatMap((one, index) => candidates[index]!.map((candidate) => spanOf(one, candidate)))),
  )
  const channelDays = wanted.flatMap(({ venue, asker }, index) =>
    asker === 'channel' ? [{ venueId: venue.id, from: candidates[index]![0].date, to: candidates[index]![0].date }] : [],
  )
  const terms = await channelCovers(ctx, channelDays)
  const tablesAt = await tablesAtStarts(
    ctx,
    wanted.map(({ venue }, index) => ({ venue, candidate: candidates[index]![0] })),
  )
  return wanted.map((one, index) => {
    const around = { occupancy: occupancy.get(one.venue.id) ?? [], terms: terms.get(one.venue.id) }
    const question = { ...questionOf(ctx, one, around), ...tablesAt(one.venue, candidates[index]![0].date) }
    const evaluated = (candidate: Candidate) => ({ candidate, found: evaluate(question, candidate) })
    const [head, ...others] = candidates[index]!
    const { candidate, found } = openOrFirst([evaluated(head), ...others.map(evaluated)])
    const [first] = found.verdicts
    if (first) return { open: false, rule: first.rule }
    const requestFrom = candidate.shiftDay?.shift.requestFromParty ?? null
    const isAsked = one.asker === 'channel' && requestFrom !== null && one.partySize >= requestFrom
    return { open: true, type: isAsked ? 'request' : 'book', endMs: found.endMs }
  })
}

/** The stay itself, and the interval it arrives in. */
const spanOf = ({ venue, partySize }: PlacementRequest, candidate: Candidate): Span => ({
  venueId: venue.id,
  fromMs: candidate.interval?.ms ?? candidate.ms,
  toMs: Math.max(stayEndMs({ book: venue.book, partySize }, candidate), candidate.interval?.untilMs ?? 0),
})

/** Merges overlapping spans of a venue, so that no party is read, and counted, twice. */
const mergeSpans = (spans: readonly Span[]): Span[] => {
  const merged: Span[] = []
  // Reading goes 12 hours back from a span's start, so spans nearer than that would read the same rows.
  for (const span of spans.toSorted((a, b) => (a.venueId < b.venueId ? -1 : a.venueId > b.venueId ? 1 : a.fromMs - b.fromMs))) {
    const last = merged.at(-1)
    if (last && last.venueId === span.venueId && span.fromMs - 12 * hourMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs)
    else merged.push({ ...span })
  }
  return merged
}
