import type { FloorLayout } from '@tablewire/contracts/booking/floor'

type Layouts = readonly FloorLayout[]
/** What is drawn, what was before it, and what was taken back. */
export type FloorHistory = { past: readonly Layouts[]; now: Layouts; future: readonly Layouts[] }

/** Nobody takes back more. */
const keptMost = 200

export const begun = (now: Layouts): FloorHistory => ({ past: [], now, future: [] })
export const done = ({ past, now }: FloorHistory, next: Layouts): FloorHistory => ({
  past: [...past, now].slice(-keptMost),
  now: next,
  future: [],
})
export const afterUndo = (history: FloorHistory): FloorHistory => {
  const before = history.past.at(-1)
  return before ? { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] } : history
}
export const redone = (history: FloorHistory): FloorHistory => {
  const [next, ...future] = history.future
  return next ? { past: [...history.past, history.now], now: next, future } : history
}
