/** Of a method's calls within five minutes so many may fail, and a call that takes longer is one that failed: beyond it Google sets a partner aside. */
export type GoogleLimit = { errorShare: number; ms: number }
const reads: GoogleLimit = { errorShare: 0.03, ms: 1500 }
const writes: GoogleLimit = { errorShare: 0.05, ms: 4000 }

const limits: Readonly<Record<string, GoogleLimit>> = {
  BatchAvailabilityLookup: reads,
  CreateBooking: writes,
  UpdateBooking: writes,
  CheckAvailability: { errorShare: 0.1, ms: 5000 },
}
/** Those that Google has limits for; it reads bookings as well, and judges nobody by that. */
export const judgedMethods: readonly string[] = Object.keys(limits)
export const googleLimitOf = (method: string): GoogleLimit => limits[method] ?? reads

export const googleWindowMinutes = 5
/** What happens to a booking Google wants to be told of within so long; of a day, and of each state, fewer than this share may be later. */
export const toldWithinMinutes = 5
export const toldLateShare = 0.1
/** Of a handful of calls one bad one is chance. */
const callsLeast = 10
const badLeast = 2
export const isBeyondGoogle = (method: string, { calls, bad }: { calls: number; bad: number }): boolean =>
  judgedMethods.includes(method) && calls >= callsLeast && bad >= badLeast && bad / calls > googleLimitOf(method).errorShare
