import type { Shaped } from './pieces.ts'

export type Chair = { x: number; y: number; turn: number }

/** How far a chair's middle is from the edge of its table. */
const off = 1.6

const around = ({ width, depth }: Shaped, seats: number): Chair[] =>
  Array.from({ length: seats }, (_, n) => {
    const angle = (n / seats) * 2 * Math.PI - Math.PI / 2
    return {
      x: width / 2 + Math.cos(angle) * (width / 2 + off),
      y: depth / 2 + Math.sin(angle) * (depth / 2 + off),
      turn: (angle * 180) / Math.PI + 90,
    }
  })

/** So many along an edge, evenly. */
const along = (length: number, seats: number): number[] => Array.from({ length: seats }, (_, n) => (length * (n + 0.5)) / seats)

/** How many stand at the two long sides and at the two ends: the ends are used where the sides are full, or the number is odd. */
const sides = ({ width, depth }: Shaped, seats: number): [number, number, number, number] => {
  if (seats <= 2) return [Math.min(1, seats), 0, Math.max(0, seats - 1), 0]
  const square = width === depth
  const ends = square ? (seats >= 4 ? 2 : seats - 2) : seats % 2 || seats > 2 * Math.floor(width / 5) ? Math.min(2, seats % 2 ? 1 : 2) : 0
  const long = seats - ends
  return [Math.ceil(long / 2), ends > 0 ? 1 : 0, Math.floor(long / 2), ends > 1 ? 1 : 0]
}

/** Where the chairs of a table stand, from its upper left corner, in tenths of a metre. */
export const chairsOf = (table: Shaped, seats: number): Chair[] => {
  if (table.shape === 'round') return around(table, seats)
  const { width, depth } = table
  const [top, right, bottom, left] = sides(table, seats)
  return [
    ...along(width, top).map((x) => ({ x, y: -off, turn: 0 })),
    ...along(depth, right).map((y) => ({ x: width + off, y, turn: 90 })),
    ...along(width, bottom).map((x) => ({ x, y: depth + off, turn: 0 })),
    ...along(depth, left).map((y) => ({ x: -off, y, turn: 90 })),
  ]
}
