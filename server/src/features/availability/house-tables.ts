import { type House, houseOf, TablesOfDay } from '#src/features/tables/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type ShiftDay, shiftsOn } from './service-day.ts'

const hourMs = 3_600_000
type Span = { fromMs: number; toMs: number }
/** The longest stay follows the last start. */
export const spanOfStarts = (times: readonly number[]): Span => ({ fromMs: Math.min(...times), toMs: Math.max(...times) + 12 * hourMs })

const timesOf = (shifts: readonly ShiftDay[]): number[] => shifts.flatMap(({ starts }) => starts.map(({ ms }) => ms))

/** The evening that a start is asked about: that of all starts of its date, or its own where nothing starts. */
export const tableSpanOf = (
  { book, timeZone }: Pick<VenueWithBook, 'book' | 'timeZone'>,
  { date, ms }: { date: string; ms: number },
): Span => spanOfStarts([...timesOf(shiftsOn(book, date, timeZone)), ms])

/** Read once for all days; venues that do not work with tables are asked nothing. */
export const houseIn = (
  ctx: Ctx,
  { id, tables }: Pick<VenueWithBook, 'id' | 'tables'>,
  times: readonly number[],
): Promise<House | undefined> =>
  tables && times.length ? houseOf(ctx, { venueId: id, ...spanOfStarts(times) }) : Promise.resolve(undefined)

type DayAsk = Span & { date: string; nowMs: number; ignore?: string | undefined; stay?: ReadonlySet<string> }
/** The tables as they stand on that date; those of another one's guests may stand otherwise, so that nobody moves them. */
export const tablesOn = ({ seatingsOn, parties, blocks }: House, { date, fromMs, toMs, stay = new Set(), ...ask }: DayAsk): TablesOfDay => {
  const others = parties.filter(({ serviceOn }) => serviceOn !== date).map(({ id }) => id)
  const house = { seatings: seatingsOn(date), parties, blocks }
  return new TablesOfDay(house, { startMs: fromMs, endMs: toMs, ...ask, stay: new Set([...stay, ...others]) })
}

/** The same of a day's shifts; undefined where nothing starts, or nobody works with tables. */
export const tablesOfShifts = (
  house: House | undefined,
  shifts: readonly ShiftDay[],
  ask: Omit<DayAsk, keyof Span>,
): { tables?: TablesOfDay } => {
  const times = timesOf(shifts)
  return house && times.length ? { tables: tablesOn(house, { ...spanOfStarts(times), ...ask }) } : {}
}

type Clocked = Pick<VenueWithBook, 'id' | 'tables' | 'book' | 'timeZone'>
type StartAt = { venue: Clocked; candidate: { date: string; ms: number } }
/** The same for starts of many venues: each venue is read once, each of its evenings made once. */
export const tablesAtStarts = async (
  ctx: Ctx,
  starts: readonly StartAt[],
): Promise<(venue: Clocked, date: string) => { tables?: TablesOfDay }> => {
  const made = new Map<string, { tables: TablesOfDay }>()
  const groups = Map.groupBy(
    starts.filter(({ venue }) => venue.tables),
    ({ venue }) => venue.id,
  )
  const nowMs = ctx.clock().epochMilliseconds
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const { venue } = group[0]!
      const spans = new Map(group.map(({ candidate }) => [candidate.date, tableSpanOf(venue, candidate)]))
      const all = [...spans.values()]
      const whole = { fromMs: Math.min(...all.map(({ fromMs }) => fromMs)), toMs: Math.max(...all.map(({ toMs }) => toMs)) }
      const house = await houseOf(ctx, { venueId: venue.id, ...whole })
      for (const [date, span] of spans) made.set(`${venue.id} ${date}`, { tables: tablesOn(house, { ...span, date, nowMs }) })
    }),
  )
  return ({ id }, date) => made.get(`${id} ${date}`) ?? {}
}
