import { RuleName, type Verdict } from '@tablewire/contracts/booking/availability'
import { houseGraceMinutes } from '@tablewire/contracts/booking/reservations.rules'
import type { Area, Book } from '@tablewire/contracts/estate/book'
import type { ChannelTerms } from '#src/features/channels/api.ts'
import type { TablesGiven, TablesOfDay } from '#src/features/tables/api.ts'
import { instantText } from '#src/platform/clock.ts'
import { daysBetween } from './local-time.ts'
import { arrivalsIn, type Occupancy, peakIn } from './occupancy.ts'
import { atTables } from './table-rule.ts'
import { closureAt, isOpen, pacingOf, type ShiftDay, type Start, stayOf } from './service-day.ts'

export type Asker = 'staff' | 'channel'
/** The terms of the calling channel, and its covers already placed by service day. */
export type Bound = ChannelTerms & { covers: ReadonlyMap<string, number> }
/** What is asked, the same for every start of a day. */
export type Question = {
  book: Book
  active: boolean
  asker: Asker
  /** The notice that the venue's company asks of channels for all of its venues. */
  companyNotice: { companyId: string; seconds: number } | undefined
  terms: Bound | undefined
  partySize: number
  areaId: string | null
  nowMs: number
  /** The venue's date now. */
  today: string
  occupancy: Occupancy
  /** Undefined where the venue does not work with tables. */
  tables?: TablesOfDay
  /** Where the party sits now, and stays if it can. */
  tableIds?: readonly string[]
  locked?: boolean
  /** It stays until then at the longest. */
  untilMs?: number
}
/** One start: `interval` is the pacing interval it counts to; `shiftDay` is undefined outside every shift. */
export type Candidate = { date: string; minutes: number; ms: number; shiftDay: ShiftDay | undefined; interval: Start | undefined }
export type AreaCapacity = { area: Area; left: number }
export type Evaluation = {
  endMs: number
  limits: { covers: number | null; parties: number | null }
  coversLeft: number | null
  /** Areas open to this party, best choice first; all those asked for, also when full. */
  areaCapacities: AreaCapacity[]
  /** In the first of them, where the venue works with tables. */
  seats?: TablesGiven
  neverSeated?: boolean
  verdicts: Verdict[]
}

/** Staff may enter a party that came this long ago. */
export const staffGraceMs = houseGraceMinutes * 60_000
/** Without any shift: the stay that is assumed. */
const plainStayMinutes = 90

const verdict = (rule: RuleName, opens: Verdict['opens'], more: Partial<Verdict> = {}): Verdict => ({
  rule,
  setting: null,
  limit: null,
  used: null,
  ...more,
  opens,
})
const bySetting = { by: 'setting' } as const

/** When the party would get up again. */
export const stayEndMs = (
  { book, partySize, untilMs = Infinity }: Pick<Question, 'book' | 'partySize' | 'untilMs'>,
  candidate: Candidate,
): number => {
  const { shiftDay, ms } = candidate
  const shift = shiftDay?.shift ?? book.shifts[0]
  return Math.min(untilMs, ms + (shift ? stayOf(shift, partySize) : plainStayMinutes) * 60_000)
}

/** Evaluates every rule of the book for one start, in the order of RuleName. No verdict = it can be booked. */
export const evaluate = (question: Question, candidate: Candidate): Evaluation => {
  const { partySize } = question
  const endMs = stayEndMs(question, candidate)
  const pacing = pacingRules(question, candidate)
  const byCovers = capacitiesOf(question, candidate, endMs)
  const {
    areas: areaCapacities,
    seats,
    neverSeated,
    verdicts: ofTables,
  } = atTables(question.tables, askOf(question, candidate, { endMs, areas: byCovers }))
  const verdicts = [
    ...(question.active ? [] : [verdict('venue_inactive', bySetting, { setting: 'venue/active' })]),
    ...(question.asker === 'channel' ? [...channelRules(question, candidate), ...termRules(question, candidate)] : []),
    ...timeRules(question, candidate),
    ...areaClosed(question, byCovers),
    ...pacing.verdicts,
    ...areaFull(question, byCovers, partySize),
    ...ofTables,
  ]
  const best = areaCapacities.length ? Math.max(...areaCapacities.map((room) => room.left)) : 0
  return {
    endMs,
    limits: pacing.limits,
    coversLeft: pacing.left === null ? best : Math.max(0, Math.min(pacing.left, best)),
    areaCapacities,
    ...(seats ? { seats } : {}),
    ...(neverSeated ? { neverSeated } : {}),
    verdicts: inOrder(verdicts),
  }
}

