import { type RawBuilder, sql } from 'kysely'
import { hourSlots, leadStarts, sizeSlots, unpack } from '#src/features/day-sums/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Ask } from '#src/features/analytics-questions/api.ts'
import { countedRows, type DayPart } from './count-days.ts'
import { fields, keptOutcomes } from './measure.ts'

/** What sums are of: one outcome of a day, of a venue, or of a source with its channel (`key`, joined by a blank) and system. */
export type Label = { set: 'day' | 'venue' | 'channel'; key: string; system: string | null; outcome: string }
/** Each label once, however many pieces have it. */
export type Labels = Map<string, Label>

export type Distribution = {
  sizes: number[]
  leads: number[]
  /** By ISO weekday 1–7. */
  hours: number[][]
  hourCovers: number[][]
}
/** What was counted of some days: sums of each label in the order of `fields`, one after the other. */
export type Piece = {
  labels: readonly Label[]
  sums: Float64Array
  shape: Distribution
  leadsByDay: ReadonlyMap<string, readonly number[]>
}

type Cell = [set: Label['set'], p: number, key: string, system: string | null, outcome: string, ...sums: number[]]
type Packed = { p: number; weekday: number; sizes: string; leads: string; hours: string; hourCovers: string }
type Row = { cells: Cell[] | null; shapes: Packed[] | null; leadDays: [p: number, day: string, leads: string][] | null }

export const noShape = (): Distribution => ({
  sizes: Array.from({ length: sizeSlots }, () => 0),
  leads: leadStarts.map(() => 0),
  hours: Array.from({ length: 7 }, () => Array.from({ length: hourSlots }, () => 0)),
  hourCovers: Array.from({ length: 7 }, () => Array.from({ length: hourSlots }, () => 0)),
})

const shapeOf = (rows: readonly Packed[]): Distribution => {
  const shape = noShape()
  for (const { weekday, ...packed } of rows) {
    shape.hours[weekday - 1] = unpack(packed.hours, hourSlots)
    shape.hourCovers[weekday - 1] = unpack(packed.hourCovers, hourSlots)
    for (const [slot, count] of unpack(packed.sizes, sizeSlots).entries()) shape.sizes[slot]! += count
    for (const [slot, count] of unpack(packed.leads, leadStarts.length).entries()) shape.leads[slot]! += count
  }
  return shape
}

const labelOf = (labels: Labels, [set, , key, system, outcome]: Cell): Label => {
  const name = `${set} ${outcome} ${system} ${key}`
  const known = labels.get(name) ?? { set, key, system, outcome }
  labels.set(name, known)
  return known
}

const pieceOf = (
  labels: Labels,
  { cells, shapes, leadDays }: { cells: Cell[]; shapes: Packed[]; leadDays: [number, string, string][] },
): Piece => {
  const sums = new Float64Array(cells.length * fields.length)
  for (const [at, cell] of cells.entries())
    for (let field = 0; field < fields.length; field++) sums[at * fields.length + field] = cell[5 + field] as number
  return {
    labels: cells.map((cell) => labelOf(labels, cell)),
    sums,
    shape: shapeOf(shapes),
    leadsByDay: new Map(leadDays.map(([, day, leads]) => [day, unpack(leads, leadStarts.length)])),
  }
}

const summed = sql.raw(
  `sum(parties), sum(covers), coalesce(sum(covers) filter (where source = 'walk_in'), 0), sum(late), sum(known), sum(fresh), sum(confirmed), sum(confirm_minutes), sum(stayed), sum(stay_minutes)`,
)

type Reading<Columns> = {
  parts: readonly DayPart[]
  labels: Labels
  raw?: boolean
  columns: RawBuilder<Columns>
  before?: RawBuilder<unknown>
}
/** The sums of a thousand venues' days are told apart in memory: sorted on the disk they take twice as long. Few questions run at once (`inTurn`). */
const roomToSum = sql`set local work_mem = '64MB'`

/**
 * Each part of the days as a piece under its number, with further columns, in one statement: all of it of one moment. `before` = what those columns are
 * taken from, as `name as (…)`.
 */
