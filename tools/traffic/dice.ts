/** A seeded pseudo-random generator, so that a run can be repeated. */
export type Dice = {
  /** 0 <= x < 1. */
  next(): number
  chance(share: number): boolean
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  /** By weights that need not add up to one. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  /** An independent generator, unaffected by how often this one is used afterwards. */
  fork(): Dice
}

/** mulberry32: small, fast, good enough for guests. */
export const makeDice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) if ((left -= weight) < 0) return value
      return from.at(-1)![0]
    },
    fork: () => makeDice(between(0, 4_294_967_295)),
  }
}
