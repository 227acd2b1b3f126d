import { namesAllergy } from '@tablewire/contracts/booking/allergy.rules'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { PartyKnown } from '@tablewire/contracts/booking/service-sheets'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { coversOf, hasAllergy, isUnconfirmed, isVip, laneOf } from '../reservation-flags.ts'

const quarterMs = 900_000

/** One line of the briefing: whoever arrives in one interval of the book, against what it lets in. */
export type ArrivalSlot = {
  /** The instant it begins, as the book says it where it is one of its intervals. */
  readonly at: number
  readonly startsAt: string
  readonly rows: readonly ReservationRow[]
  readonly covers: number
  readonly coversMax: number | null
}

type Interval = ServiceDay['intervals'][number]
type Span = { from: number; until: number; interval: Interval }

/** An interval ends where the next of its shift begins; the last one is as long as the one before. */
const spansOf = (intervals: readonly Interval[]): Span[] =>
  intervals.map((interval, index) => {
    const mine = (one: Interval | undefined): number | undefined =>
      one?.shiftId === interval.shiftId ? Date.parse(one.startsAt) : undefined
    const from = Date.parse(interval.startsAt)
    const next = mine(intervals.slice(index + 1).find(({ shiftId }) => shiftId === interval.shiftId))
    const before = mine(intervals.slice(0, index).findLast(({ shiftId }) => shiftId === interval.shiftId))
    return { from, until: next ?? from + (before === undefined ? quarterMs : from - before), interval }
  })

const byTime = (a: ReservationRow, b: ReservationRow): number =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || b.partySize - a.partySize || (a.id < b.id ? -1 : 1)

/**
 * Everybody of the meal in the interval he arrives in, also who is there already or gone; whoever comes outside the shifts stands in his own quarter of an
 * hour. By instants, so that an hour the clock shows twice is two.
 */
export const slotsOf = (intervals: readonly Interval[], rows: readonly ReservationRow[]): ArrivalSlot[] => {
  const spans = spansOf(intervals)
  const slots = new Map<number, { interval: Interval | undefined; rows: ReservationRow[] }>()
  for (const { from, interval } of spans) slots.set(from, { interval, rows: [] })
  for (const row of rows) {
    const start = Date.parse(row.startsAt)
    const span = spans.findLast(({ from, until }) => from <= start && start < until)
    const at = span?.from ?? Math.floor(start / quarterMs) * quarterMs
    const slot = slots.get(at) ?? { interval: undefined, rows: [] }
    slot.rows.push(row)
    slots.set(at, slot)
  }
  return [...slots]
    .toSorted(([a], [b]) => a - b)
    .map(([at, { interval, rows: inside }]) => ({
      at,
      startsAt: interval?.startsAt ?? new Date(at).toISOString(),
      rows: inside.toSorted(byTime),
      covers: inside.reduce((sum, row) => sum + coversOf(row), 0),
      coversMax: interval?.coversMax ?? null,
    }))
}

/** One line for each interval, or one for several in which there is nothing to prepare any more: nobody comes, or all have come. */
export type BriefingLine = { readonly slots: readonly ArrivalSlot[]; readonly folded?: 'none' | 'earlier' }

const isEmpty = ({ rows }: ArrivalSlot): boolean => rows.length === 0
const foldsFrom = 2

/** What is over by now comes first as one line, runs of nobody wherever they lie; whoever is late stays in sight at his time. */
export const linesOf = (slots: readonly ArrivalSlot[], now: number): BriefingLine[] => {
  const endOf = (index: number): number => slots[index + 1]?.at ?? slots[index]!.at + quarterMs
  const settled = (slot: ArrivalSlot, index: number): boolean => endOf(index) <= now && slot.rows.every((row) => laneOf(row) !== 'expected')
  const open = slots.findIndex((slot, index) => !settled(slot, index))
  const before = open < 0 ? slots.length : open
  const lines: BriefingLine[] = []
  const past = slots.slice(0, before)
  if (past.length >= foldsFrom && past.some((slot) => !isEmpty(slot))) lines.push({ slots: past, folded: 'earlier' })
  let run: ArrivalSlot[] = []
  const flush = (): void => {
    if (run.length >= foldsFrom) lines.push({ slots: run, folded: 'none' })
    else lines.push(...run.map((slot) => ({ slots: [slot] })))
    run = []
  }
  for (const slot of lines.length > 0 ? slots.slice(before) : slots) {
    if (isEmpty(slot)) run.push(slot)
    else {
      flush()
      lines.push({ slots: [slot] })
    }
  }
  flush()
  return lines
}

/** Beyond what the booking says: what the house knows of its guest. Null and empty where nobody may tell. */
export type Known = Pick<PartyKnown, 'visits' | 'noShows' | 'allergies' | 'guestTags'>

/** What a team talks over before the doors open, the gravest first. */
export const matters = ['allergy', 'vip', 'occasion', 'large', 'unconfirmed', 'noShows', 'first'] as const
export type Matter = (typeof matters)[number]

/** From so many on a party is told of, as on the kitchen's page. */
export const largeFrom = 8

const occasions =
  /birth ?day|anniversar|wedding|engage|propos|celebrat|hen (do|party)|stag (do|party)|graduat|geburtstag|jubiläum|jahrestag|hochzeit|verlobung|feier|cumplea|aniversario|boda|pedida|celebra|annivers|mariage|fiançailles|fête|verjaardag|jubileum|bruiloft|verloving|feest/i

/** Words about the evening's occasion, as somebody tagged or wrote them. */
export const occasionOf = ({ tags, notes }: Pick<ReservationRow, 'tags' | 'notes'>): string | undefined =>
  tags.find((tag) => occasions.test(tag)) ?? (notes !== null && occasions.test(notes) ? notes : undefined)

const withoutDoubles = (words: readonly string[]): string[] =>
  words.filter((word, index) => word !== '' && words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === index)

/** Of booking and profile, each once; a note that names an allergy stands in full. */
export const allergyWords = ({ tags, notes }: Pick<ReservationRow, 'tags' | 'notes'>, known: Known | undefined): string[] =>
  withoutDoubles([
    ...(known?.allergies ?? []),
    ...[...(known?.guestTags ?? []), ...tags].filter(namesAllergy),
    ...(notes !== null && namesAllergy(notes) ? [notes] : []),
  ])

const applies: Record<Matter, (row: ReservationRow, known: Known | undefined) => boolean> = {
  allergy: (row, known) => hasAllergy(row) || allergyWords(row, known).length > 0,
  vip: (row, known) => isVip(row) || isVip({ tags: [...(known?.guestTags ?? [])] }),
  occasion: (row) => occasionOf(row) !== undefined,
  large: ({ partySize }) => partySize >= largeFrom,
  unconfirmed: (row) => isUnconfirmed(row),
  noShows: (_row, known) => (known?.noShows ?? 0) > 0,
  first: ({ source }, known) => source !== 'walk_in' && known?.visits === 0,
}

export const mattersOf = (row: ReservationRow, known: Known | undefined): Matter[] =>
  matters.filter((matter) => applies[matter](row, known))

/** Who is to be talked about, by what; whoever does not come is not talked about. */
export const toTalkAbout = (
  rows: readonly ReservationRow[],
  knownOf: (id: string) => Known | undefined,
): { matter: Matter; rows: ReservationRow[] }[] => {
  const coming = rows.filter((row) => coversOf(row) > 0).toSorted(byTime)
  return matters
    .map((matter) => ({ matter, rows: coming.filter((row) => applies[matter](row, knownOf(row.id))) }))
    .filter((one) => one.rows.length > 0)
}