const askOf = (
  { partySize, asker, tableIds = [], locked = false }: Question,
  { ms }: Candidate,
  of: { endMs: number; areas: AreaCapacity[] },
) => ({
  ...of,
  startMs: ms,
  partySize,
  online: asker === 'channel',
  tableIds,
  locked,
})

/** What the venue's own system says of a start: covers left (0 = it does not offer it), or null when it does not answer. */
export type SystemAnswer = { systemId: string; spotsOpen: number | null }

/** A start at a venue whose own system owns the tables: hours, pacing and tables are that system's, the rest is asked here. */
export const evaluateAtSystem = (question: Question, candidate: Candidate, { systemId, spotsOpen }: SystemAnswer): Verdict[] => {
  const { active, asker, nowMs, partySize } = question
  return [
    ...(active ? [] : [verdict('venue_inactive', bySetting, { setting: 'venue/active' })]),
    ...(asker === 'channel' ? [...termRules(question, candidate), ...channelRules(question, candidate)] : []),
    ...(candidate.ms < nowMs - (asker === 'staff' ? staffGraceMs : 0) ? [verdict('past', { by: 'never' })] : []),
    ...(spotsOpen === null ? [verdict('system_silent', bySetting, { setting: `systems/${systemId}` })] : []),
    ...(spotsOpen !== null && spotsOpen < partySize ? [verdict('system_closed', whatOpens(spotsOpen, partySize))] : []),
  ]
}

const order = RuleName.options
const inOrder = (verdicts: Verdict[]): Verdict[] => verdicts.toSorted((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule))

/** The strictest of the venue's rule, its company's and the channel's own limit, and where it stands. */
const bounds = ({ book, terms, companyNotice }: Question) => {
  const own = (value: number, setting: string) => ({ value, setting })
  const of = (name: 'partyMin' | 'partyMax' | 'leadMinutes', value: number | null | undefined) =>
    value === null || value === undefined ? undefined : own(value, `channels/${terms!.channelId}/${name}`)
  const stricter = (venue: ReturnType<typeof own>, channel: ReturnType<typeof of>, least: boolean) =>
    channel && (least ? channel.value > venue.value : channel.value < venue.value) ? channel : venue
  const ofCompany = companyNotice && own(companyNotice.seconds / 60, `companies/${companyNotice.companyId}/minAdvanceBooking`)
  const notice = stricter(own(book.noticeMinutes, 'noticeMinutes'), ofCompany, true)
  return {
    min: stricter(own(book.party.min, 'party/min'), of('partyMin', terms?.limits.partyMin), true),
    max: stricter(own(book.party.max, 'party/max'), of('partyMax', terms?.limits.partyMax), false),
    /** In minutes, of a company's not always whole ones. */
    notice: stricter(notice, of('leadMinutes', terms?.limits.leadMinutes), true),
  }
}

/** The channel's own terms at this venue. */
const termRules = ({ terms, partySize }: Question, { date }: Candidate): Verdict[] => {
  if (!terms) return []
  const { coversPerDay: limit } = terms.limits
  const used = terms.covers.get(date) ?? 0
  return [
    ...(terms.live ? [] : [verdict('channel_paused', bySetting, { setting: 'venue/channels' })]),
    ...(limit !== null && used + partySize > limit
      ? [
          verdict('channel_covers', whatOpens(limit - used, partySize, limit), {
            setting: `channels/${terms.channelId}/coversPerDay`,
            limit,
            used,
          }),
        ]
      : []),
  ]
}

