import type { Seating } from '@tablewire/contracts/booking/tables.rules'

/** Which tables of a plan: a bit for each of them, thirty to a number, which the engine keeps as they are. */
export type Mask = number[]
const bitsAWord = 30
export type SeatingMask = { seating: Seating; mask: Mask }
type Masks = { bits: ReadonlyMap<string, number>; none: Mask; all: readonly SeatingMask[] }

export const newMask = ({ none }: Pick<Masks, 'none'>): Mask => [...none]

/** Tables that the plan does not know stand in nobody's way. */
export const maskOf = (masks: Pick<Masks, 'bits' | 'none'>, tableIds: readonly string[]): Mask => {
  const mask = newMask(masks)
  for (const id of tableIds) {
    const bit = masks.bits.get(id)
    if (bit !== undefined) mask[Math.floor(bit / bitsAWord)]! |= 1 << (bit % bitsAWord)
  }
  return mask
}

export const isApart = (one: Mask, other: Mask): boolean => {
  for (let word = 0; word < one.length; word++) if (one[word]! & other[word]!) return false
  return true
}

export const unite = (into: Mask, other: Mask): void => {
  for (let word = 0; word < into.length; word++) into[word]! |= other[word]!
}

const known = new WeakMap<readonly Seating[], Masks>()
export const masksOf = (seatings: readonly Seating[]): Masks => {
  const before = known.get(seatings)
  if (before) return before
  const ids = [...new Set(seatings.flatMap(({ tableIds }) => tableIds))]
  const plain = { bits: new Map(ids.map((id, bit) => [id, bit])), none: Array.from({ length: Math.ceil(ids.length / bitsAWord) }, () => 0) }
  const made = { ...plain, all: seatings.map((seating) => ({ seating, mask: maskOf(plain, seating.tableIds) })) }
  known.set(seatings, made)
  return made
}
