/** A party that sits, or will; times in epoch milliseconds. */
export type Stay = { partySize: number; startMs: number; endMs: number }
export type QuoteAsk = {
  nowMs: number
  /** Seats that may be taken at once. */
  capacity: number
  seated: readonly Stay[]
  coming: readonly Stay[]
  /** Sizes of the parties that wait before this one, in order. */
  ahead: readonly number[]
  partySize: number
  stayMs: (partySize: number) => number
}
/** Minutes; `minutes` with four chances in five, `least` and `most` with one in five less and nineteen in twenty. */
export type Quoted = { minutes: number | null; least: number | null; most: number | null }

const runs = 200
const stepMs = 5 * 60_000
/** Nobody is quoted more. */
const longestSteps = 36
/** As long as the evening is looked at. */
const horizonSteps = 120
const goodShare = 0.8

/** mulberry32: the same minute gives the same quote on every screen. */
const chances = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How much of the planned stay a party really stays: mostly near it, sometimes a third longer. */
const stretchOf = (chance: () => number): number => 0.75 + 0.3 * (chance() + chance())
/** Who sits longer than planned leaves within this share of his stay. */
const overrunShare = 0.25

type Room = Int32Array
const fill = (room: Room, nowMs: number, { partySize, startMs, endMs }: Stay): void => {
  const first = Math.max(0, Math.floor((startMs - nowMs) / stepMs))
  const last = Math.min(horizonSteps, Math.ceil((endMs - nowMs) / stepMs))
  for (let at = first; at < last; at++) room[at]! += partySize
}

/** The first step from which a party can sit to the end of its stay. */
const seat = (
  room: Room,
  { from, steps, partySize, capacity }: { from: number; steps: number; partySize: number; capacity: number },
): number => {
  let free = 0
  for (let at = from; at < horizonSteps; at++) {
    free = room[at]! + partySize <= capacity ? free + 1 : 0
    if (free >= steps) return at - steps + 1
  }
  return horizonSteps
}

const simulate = ({ nowMs, capacity, seated, coming, ahead, partySize, stayMs }: QuoteAsk, chance: () => number): number => {
  const room = new Int32Array(horizonSteps)
  for (const { startMs, endMs, partySize: size } of seated) {
    const stretched = startMs + (endMs - startMs) * stretchOf(chance)
    const leaves = stretched > nowMs ? stretched : nowMs + (endMs - startMs) * overrunShare * chance()
    fill(room, nowMs, { partySize: size, startMs: nowMs, endMs: leaves })
  }
  for (const { startMs, endMs, partySize: size } of coming)
    fill(room, nowMs, {
      partySize: size,
      startMs: Math.max(nowMs, startMs),
      endMs: Math.max(nowMs, startMs) + (endMs - startMs) * stretchOf(chance),
    })
  let from = 0
  for (const size of [...ahead, partySize]) {
    const steps = Math.max(1, Math.ceil((stayMs(size) * stretchOf(chance)) / stepMs))
    from = seat(room, { from, steps, partySize: size, capacity })
    if (from >= horizonSteps) return horizonSteps
    fill(room, nowMs, { partySize: size, startMs: nowMs + from * stepMs, endMs: nowMs + (from + steps) * stepMs })
  }
  return from
}

/**
 * What to say to a party at the door: the evening is played two hundred times from what the book expects, each party staying about as long as planned,
 * reservations first and those who wait in their order.
 */
export const quoteOf = (ask: QuoteAsk): Quoted => {
  const chance = chances(Math.floor(ask.nowMs / 60_000))
  const waits = Array.from({ length: runs }, () => simulate(ask, chance)).toSorted((a, b) => a - b)
  const at = (share: number): number | null => {
    const steps = waits[Math.min(runs - 1, Math.ceil(runs * share) - 1)]!
    return steps > longestSteps ? null : steps * 5
  }
  return { minutes: at(goodShare), least: at(0.2), most: at(0.95) }
}

type Served = { readonly starts: readonly { readonly ms: number }[]; readonly period: { readonly from: number; readonly to: number } }
/** In how many minutes the next meal begins; 0 while one is served, and after the last. */
export const opensIn = (shifts: readonly Served[], nowMs: number): number => {
  const meals = shifts.flatMap(({ starts: [first], period: { from, to } }) =>
    first ? [{ fromMs: first.ms, untilMs: first.ms + (to - from) * 60_000 }] : [],
  )
  if (meals.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)) return 0
  const next = Math.min(...meals.flatMap(({ fromMs }) => (fromMs > nowMs ? [fromMs] : [])))
  return Number.isFinite(next) ? Math.ceil((next - nowMs) / 60_000) : 0
}