/** Rules that bind outside channels only. */
const channelRules = (question: Question, { ms, date, shiftDay }: Candidate): Verdict[] => {
  const { book, partySize, nowMs, today } = question
  const { min, max, notice } = bounds(question)
  const found: Verdict[] = []
  if (partySize < min.value)
    found.push(
      verdict('party_min', { by: 'larger_party', partySize: min.value }, { setting: min.setting, limit: min.value, used: partySize }),
    )
  if (partySize > max.value)
    found.push(
      verdict('party_max', { by: 'smaller_party', partySize: max.value }, { setting: max.setting, limit: max.value, used: partySize }),
    )
  const aheadMinutes = Math.floor((ms - nowMs) / 60_000)
  if (ms >= nowMs && ms - nowMs < notice.value * 60_000)
    found.push(verdict('notice', bySetting, { setting: notice.setting, limit: Math.ceil(notice.value), used: aheadMinutes }))
  const shiftMs = shiftDay?.starts[0]?.ms
  if (book.cutOffMinutes !== null && shiftMs !== undefined && nowMs > shiftMs - book.cutOffMinutes * 60_000)
    found.push(
      verdict('cut_off', bySetting, { setting: 'cutOffMinutes', limit: book.cutOffMinutes, used: Math.floor((shiftMs - nowMs) / 60_000) }),
    )
  const aheadDays = daysBetween(today, date)
  if (aheadDays > book.horizonDays)
    found.push(
      verdict(
        'horizon',
        { by: 'at', at: instantText(ms - book.horizonDays * 86_400_000) },
        { setting: 'horizonDays', limit: book.horizonDays, used: aheadDays },
      ),
    )
  if (shiftDay && !shiftDay.shift.online) found.push(verdict('shift_offline', bySetting, { setting: `shifts/${shiftDay.shift.id}/online` }))
  return found
}

const timeRules = ({ book, asker, nowMs }: Question, { date, minutes, ms, shiftDay, interval }: Candidate): Verdict[] => {
  const found: Verdict[] = []
  if (ms < nowMs - (asker === 'staff' ? staffGraceMs : 0)) found.push(verdict('past', { by: 'never' }))
  const closure = closureAt(book, { date, minutes, areaId: null })
  if (closure) found.push(verdict('closure', bySetting, { setting: `closures/${closure.id}` }))
  if (!isOpen(book, date, minutes)) found.push(verdict('opening_hours', bySetting, { setting: 'openingHours' }))
  // Outside channels book the starts that are offered; staff any minute from the first start to the last.
  const offered = asker === 'staff' ? interval !== undefined && shiftDay !== undefined && minutes <= shiftDay.last : interval?.ms === ms
  if (!offered) found.push(verdict('no_shift', bySetting, { setting: 'shifts' }))
  return found
}

/** Pressure release: while covers are kept back, outside channels see a lower limit (VE4). */
const keptBackAt = ({ book, asker, nowMs }: Question, { ms, shiftDay }: Candidate): number => {
  if (asker === 'staff' || book.pressureReleaseHours === null || !shiftDay) return 0
  return nowMs < ms - book.pressureReleaseHours * 3_600_000 ? shiftDay.shift.keptBackCovers : 0
}