export const readPieces = async <Columns>(
  ctx: Ctx,
  ask: Ask,
  { parts, labels, raw = false, columns, before }: Reading<Columns>,
): Promise<{ pieces: Piece[]; row: Columns }> => {
  const kept = ask.excludeCanceled ? sql`where outcome = any(${[...keptOutcomes]}::text[])` : sql``
  const statement = sql<Row & Columns>`
    with ${countedRows(ctx, ask, { parts, raw })}, shaped as materialized (
      select p, day, sum(sizes) as sizes, sum(leads) as leads, sum(hours) as hours, sum(hour_covers) as hour_covers from rows ${kept} group by p, day)
      ${before ? sql`, ${before}` : sql``}
    select (select json_agg(g.cell) from (
        select json_build_array(case when grouping(day) = 0 then 'day' when grouping(venue_id) = 0 then 'venue' else 'channel' end, p,
          case when grouping(day) = 0 then day::text when grouping(venue_id) = 0 then venue_id::text else source || ' ' || coalesce(channel_id::text, '') end,
          system_id, outcome, ${summed}) as cell
        from rows group by grouping sets ((p, outcome, day), (p, outcome, venue_id), (p, outcome, source, channel_id, system_id))) g) as cells,
      (select json_agg(json_build_object('p', p, 'weekday', weekday, 'sizes', sizes::text, 'leads', leads::text, 'hours', hours::text,
          'hourCovers', hour_covers::text))
        from (select p, extract(isodow from day)::integer as weekday, sum(sizes) as sizes, sum(leads) as leads, sum(hours) as hours,
            sum(hour_covers) as hour_covers from shaped group by p, extract(isodow from day)) w) as shapes,
      (select json_agg(json_build_array(p, day::text, leads::text)) from shaped) as lead_days,
      ${columns}`
  const { rows } = await transaction(ctx, async ({ db }) => {
    const [, counted] = await Promise.all([roomToSum.execute(db), statement.execute(db)])
    return counted
  })
  const row = rows[0]!
  const cells = Map.groupBy(row.cells ?? [], ([, p]) => p)
  const shapes = Map.groupBy(row.shapes ?? [], ({ p }) => p)
  const leadDays = Map.groupBy(row.leadDays ?? [], ([p]) => p)
  const pieces = parts.map(({ p }) =>
    pieceOf(labels, { cells: cells.get(p) ?? [], shapes: shapes.get(p) ?? [], leadDays: leadDays.get(p) ?? [] }),
  )
  return { pieces, row }
}

/** Pieces added up, or taken off again. */
export type Sum = { sums: Map<Label, Float64Array>; shape: Distribution; leadsByDay: Map<string, number[]> }
export const nothing = (): Sum => ({ sums: new Map(), shape: noShape(), leadsByDay: new Map() })

const addSlots = (into: number[], slots: readonly number[], times: 1 | -1): void => {
  for (const [slot, count] of slots.entries()) into[slot]! += times * count
}

export const addPiece = (into: Sum, { labels, sums, shape, leadsByDay }: Piece, times: 1 | -1 = 1): void => {
  for (const [at, label] of labels.entries()) {
    const own = into.sums.get(label) ?? new Float64Array(fields.length)
    for (let field = 0; field < fields.length; field++) own[field]! += times * sums[at * fields.length + field]!
    into.sums.set(label, own)
  }
  addSlots(into.shape.sizes, shape.sizes, times)
  addSlots(into.shape.leads, shape.leads, times)
  for (const [day, hours] of shape.hours.entries()) addSlots(into.shape.hours[day]!, hours, times)
  for (const [day, covers] of shape.hourCovers.entries()) addSlots(into.shape.hourCovers[day]!, covers, times)
  for (const [day, leads] of leadsByDay) {
    const own = into.leadsByDay.get(day) ?? leadStarts.map(() => 0)
    addSlots(own, leads, times)
    into.leadsByDay.set(day, own)
  }
}
