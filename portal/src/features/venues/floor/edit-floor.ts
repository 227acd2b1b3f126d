import type { FloorLayout, FloorPlace, FloorThing } from '@tablewire/contracts/booking/floor'
import {
  arranged,
  type FloorBox,
  floorGrid,
  outline,
  roomMost,
  roomOf,
  type RoomSize,
  usualSize,
} from '@tablewire/contracts/booking/floor-plan.rules'
import type { DiningTable, TablePlan } from '@tablewire/contracts/booking/tables'

/** A piece of the plan that is chosen: a table by its id, or a wall or words by its place in their list. */
export type Piece = { table: string } | { thing: number }
export const samePiece = (one: Piece | undefined, other: Piece): boolean =>
  one !== undefined && ('table' in one ? 'table' in other && one.table === other.table : 'thing' in other && one.thing === other.thing)

export const boxOf = (layout: FloorLayout, piece: Piece): FloorPlace | FloorThing | undefined =>
  'table' in piece ? layout.places.find(({ tableId }) => tableId === piece.table) : layout.things[piece.thing]

const within = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)))
const turned = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360

type Change = Partial<FloorBox> & { shape?: FloorPlace['shape']; text?: string }
const tidied = <Box extends FloorBox>(box: Box, least: number, most: number): Box => ({
  ...box,
  x: within(box.x, roomMost),
  y: within(box.y, roomMost),
  width: Math.max(least, Math.min(most, Math.round(box.width))),
  depth: Math.max(least, Math.min(most, Math.round(box.depth))),
  turn: turned(box.turn),
})

/** Where the middle of a piece may lie for all of it to stand between the walls. */
export const spanOf = (box: FloorBox, room: RoomSize): { x: [number, number]; y: [number, number] } => {
  const { left, right, top, bottom } = outline({ ...box, x: 0, y: 0 })
  const span = (low: number, high: number, most: number): [number, number] => {
    const [from, to] = [Math.ceil(-low - 0.001), Math.floor(most - high + 0.001)]
    // Larger than the room, it lies in its middle.
    return from <= to ? [from, to] : [Math.round(most / 2), Math.round(most / 2)]
  }
  return { x: span(left, right, room.width), y: span(top, bottom, room.depth) }
}

/** No hand, key or figure moves a piece through a wall. */
export const inside = <Box extends FloorBox>(box: Box, room: RoomSize): Box => {
  const { x, y } = spanOf(box, room)
  return { ...box, x: Math.max(x[0], Math.min(x[1], box.x)), y: Math.max(y[0], Math.min(y[1], box.y)) }
}

export const withBox = (layout: FloorLayout, piece: Piece, { shape, text, room, ...box }: Change & { room?: RoomSize }): FloorLayout => {
  const kept = <Box extends FloorBox>(one: Box): Box => (room ? inside(one, room) : one)
  if ('table' in piece)
    return {
      ...layout,
      places: layout.places.map((place) =>
        place.tableId === piece.table ? kept(tidied({ ...place, ...box, ...(shape ? { shape } : {}) }, 3, 100)) : place,
      ),
    }
  return {
    ...layout,
    things: layout.things.map((thing, index) =>
      index === piece.thing ? kept(tidied({ ...thing, ...box, ...(text === undefined ? {} : { text }) }, 1, roomMost)) : thing,
    ),
  }
}

/** By whole steps of the grid where it lies on it; else to the next line of the grid, so that what was placed freely finds back to it. */
export const stepped = (value: number, by: number): number => {
  if (Math.abs(by) < floorGrid) return value + by
  const line = by > 0 ? Math.floor(value / floorGrid) + 1 : Math.ceil(value / floorGrid) - 1
  return line * floorGrid
}
export const snapped = (value: number): number => Math.round(value / floorGrid) * floorGrid

/** Off the plan: a table is put away, walls and words are gone. */
export const without = (layout: FloorLayout, piece: Piece): FloorLayout =>
  'table' in piece
    ? {
        ...layout,
        places: layout.places.filter(({ tableId }) => tableId !== piece.table),
        away: layout.away.includes(piece.table) ? layout.away : [...layout.away, piece.table],
      }
    : { ...layout, things: layout.things.filter((_, index) => index !== piece.thing) }

