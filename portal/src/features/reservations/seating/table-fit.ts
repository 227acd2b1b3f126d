import { chainKey, fits, type Plan, seatingsOf } from '@tablewire/contracts/booking/tables.rules'

/** What is odd about a party at its tables: they seat fewer, or it takes room that more could have. */
export type Fit = { readonly kind: 'small' | 'large'; readonly seats: number }
export type FitOf = (tableIds: readonly string[], partySize: number) => Fit | undefined

/** Tables that were joined once and are not any more still seat what they seat together. */
export const fitsOf = (plan: Plan): FitOf => {
  const known = new Map(seatingsOf(plan).map((seating) => [chainKey(seating.tableIds), seating]))
  const seats = new Map(plan.tables.map(({ id, maxCovers }) => [id, maxCovers]))
  return (tableIds, partySize) => {
    if (tableIds.length === 0) return undefined
    const seating = known.get(chainKey(tableIds))
    const most = seating?.most ?? tableIds.reduce((sum, id) => sum + (seats.get(id) ?? 0), 0)
    if (partySize > most) return { kind: 'small', seats: most }
    return seating && !fits(seating, partySize) ? { kind: 'large', seats: seating.least } : undefined
  }
}
