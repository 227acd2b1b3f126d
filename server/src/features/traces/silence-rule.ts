import type { Temporal } from 'temporal-polyfill'

const weeks = 6
const weeksLeast = 3
/** Below this nothing is significant. */
export const expectedLeast = 5
/** Significance: how often chance alone may bring so little. */
const chance = 0.001

/** Beginning and end of a span of time. */
export type Window = { from: string; to: string }

/**
 * The hour that ends now, and the same hour of the same weekday in the weeks before, by the clock on the wall: an evening stays an evening when the
 * clocks change in between.
 */
export const windowsOf = (now: Temporal.Instant, timeZone: string): [Window, ...Window[]] => {
  const end = now.toZonedDateTimeISO(timeZone)
  const hour = (at: Temporal.ZonedDateTime): Window => ({
    from: at.toInstant().subtract({ hours: 1 }).toString(),
    to: at.toInstant().toString(),
  })
  return [hour(end), ...Array.from({ length: weeks }, (_, week) => hour(end.subtract({ weeks: week + 1 })))]
}

const median = (sorted: readonly number[]): number => {
  const middle = sorted.length / 2
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
}

/** The chance of at most `seen` where `expected` come independently of one another (Poisson). */
const chanceOf = (seen: number, expected: number): number => {
  let term = Math.exp(-expected)
  let sum = term
  for (let k = 1; k <= seen; k++) {
    term *= expected / k
    sum += term
  }
  // For a large mean the first term underflows; then the normal approximation serves.
  return expected > 700 ? normal((seen + 0.5 - expected) / Math.sqrt(expected)) : sum
}
const normal = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    Math.exp((-z * z) / 2) * 0.3989422804 * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

export type SilenceAssessment = { expected: number; silent: boolean; over: boolean }

/**
 * `history`: the same hour in earlier weeks, where there is data. `open`: the share of venues that are not closed today. The median ignores single
 * quiet weeks; who was as quiet twice before is not unusual.
 */
export const assessSilence = (seen: number, history: readonly number[], open: number): SilenceAssessment => {
  const sorted = history.toSorted((a, b) => a - b)
  if (sorted.length < weeksLeast) return { expected: 0, silent: false, over: true }
  const expected = median(sorted) * open
  const silent = expected >= expectedLeast && seen < sorted[1]! && chanceOf(seen, expected) < chance
  return { expected, silent, over: expected < expectedLeast || seen >= expected / 2 }
}
