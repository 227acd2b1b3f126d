import type { Floor } from '@tablewire/contracts/booking/floor'
import type { FloorHistory } from './floor-history.ts'

/** Layouts that are drawn on here and that somebody else has removed meanwhile. */
export const goneOf = (history: FloorHistory, stored: Floor | undefined): string[] => {
  const begunOn = history.past[0]
  if (!begunOn || !stored) return []
  const now = new Set(stored.layouts.map(({ id }) => id))
  const was = new Set(begunOn.map(({ id }) => id))
  return history.now.filter(({ id }) => was.has(id) && !now.has(id)).map(({ name }) => name)
}
