import type { FloorPlace } from '@tablewire/contracts/booking/floor'

type Point = readonly [number, number]
/** Tables that are pushed together touch; from here on one stands on the other. In tenths of a metre. */
const touching = 1
/** What of a round table's square it fills along the diagonal, so that its empty corners hide nothing. */
const round = 0.85

const cornersOf = ({ x, y, width, depth, turn, shape }: FloorPlace): Point[] => {
  const part = shape === 'round' ? round : 1
  const [across, down] = [Math.max(0.5, (width * part - touching) / 2), Math.max(0.5, (depth * part - touching) / 2)]
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (
    [
      [-across, -down],
      [across, -down],
      [across, down],
      [-across, down],
    ] as const
  ).map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])
}

/** Seen along a direction there is a gap between the two. */
const isGap = (one: readonly Point[], other: readonly Point[], [dx, dy]: Point): boolean => {
  const along = (points: readonly Point[]): number[] => points.map(([x, y]) => x * dx + y * dy)
  const [a, b] = [along(one), along(other)]
  return Math.max(...a) <= Math.min(...b) || Math.max(...b) <= Math.min(...a)
}

const directions = (corners: readonly Point[]): Point[] =>
  [0, 1].map((at) => [corners[at + 1]![1] - corners[at]![1], corners[at]![0] - corners[at + 1]![0]])

const lieOn = (one: FloorPlace, other: FloorPlace): boolean => {
  const [a, b] = [cornersOf(one), cornersOf(other)]
  return ![...directions(a), ...directions(b)].some((direction) => isGap(a, b, direction))
}

/** Which tables of a room stand on each other, two and two. */
export const overlapsOf = (places: readonly FloorPlace[]): [string, string][] =>
  places.flatMap((one, index) =>
    places
      .slice(index + 1)
      .filter((other) => lieOn(one, other))
      .map((other): [string, string] => [one.tableId, other.tableId]),
  )
