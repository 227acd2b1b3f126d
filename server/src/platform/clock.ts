import { Temporal } from 'temporal-polyfill'

/** The only place that asks the machine for the time. */
export type Clock = () => Temporal.Instant
export const systemClock: Clock = () => Temporal.Now.instant()
/** Milliseconds that only grow, for measuring. */
export const stopwatchMs = (): number => performance.now()

const cache = new Map<string, boolean>()
/** True when the zone is an IANA zone this machine knows. */
export const isZone = (zone: string): boolean => {
  const known = cache.get(zone)
  if (known !== undefined) return known
  let ok = /^[A-Za-z]/.test(zone)
  if (ok)
    try {
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    } catch {
      ok = false
    }
  if (cache.size < 2000) cache.set(zone, ok)
  return ok
}
