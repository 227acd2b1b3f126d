import type { BulkPreview } from '@tablewire/contracts/estate/bulk-changes'

const summed = <T>(one: readonly T[], other: readonly T[], [keyOf, add]: [(row: T) => string, (a: T, b: T) => T]): T[] => {
  const byKey = new Map(one.map((row) => [keyOf(row), row]))
  for (const row of other) {
    const known = byKey.get(keyOf(row))
    byKey.set(keyOf(row), known ? add(known, row) : row)
  }
  return [...byKey.values()]
}
const venuesOf = <T extends { venues: number }>(a: T, b: T): T => ({ ...a, venues: a.venues + b.venues })
const named = (a: BulkPreview['reasons'][number], b: BulkPreview['reasons'][number]) => ({
  ...venuesOf(a, b),
  names: [...a.names, ...b.names],
})
/** Whose last guest comes last. */
const laterOf = (one: BulkPreview['guests'], other: BulkPreview['guests']) => {
  const [a, b] = [one?.latest ?? null, other?.latest ?? null]
  return a && b ? (b.on > a.on ? b : a) : (a ?? b)
}
const mostFirst = <T extends { venues: number }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => b.venues - a.venues)

/** What two parts of the venues chosen come to together, told as one. */
export const together = (one: BulkPreview | undefined, other: BulkPreview): BulkPreview => {
  if (!one) return other
  const guests = {
    reservations: (one.guests?.reservations ?? 0) + (other.guests?.reservations ?? 0),
    covers: (one.guests?.covers ?? 0) + (other.guests?.covers ?? 0),
    latest: laterOf(one.guests, other.guests),
  }
  return {
    total: other.total,
    next: other.next,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    refused: one.refused + other.refused,
    reasons: mostFirst(summed(one.reasons, other.reasons, [({ outcome, meaning }) => `${outcome} ${meaning}`, named])),
    fields: mostFirst(summed(one.fields, other.fields, [({ field }) => field, venuesOf])),
    guests: guests.reservations ? guests : null,
  }
}

/** 0 to 1: how many of them have been looked at. */
export const shareOf = ({ total, next }: BulkPreview): number => (next ?? total) / Math.max(1, total)
