import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'

type Told = { key: 'left' | 'over' | 'ready.since' | 'offer.left'; count: number; late: boolean }
const atOnceMs = 5 * 60_000
const minutesOf = (ms: number): number => Math.ceil(ms / 60_000)

/** What runs for a party that waits: down to what it was told, then up; undefined = nothing. */
export const clockOf = ({ status, joinedAt, quotedMinutes, readyAt, offerUntil }: WaitlistEntry, now: number): Told | undefined => {
  if (status === 'offered' && offerUntil)
    return { key: 'offer.left', count: Math.max(0, minutesOf(Date.parse(offerUntil) - now)), late: false }
  if (status === 'ready' && readyAt)
    return { key: 'ready.since', count: Math.max(0, Math.floor((now - Date.parse(readyAt)) / 60_000)), late: false }
  if (status !== 'waiting' || quotedMinutes === null) return undefined
  const left = Date.parse(joinedAt) + quotedMinutes * 60_000 - now
  // Who could sit at once is not late while he is being seated.
  if (quotedMinutes === 0 && left < 0 && -left <= atOnceMs) return undefined
  return left >= 0 ? { key: 'left', count: minutesOf(left), late: false } : { key: 'over', count: minutesOf(-left), late: true }
}
