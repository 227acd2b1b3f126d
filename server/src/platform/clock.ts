import { Temporal } from 'temporal-polyfill'

/*
 * An instant has no zone to go wrong with, and a day of starts writes hundreds: as Temporal objects, whose insides the polyfill keeps in one weak map,
 * they made every full garbage collection come ten times as often.
 */
export const instantMs = (instant: string): number => Date.parse(instant)
export const instantText = (ms: number): string => new Date(ms).toISOString().replace(/\.?0*Z$/, 'Z')

/** The only place that asks the machine for the time. */
export type Clock = () => Temporal.Instant
export const systemClock: Clock = () => {
  const ms = Date.now()
  if (ms !== now.ms) now = { ms, instant: makeNow(ms) }
  return now.instant
}

/** The current instant is read dozens of times per request, mostly as text: both forms are cached, the text as `Temporal.Instant` writes it. */
const makeNow = (ms: number): Temporal.Instant => {
  const text = instantText(ms)
  const instant = Temporal.Instant.fromEpochMilliseconds(ms)
  const inFull = instant.toString.bind(instant)
  return Object.assign(instant, { toString: (options?: Temporal.InstantToStringOptions) => (options ? inFull(options) : text) })
}
let now = { ms: 0, instant: Temporal.Instant.fromEpochMilliseconds(0) }
/** Monotonic milliseconds, for measuring. */
export const stopwatchMs = (): number => performance.now()

/** Clocks of others are not ours: more than this ahead is a wrong one, and would turn away all that follows. */
const aheadMs = 300_000
/** What another system dates later than our clock allows. */
export const isAhead = (clock: Clock, instant: string): boolean => instantMs(instant) > clock().epochMilliseconds + aheadMs

const cache = new Map<string, boolean>()
/** True when the zone is an IANA zone this machine knows. */
export const isZone = (zone: string): boolean => {
  const cached = cache.get(zone)
  if (cached !== undefined) return cached
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
