/** Google's own for real-time updates, counted over the last minute. */
export const usualQuota = 1500
const windowMs = 60_000

export type Quota = { perMinute: number; used(): number; take(): boolean }

/** Sliding window over a minute; a call over the quota does not count itself. */
export const makeQuota = (perMinute: number, nowMs: () => number): Quota => {
  const at: number[] = []
  const forget = (): void => {
    const from = nowMs() - windowMs
    let past = 0
    while (past < at.length && at[past]! <= from) past++
    at.splice(0, past)
  }
  const quota: Quota = {
    perMinute,
    used: () => {
      forget()
      return at.length
    },
    take: () => {
      forget()
      if (at.length >= quota.perMinute) return false
      at.push(nowMs())
      return true
    },
  }
  return quota
}
