import type { PlanTable } from './tables.rules.ts'

/** Where something lies in a room: its middle and size in tenths of a metre, turned by degrees to the right. */
export type FloorBox = { x: number; y: number; width: number; depth: number; turn: number }
export const floorShapes = ['round', 'square', 'long'] as const
export type FloorShape = (typeof floorShapes)[number]
export type ArrangedPlace = FloorBox & { tableId: string; shape: FloorShape }
export type RoomSize = { width: number; depth: number }

/** In tenths of a metre. */
export const roomMost = 600
export const layoutsMost = 20
/** What is placed by hand lies on it, half a metre apart. */
export const floorGrid = 5

/** How large a table for so many usually is. */
export const usualSize = (seats: number): Pick<ArrangedPlace, 'shape' | 'width' | 'depth'> => {
  if (seats <= 2) return { shape: 'square', width: 9, depth: 9 }
  if (seats <= 4) return { shape: 'square', width: 11, depth: 11 }
  if (seats === 5) return { shape: 'round', width: 13, depth: 13 }
  return { shape: 'long', width: Math.min(60, Math.ceil(seats / 2) * 6), depth: 10 }
}

/** Its outline, however it is turned. */
export const outline = ({ x, y, width, depth, turn }: FloorBox): { left: number; top: number; right: number; bottom: number } => {
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [across, down] = [(width * cos + depth * sin) / 2, (width * sin + depth * cos) / 2]
  return { left: x - across, top: y - down, right: x + across, bottom: y + down }
}

/** Along its joins, from an end of the chain that is sold first: whoever is joined stands side by side. */
const alongJoins = (group: readonly PlanTable[], joins: readonly (readonly [string, string])[]): PlanTable[] => {
  const besides = (id: string): PlanTable[] =>
    group.filter((one) => one.id !== id && joins.some((join) => join.includes(id) && join.includes(one.id)))
  const first = group.find(({ id }) => besides(id).length <= 1) ?? group[0]!
  const found = new Set<PlanTable>()
  const walk = (table: PlanTable): void => {
    if (found.has(table)) return
    found.add(table)
    for (const next of besides(table.id)) walk(next)
  }
  walk(first)
  return [...found]
}

/** A turned outline is not whole to the last digit. */
const inside = (by: number): number => Math.ceil(by - 1e-6)

/** The same place as far inside of the largest room as it takes to stand there as a whole; what reaches over an edge to the right or below makes its room larger. */
export const pulledIn = <Box extends FloorBox>(box: Box): Box => {
  const { left, top, right, bottom } = outline(box)
  const by = (least: number, most: number): number =>
    least < 0 ? inside(-least) : most > roomMost ? Math.min(0, -inside(most - roomMost)) : 0
  const [across, down] = [by(left, right), by(top, bottom)]
  return across === 0 && down === 0 ? box : { ...box, x: box.x + across, y: box.y + down }
}

/** Tables that are joined stand in one group. */
const groupsOf = (tables: readonly PlanTable[], joins: readonly (readonly [string, string])[]): PlanTable[][] => {
  const groups = new Map(tables.map((table) => [table.id, [table]]))
  for (const [one, other] of joins) {
    const [mine, theirs] = [groups.get(one), groups.get(other)]
    if (!mine || !theirs || mine === theirs) continue
    mine.push(...theirs)
    for (const { id } of theirs) groups.set(id, mine)
  }
  const ranks = new Map(tables.map(({ id }, rank) => [id, rank]))
  return [...new Set(tables.map(({ id }) => groups.get(id)!))].map((group) =>
    alongJoins(
      group.toSorted((a, b) => ranks.get(a.id)! - ranks.get(b.id)!),
      joins,
    ),
  )
}

/** Room for a chair and whoever passes behind it. */
const [aisle, seam, margin, headroom] = [11, 5, 10, 2]
type Block = { tables: { id: string; size: ReturnType<typeof usualSize> }[]; width: number; depth: number }

const blockOf = (group: readonly PlanTable[]): Block => {
  const tables = group.map(({ id, maxCovers }) => ({ id, size: usualSize(maxCovers) }))
  return {
    tables,
    width: tables.reduce((sum, { size }) => sum + size.width, 0) + (tables.length - 1) * seam,
    depth: Math.max(...tables.map(({ size }) => size.depth)),
  }
}

/** A first layout of one area: rows of tables in their order of sale, joined ones side by side, in a room that is just as large as that. */
export const arranged = (
  tables: readonly PlanTable[],
  joins: readonly (readonly [string, string])[],
): { room: RoomSize; places: ArrangedPlace[] } => {
  const blocks = groupsOf(tables, joins).map(blockOf)
  const ground = blocks.reduce((sum, { width, depth }) => sum + (width + aisle) * (depth + aisle), 0)
  const wide = Math.max(90, Math.sqrt(ground * 1.8), ...blocks.map(({ width }) => width))
  const rows: Block[][] = []
  let used = Infinity
  for (const block of blocks) {
    if (used + aisle + block.width > wide) {
      rows.push([])
      used = -aisle
    }
    rows.at(-1)!.push(block)
    used += aisle + block.width
  }
  const places: ArrangedPlace[] = []
  let top = margin
  let right = 0
  for (const row of rows) {
    const depth = Math.max(...row.map((block) => block.depth))
    let left = margin
    for (const block of row) {
      for (const { id, size } of block.tables) {
        places.push({ tableId: id, ...size, x: Math.round(left + size.width / 2), y: Math.round(top + depth / 2), turn: 0 })
        left += size.width + seam
      }
      left += aisle - seam
    }
    right = Math.max(right, left - aisle)
    top += depth + aisle + headroom
  }
  // Room to begin with where nothing stands yet.
  const empty = places.length === 0
  const up = (length: number): number => Math.min(roomMost, Math.ceil(length / floorGrid) * floorGrid)
  return {
    room: { width: up(Math.max(empty ? 80 : 40, right + margin)), depth: up(Math.max(empty ? 50 : 30, top - aisle - headroom + margin)) },
    places,
  }
}

/** A room that nobody has measured is as large as what stands in it. */
const least: RoomSize = { width: 100, depth: 60 }

type Drawn<Place, Thing> = {
  rooms: readonly (RoomSize & { areaId: string })[]
  places: readonly Place[]
  things: readonly Thing[]
}

/** What stands in an area's room, and how large that is; what reaches over the edge makes it larger. */
export const roomOf = <Place extends FloorBox & { tableId: string }, Thing extends FloorBox & { areaId: string }>(
  layout: Drawn<Place, Thing>,
  tables: readonly Pick<PlanTable, 'id' | 'areaId'>[],
  areaId: string,
): RoomSize & { places: Place[]; things: { thing: Thing; index: number }[] } => {
  const here = new Set(tables.filter((table) => table.areaId === areaId).map(({ id }) => id))
  const places = layout.places.filter(({ tableId }) => here.has(tableId))
  const things = layout.things.map((thing, index) => ({ thing, index })).filter(({ thing }) => thing.areaId === areaId)
  const measured = layout.rooms.find((room) => room.areaId === areaId)
  const reach = [...places, ...things.map(({ thing }) => thing)].map(outline)
  const up = (length: number): number => Math.ceil((length + (measured ? 0 : margin)) / floorGrid) * floorGrid
  return {
    width: Math.max(measured?.width ?? least.width, ...reach.map(({ right }) => up(right))),
    depth: Math.max(measured?.depth ?? least.depth, ...reach.map(({ bottom }) => up(bottom))),
    places,
    things,
  }
}
