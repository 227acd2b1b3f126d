import type { Slot } from './availability.ts'

const distanceMs = ({ startsAt }: Pick<Slot, 'startsAt'>, ms: number): number => Math.abs(Date.parse(startsAt) - ms)

/** The start of a day that lies nearest to a moment, the earlier one of two; undefined where the day has none, or none that near. */
export const nearestStart = <T extends Pick<Slot, 'startsAt'>>(slots: readonly T[], ms: number, withinMs = Infinity): T | undefined => {
  const nearest = slots.reduce<T | undefined>(
    (best, slot) => (best && distanceMs(best, ms) <= distanceMs(slot, ms) ? best : slot),
    undefined,
  )
  return nearest && distanceMs(nearest, ms) <= withinMs ? nearest : undefined
}
