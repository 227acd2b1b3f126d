/** Slots of a distribution: what falls into the n-th is counted in the n-th group of twelve digits of one number. */

/** Party sizes 1 to 20; the last slot holds all larger ones. */
export const sizeSlots = 21
export const hourSlots = 24

const minute = 1
const hour = 60 * minute
const day = 24 * hour
/** Where each span of the lead time begins, in minutes; the last one is open. */
export const leadStarts: readonly number[] = [
  ...[0, 15, 30, 45].map((minutes) => minutes),
  ...[1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20].map((hours) => hours * hour),
  ...[1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 10, 14, 21, 28, 42, 60, 90, 120, 180, 270, 365].map((days) => days * day),
]

const digits = 12

/** Reads the counters out of a packed number, as PostgreSQL writes it. */
export const unpack = (packed: string | null, slots: number): number[] => {
  const text = packed ?? '0'
  return Array.from({ length: slots }, (_, slot) => {
    const end = text.length - slot * digits
    return end <= 0 ? 0 : Number(text.slice(Math.max(0, end - digits), end))
  })
}

/** A number of SQL with a one in the slot's place; slots are counted from 0. */
export const slotOne = (slots: number): string =>
  `(array[${Array.from({ length: slots }, (_, slot) => `1${'0'.repeat(slot * digits)}::numeric`).join(', ')}])`

/** The n-th number of SQL (from 1) has a one in each of the slots 1 to n - 1: a run of slots is the difference of two. */
export const slotRuns = (slots: number): string =>
  `(array[${Array.from({ length: slots + 1 }, (_, run) => `${`${'0'.repeat(digits - 1)}1`.repeat(run)}${'0'.repeat(digits)}::numeric`).join(', ')}])`

/**
 * The middle of a distribution over spans, as if what is in a span lay evenly in it; null where there is nothing. Both the sums of a day and the
 * reservations themselves lead to the same value, as both are counted by span.
 */
export const medianOf = (counts: readonly number[], starts: readonly number[]): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [slot, count] of counts.entries()) {
    if (count > 0 && (before + count) * 2 >= total) {
      const [from, to] = [starts[slot]!, starts[slot + 1] ?? starts[slot]!]
      return Math.round(from + ((total / 2 - before) / count) * (to - from))
    }
    before += count
  }
  return null
}
