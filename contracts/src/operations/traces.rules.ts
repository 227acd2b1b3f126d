import { googleLimitOf } from '../google/google-calls.rules.ts'
import type { CallKind } from './traces.ts'

/** So many times longer than usual, and at least so long. */
const timesUsual = 4
export const noticedMs = 1000

/** `usualMs` null: not known. Also within the limit this is slow, for whoever is used to more. */
export const isFarSlower = (averageMs: number | null, usualMs: number | null): boolean =>
  averageMs !== null && usualMs !== null && averageMs > Math.max(noticedMs, usualMs * timesUsual)

const asGoogle = (method: string): { errorShare: number; averageMs: number } => {
  const { errorShare, ms } = googleLimitOf(method)
  return { errorShare, averageMs: ms }
}
/** Beyond this a connection is not well: share of failures, and milliseconds on average. What Google asks of its partners is fair to everybody. */
export const connectionLimits: ConnectionLimits = {
  availability: asGoogle('CheckAvailability'),
  lookup: asGoogle('BatchAvailabilityLookup'),
  booking: asGoogle('CreateBooking'),
  change: asGoogle('UpdateBooking'),
}

export type ConnectionLimits = Readonly<Record<CallKind, { errorShare: number; averageMs: number }>>
/** Google asks for places by its lookups alone. */
export const googleConnectionLimits: ConnectionLimits = { ...connectionLimits, availability: connectionLimits.lookup }
