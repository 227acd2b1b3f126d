import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import { arranged } from '@tablewire/contracts/booking/floor-plan.rules'
import type { DiningTable, TablePlan } from '@tablewire/contracts/booking/tables'
import type { Area } from '@tablewire/contracts/estate/book'
import { giveTables, houseOf, saveFloor, savePlan, TablesOfDay } from '#src/features/tables/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type { OpenVenue } from './booking-requests.ts'
import { daysAfter } from './calendar.ts'

/** The houses of the demo that work with tables. */
const withTables: ReadonlySet<string> = new Set(['copper-heron'])
/** What stands in a room, again and again until its covers are seated. */
const sizes = [2, 2, 4, 4, 2, 6, 4, 2, 8]
const hourMs = 3_600_000

const tablesOf = ({ id, capacity }: Area, first: number): DiningTable[] => {
  const tables: DiningTable[] = []
  for (let seats = 0; seats < capacity; seats += tables.at(-1)!.maxCovers) {
    const maxCovers = Math.min(sizes[tables.length % sizes.length]!, Math.max(2, capacity - seats))
    const minCovers = maxCovers > 4 ? 3 : 1
    tables.push({ id: newId(), name: String(first + tables.length), areaId: id, minCovers, maxCovers, online: maxCovers < 8 })
  }
  return tables
}

/** Two of the same size that follow each other stand side by side. */
const joinsOf = (tables: readonly DiningTable[]): [string, string][] => {
  const joins: [string, string][] = []
  for (const [index, table] of tables.entries()) {
    const next = tables[index + 1]
    if (next?.areaId === table.areaId && next.maxCovers === table.maxCovers && table.maxCovers <= 4) joins.push([table.id, next.id])
  }
  return joins
}

/** Each room begins with the next ten. */
const planOf = ({ book }: OpenVenue): TablePlan => {
  const tables: DiningTable[] = []
  let next = 1
  for (const area of book.areas) {
    const here = tablesOf(area, next)
    tables.push(...here)
    next = Math.ceil((next + here.length) / 10) * 10 + 1
  }
  return { on: true, decides: false, tables, joins: joinsOf(tables), chains: [], version: 0 }
}

/** As the tables stand most days, and without those outside for the months in which nobody sits there. */
const layoutsOf = ({ book }: OpenVenue, { tables, joins }: TablePlan, today: string): FloorLayout[] => {
  const rooms = book.areas.map(({ id, byDefault }) => {
    const { room, places } = arranged(
      tables.filter(({ areaId }) => areaId === id),
      joins,
    )
    // The first room has a bar along its wall, and a door.
    return { areaId: id, room: byDefault ? { ...room, depth: room.depth + 14 } : room, places, main: byDefault }
  })
  const usual: FloorLayout = {
    id: newId(),
    name: 'Usual',
    days: [],
    rooms: rooms.map(({ areaId, room }) => ({ areaId, ...room })),
    places: rooms.flatMap(({ places }) => places),
    away: [],
    things: rooms
      .filter(({ main }) => main)
      .flatMap(({ areaId, room: { width, depth } }) => [
        {
          areaId,
          kind: 'wall' as const,
          x: Math.round(width * 0.35),
          y: depth - 9,
          width: Math.round(width * 0.4),
          depth: 6,
          turn: 0,
          text: '',
        },
        { areaId, kind: 'label' as const, x: Math.round(width * 0.35), y: depth - 3, width: 20, depth: 5, turn: 0, text: 'Bar' },
        { areaId, kind: 'label' as const, x: width - 14, y: depth - 5, width: 24, depth: 5, turn: 0, text: 'Entrance' },
      ]),
  }
  const [big] = tables.filter(({ maxCovers }) => maxCovers >= 6)
  const on = daysAfter(today, 40)
  if (!big) return [usual]
  // A party that stands: the largest table of the house is out of its way.
  const standing: FloorLayout = {
    ...usual,
    id: newId(),
    name: 'Standing reception',
    days: [{ from: on, until: on, weekdays: [1, 2, 3, 4, 5, 6, 7] }],
    places: usual.places.filter(({ tableId }) => tableId !== big.id),
    away: [big.id],
  }
  return [usual, standing]
}

/** Tables and their floor plan, so that whoever looks for the first time sees a room. */
export const writeTables = async (ctx: Ctx, venues: readonly OpenVenue[]): Promise<void> => {
  const today = ctx.clock().toString().slice(0, 10)
  for (const venue of venues.filter(({ demo }) => withTables.has(demo.key))) {
    const plan = await savePlan(ctx, venue.id, planOf(venue))
    await saveFloor(ctx, venue.id, { layouts: layoutsOf(venue, plan, today), version: 0, releases: [] })
  }
  await seatParties(ctx, venues)
}

/** Whoever sits, or comes today or tomorrow, has a table; who booked in the last hour still stands without one. */
export const seatParties = async (ctx: Ctx, venues: readonly OpenVenue[]): Promise<void> => {
  const nowMs = ctx.clock().epochMilliseconds
  const span = { fromMs: nowMs - 6 * hourMs, toMs: nowMs + 36 * hourMs }
  for (const { id: venueId } of venues.filter(({ demo }) => withTables.has(demo.key)))
    await transaction(ctx, async (inner) => {
      const { seatingsOn, parties: booked, blocks } = await houseOf(inner, { venueId, ...span })
      // Who sits, sits now, whatever was booked.
      const parties = booked.map((party) =>
        party.status === 'seated' ? { ...party, endMs: Math.max(party.endMs, nowMs + hourMs / 4) } : party,
      )
      const waiting = parties.filter(({ tableIds }) => !tableIds.length)
      for (const [index, party] of waiting.entries()) {
        // A few stay in the lane of those without a table.
        if (index % 9 === 8 && party.status !== 'seated') continue
        const seatings = seatingsOn(party.serviceOn)
        const others = parties.filter(({ tableIds }) => tableIds.length)
        const evening = new TablesOfDay({ seatings, parties: others, blocks }, { nowMs, startMs: span.fromMs, endMs: span.toMs })
        const found = evening.find({ ...party, tableIds: [], online: false })
        if (!found || found.moves.size) continue
        party.tableIds = [...found.seating.tableIds]
        await giveTables(inner, { venueId, id: party.id }, evening.given(found))
      }
    })
}
