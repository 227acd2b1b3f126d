import type { DayAvailability, Slot, Verdict } from './availability.ts'

const distanceMs = ({ startsAt }: Pick<Slot, 'startsAt'>, ms: number): number => Math.abs(Date.parse(startsAt) - ms)

/** The start of a day that lies nearest to a moment, the earlier one of two; undefined where the day has none. */
export const nearestStart = <T extends Pick<Slot, 'startsAt'>>(slots: readonly T[], ms: number): T | undefined =>
  slots.reduce<T | undefined>((best, slot) => (best && distanceMs(best, ms) <= distanceMs(slot, ms) ? best : slot), undefined)

/** What binds a question about a moment of a day: the first rule against the start nearest to it, or against the whole day. */
export const bindingVerdict = ({ slots, closedBy }: Pick<DayAvailability, 'slots' | 'closedBy'>, ms: number): Verdict | undefined => {
  const slot = nearestStart(slots, ms)
  return (slot ? slot.closedBy : closedBy)?.[0]
}