const pacingRules = (question: Question, candidate: Candidate) => {
  const { shiftDay, interval } = candidate
  const none: { limits: { covers: number | null; parties: number | null }; left: number | null; verdicts: Verdict[] } = {
    limits: { covers: null, parties: null },
    left: null,
    verdicts: [],
  }
  if (!shiftDay || !interval) return none
  const { partySize, occupancy } = question
  const full = pacingOf(shiftDay.shift, interval.minutes)
  const used = arrivalsIn(occupancy, { fromMs: interval.ms, toMs: interval.untilMs })
  const keptBack = full.covers === null ? 0 : Math.min(full.covers, keptBackAt(question, candidate))
  const covers = full.covers === null ? null : full.covers - keptBack
  const setting = shiftDay.limits
  const left = covers === null ? null : Math.max(0, covers - used.covers)
  const verdicts: Verdict[] = []
  if (full.covers !== null && used.covers + partySize > full.covers)
    verdicts.push(
      verdict('pacing_covers', whatOpens(full.covers - used.covers, partySize, full.covers), {
        setting,
        limit: full.covers,
        used: used.covers,
      }),
    )
  else if (covers !== null && used.covers + partySize > covers)
    verdicts.push(
      verdict(
        'pressure_release',
        { by: 'at', at: instantText(candidate.ms - question.book.pressureReleaseHours! * 3_600_000) },
        { setting: `shifts/${shiftDay.shift.id}/keptBackCovers`, limit: covers, used: used.covers },
      ),
    )
  if (full.parties !== null && used.parties + 1 > full.parties)
    verdicts.push(verdict('pacing_parties', partiesOpen(used.parties, full.parties), { setting, limit: full.parties, used: used.parties }))
  return { limits: { covers, parties: full.parties }, left: full.parties !== null && used.parties >= full.parties ? 0 : left, verdicts }
}

/** What would make room: a smaller party while something is left, else cancellations of so many covers; where even the whole limit is too little, the limit. */
const whatOpens = (left: number, partySize: number, limit = Infinity): Verdict['opens'] => {
  if (left > 0) return { by: 'smaller_party', partySize: left }
  return partySize > limit ? bySetting : { by: 'cancellation', covers: partySize - left }
}

const partiesOpen = (used: number, limit: number): Verdict['opens'] =>
  limit < 1 ? bySetting : { by: 'cancellation', parties: used + 1 - limit }

const capacitiesOf = (
  { book, asker, areaId, occupancy, partySize }: Question,
  { date, minutes, ms, shiftDay }: Candidate,
  endMs: number,
): AreaCapacity[] =>
  book.areas
    .filter((area) => (areaId === null || area.id === areaId) && (asker === 'staff' || area.online))
    .filter((area) => !shiftDay?.shift.areaIds || shiftDay.shift.areaIds.includes(area.id))
    .filter((area) => !closureAt(book, { date, minutes, areaId: area.id }))
    .map((area) => ({ area, left: Math.max(0, area.capacity - peakIn(occupancy, { areaId: area.id, startMs: ms, endMs })) }))
    // The default area while it fits, then the one that is filled best, the full ones last.
    .toSorted(
      (a, b) =>
        Number(b.left >= partySize) - Number(a.left >= partySize) || Number(b.area.byDefault) - Number(a.area.byDefault) || a.left - b.left,
    )

const areaClosed = ({ areaId }: Question, areas: AreaCapacity[]): Verdict[] =>
  areas.length
    ? []
    : [
        verdict('area_closed', areaId === null ? bySetting : { by: 'other_area' }, {
          setting: areaId === null ? 'areas' : `areas/${areaId}`,
        }),
      ]

const areaFull = ({ areaId }: Question, areas: AreaCapacity[], partySize: number): Verdict[] => {
  const best = areas[0]
  if (!best || best.left >= partySize) return []
  const most = areas.reduce((a, b) => (b.left > a.left ? b : a))
  const opens: Verdict['opens'] =
    areaId !== null && most.left === 0 ? { by: 'other_area' } : whatOpens(most.left, partySize, most.area.capacity)
  return [
    verdict('area_capacity', opens, {
      setting: `areas/${most.area.id}/capacity`,
      limit: most.area.capacity,
      used: most.area.capacity - most.left,
    }),
  ]
}
