import atlas from 'world-atlas/countries-50m.json' with { type: 'json' }

/**
 * Natural Earth's countries (public domain) as TopoJSON: arcs of steps from a corner, shared by the countries they part.
 * https://github.com/topojson/topojson-specification
 */
type Geometry = { type: string; arcs?: number[][] | number[][][] }
const { transform, arcs } = atlas as unknown as {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
}
const { geometries } = (atlas as unknown as { objects: { countries: { geometries: Geometry[] } } }).objects.countries

type Point = readonly [x: number, y: number]
/** In degrees; the south is below, as on a page. */
const lines: readonly (readonly Point[])[] = arcs.map((arc) => {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]): Point => {
    x += dx
    y += dy
    return [x * transform.scale[0] + transform.translate[0], -(y * transform.scale[1] + transform.translate[1])]
  })
})

const pathOf = (points: readonly Point[]): string => points.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(3)} ${y.toFixed(3)}`).join('')
/** An arc named by its complement runs backwards; where one ends, the next begins. */
const ringOf = (ring: readonly number[]): string =>
  `${pathOf(ring.flatMap((index, nth) => (index < 0 ? lines[~index]!.toReversed() : lines[index]!).slice(nth ? 1 : 0)))}Z`

const polygonsOf = ({ type, arcs: own }: Geometry): number[][][] => {
  if (!own) return []
  return type === 'Polygon' ? [own as number[][]] : (own as number[][][])
}

export type Shape = { path: string; box: { left: number; right: number; top: number; bottom: number } }
const boxOf = (points: readonly Point[]): Shape['box'] => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  bottom: Math.max(...points.map(([, y]) => y)),
})

/** Each piece of land by itself, so that only what is in sight is drawn. */
export const shapes: readonly Shape[] = geometries.flatMap((country) =>
  polygonsOf(country).map((rings) => ({
    path: rings.map(ringOf).join(''),
    box: boxOf(rings[0]!.flatMap((index) => lines[index < 0 ? ~index : index]!)),
  })),
)
