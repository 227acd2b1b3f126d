/** Seeded pseudo-random numbers: the same seed gives the same evening on every machine. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  whole(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  weighted<T>(entries: readonly (readonly [value: T, weight: number])[]): T
  /** Around `mean`, rarely further away than three times `spread`. */
  normal(mean: number, spread: number): number
  /** A stream of its own for each item: what is drawn from it moves this one by a single step. */
  fork(): Random
}

/** FNV-1a as seed, then one round of mixing: neighbouring days must not look alike. */
const seedOf = (words: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

export const randomFor = (words: string): Random => randomFrom(seedOf(words))

const randomFrom = (seed: number): Random => {
  let state = seed
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  return {
    next,
    pick,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    weighted: (entries) => {
      let total = 0
      for (const [, weight] of entries) total += weight
      let left = next() * total
      for (const [value, weight] of entries) {
        left -= weight
        if (left < 0) return value
      }
      return entries.at(-1)![0]
    },
    fork: () => randomFrom(Math.floor(next() * 4_294_967_296)),
    normal: (mean, spread) => mean + (next() + next() + next() + next() + next() + next() - 3) * Math.SQRT2 * spread,
  }
}