/** The first spot of a room on which nothing stands yet; its middle where it is full. */
const freeSpot = (room: ReturnType<typeof roomOf>, { width, depth }: { width: number; depth: number }): { x: number; y: number } => {
  const clear = 6
  for (let y = snapped(depth / 2 + 8); y + depth / 2 <= room.depth - 4; y += floorGrid)
    for (let x = snapped(width / 2 + 8); x + width / 2 <= room.width - 4; x += floorGrid) {
      const apart = (one: FloorBox): boolean =>
        Math.abs(one.x - x) >= (Math.max(one.width, one.depth) + width) / 2 + clear ||
        Math.abs(one.y - y) >= (Math.max(one.width, one.depth) + depth) / 2 + clear
      if (room.places.every(apart)) return { x, y }
    }
  return { x: snapped(room.width / 2), y: snapped(room.depth / 2) }
}

/** Onto the plan, where it stood in another layout or where there is room; `at`: where it was let go. */
export const withTable = (
  layout: FloorLayout,
  table: DiningTable,
  { tables, others = [], at }: { tables: readonly DiningTable[]; others?: readonly FloorLayout[]; at?: { x: number; y: number } },
): FloorLayout => {
  const before = others.flatMap(({ places }) => places).find(({ tableId }) => tableId === table.id)
  const size = before ?? { tableId: table.id, turn: 0, ...usualSize(table.maxCovers) }
  const room = roomOf(layout, tables, table.areaId)
  const spot = at ?? before ?? freeSpot(room, size)
  const place: FloorPlace = inside(tidied({ ...size, tableId: table.id, x: spot.x, y: spot.y }, 3, 100), room)
  return {
    ...layout,
    places: [...layout.places.filter(({ tableId }) => tableId !== table.id), place],
    away: layout.away.filter((id) => id !== table.id),
  }
}

/** Where a table lies that is not on the plan. */
export const trayOf = (
  layout: FloorLayout,
  tables: readonly DiningTable[],
  areaId: string,
): { fresh: DiningTable[]; away: DiningTable[] } => {
  const placed = new Set(layout.places.map(({ tableId }) => tableId))
  const off = tables.filter((table) => table.areaId === areaId && !placed.has(table.id))
  const isAway = ({ id }: DiningTable): boolean => layout.away.includes(id)
  return { fresh: off.filter((table) => !isAway(table)), away: off.filter(isAway) }
}

/** All tables of an area that are not put away, in rows; walls and words stay. */
export const withArea = (layout: FloorLayout, { tables, joins }: Pick<TablePlan, 'tables' | 'joins'>, areaId: string): FloorLayout => {
  const here = tables.filter((table) => table.areaId === areaId && !layout.away.includes(table.id))
  const { room, places } = arranged(here, joins)
  const ids = new Set(here.map(({ id }) => id))
  return {
    ...layout,
    rooms: [...layout.rooms.filter((one) => one.areaId !== areaId), { areaId, ...room }],
    places: [...layout.places.filter(({ tableId }) => !ids.has(tableId)), ...places],
  }
}

/** A room is no smaller than what stands in it. */
export const leastRoom = ({ places, things }: Pick<ReturnType<typeof roomOf>, 'places' | 'things'>): RoomSize => {
  const reach = [...places, ...things.map(({ thing }) => thing)].map(outline)
  return {
    width: Math.max(20, ...reach.map(({ right }) => Math.ceil(right - 0.001))),
    depth: Math.max(20, ...reach.map(({ bottom }) => Math.ceil(bottom - 0.001))),
  }
}

export const withRoom = (layout: FloorLayout, areaId: string, size: { width: number; depth: number }): FloorLayout => ({
  ...layout,
  rooms: [
    ...layout.rooms.filter((room) => room.areaId !== areaId),
    { areaId, width: Math.max(20, within(size.width, roomMost)), depth: Math.max(20, within(size.depth, roomMost)) },
  ],
})

export const withThing = (
  layout: FloorLayout,
  kind: FloorThing['kind'],
  room: { areaId: string; width: number; depth: number; text: string },
) => ({
  ...layout,
  things: [
    ...layout.things,
    {
      areaId: room.areaId,
      kind,
      x: snapped(room.width / 2),
      y: snapped(room.depth / 2),
      width: kind === 'wall' ? 40 : 20,
      depth: kind === 'wall' ? 2 : 6,
      turn: 0,
      text: kind === 'wall' ? '' : room.text,
    },
  ],
})

/** Another layout begins as the one that is looked at. */
export const copied = (layout: FloorLayout, name: string): FloorLayout => ({ ...layout, id: crypto.randomUUID(), name, days: [] })
export const emptyLayout = (name: string): FloorLayout => ({
  id: crypto.randomUUID(),
  name,
  days: [],
  rooms: [],
  places: [],
  away: [],
  things: [],
})
export const withLayout = (layouts: readonly FloorLayout[], layout: FloorLayout): FloorLayout[] =>
  layouts.some(({ id }) => id === layout.id) ? layouts.map((one) => (one.id === layout.id ? layout : one)) : [...layouts, layout]
