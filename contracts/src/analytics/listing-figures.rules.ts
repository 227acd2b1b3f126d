import type { ListingAnalytics, ListingMeasure, ListingStanding } from './listing-analytics.ts'

type Id = ListingMeasure['id']
type Value = { value: number | null; compared: number | null }

/** Whether anything is known of the period: it is neither before the first day that is kept nor still to come. */
export const isKnown = ({ course }: Pick<ListingAnalytics, 'course'>): boolean => course.some(({ standing }) => standing !== null)

const share = ({ complete, listings }: ListingStanding): number | null =>
  listings === 0 ? null : Math.round((complete / listings) * 1_000_000) / 10_000

/** A measure of how listings stood, with four digits; undefined for those that are of something else. */
export const standingValue: Partial<Record<Id, (standing: ListingStanding) => number | null>> = {
  completeness: ({ average }) => average,
  completeShare: share,
  differences: ({ differences }) => differences,
}

/** A measure of the period beside that of the compared one; the same on a screen and in a file. Ages are of what is open now, so of a period that is over, or still to come, there are none. */
export const listingValue = (id: Id, answer: ListingAnalytics): Value => {
  const { standing, now, moves } = answer
  if (id === 'middleMinutes' || id === 'longestMinutes') return { value: standing.live ? now.open[id] : null, compared: null }
  if (id === 'opened' || id === 'settled')
    return isKnown(answer) ? { value: moves[id], compared: moves.compared?.[id] ?? null } : { value: null, compared: null }
  const of = (one: ListingStanding | null): number | null => one && (standingValue[id]?.(one) ?? null)
  return { value: of(standing.now), compared: of(standing.compared) }
}
