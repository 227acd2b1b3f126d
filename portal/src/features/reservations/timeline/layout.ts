import type { TableBars, TimelineModel } from './model.ts'

export type Line = { readonly key: string; readonly top: number; readonly height: number } & (
  | { readonly kind: 'area'; readonly name: string; readonly count: number }
  | { readonly kind: 'table'; readonly of: TableBars; readonly areaName: string }
)

/** Measures in pixels by the room there is: dense on a desk, for a finger and from a metre on a tablet, for a thumb on a phone. */
export type Sizes = {
  readonly row: number
  readonly area: number
  readonly hours: number
  readonly names: number
  readonly quarter: number
  /** So many rows of those without a table are seen at once. */
  readonly tracks: number
}
const mostPx = 72

export type Room = 'narrow' | 'roomy' | 'dense'
/** By the screen, where there is room for lines at all: what opens beside them takes width from them, and moves no line. */
export const roomFor = (width: number, screen: number): Room => (width < 620 ? 'narrow' : screen < 1240 ? 'roomy' : 'dense')

export const sizesFor = (width: number, quarters: number, room: Room): Sizes => {
  const base =
    room === 'narrow'
      ? { row: 46, area: 24, hours: 28, names: 74, least: 22, tracks: 2 }
      : room === 'roomy'
        ? { row: 52, area: 30, hours: 34, names: 104, least: 26, tracks: 3 }
        : { row: 34, area: 24, hours: 28, names: 112, least: 24, tracks: 4 }
  const { least, ...sizes } = base
  const fair = Math.floor((width - sizes.names - 14) / Math.max(1, quarters))
  return { ...sizes, quarter: Math.min(mostPx, Math.max(least, fair)) }
}

/** All lines below each other; the name of an area is left out where there is one alone. */
export const linesOf = ({ areas }: TimelineModel, { row, area }: Sizes): { lines: readonly Line[]; height: number } => {
  const lines: Line[] = []
  let top = 0
  for (const { id, name, tables } of areas) {
    if (areas.length > 1) {
      lines.push({ kind: 'area', key: `area:${id}`, name, count: tables.length, top, height: area })
      top += area
    }
    for (const of of tables) {
      lines.push({ kind: 'table', key: of.table.id, of, areaName: name, top, height: row })
      top += row
    }
  }
  return { lines, height: top }
}

/** The last line that begins above. */
export const lineAt = (lines: readonly Pick<Line, 'top'>[], y: number): number => {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (lines[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** More is drawn than is seen, so that a hand that scrolls meets no empty lines; by steps, so that not each pixel draws anew. */
const beyond = 8
const step = 4
export type Drawn = { readonly first: number; readonly last: number }
export const drawnAt = (lines: readonly Line[], { top, height }: { top: number; height: number }): Drawn => {
  const first = Math.max(0, Math.floor((lineAt(lines, top) - beyond) / step) * step)
  const last = Math.min(lines.length - 1, Math.ceil((lineAt(lines, top + height) + beyond) / step) * step)
  return { first, last }
}
