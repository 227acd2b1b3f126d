import type { Figure } from '@tablewire/contracts/analytics/analytics'
import { isKnown, listingValue, standingValue } from '@tablewire/contracts/analytics/listing-figures.rules'
import type { ListingAnalytics, ListingMeasure } from '@tablewire/contracts/analytics/listing-analytics'

type Id = ListingMeasure['id']

/** Of how complete listings are; the other measures are of differences. */
export const ofCompleteness = (id: Id): boolean => id === 'completeness' || id === 'completeShare'

/** The measures of the period, each with what opens it. */
export const listingFigures = (ids: readonly Id[], answer: ListingAnalytics): Figure[] => {
  const { standing, now } = answer
  const open = now.open.rows
  const parts = standing.now && { count: standing.now.complete, of: standing.now.listings }
  const rows: Record<Id, Pick<Figure, 'parts' | 'rows' | 'ofRows'>> = {
    completeness: { parts: null, rows: standing.rows, ofRows: null },
    completeShare: { parts, rows: standing.completeRows, ofRows: standing.rows },
    differences: { parts: null, rows: standing.live ? open : null, ofRows: null },
    middleMinutes: { parts: null, rows: open, ofRows: null },
    longestMinutes: { parts: null, rows: open, ofRows: null },
    opened: { parts: null, rows: null, ofRows: null },
    settled: { parts: null, rows: null, ofRows: null },
  }
  return ids.map((id) => ({ id, ...listingValue(id, answer), ...rows[id] }))
}

/** Step by step: how each ended, or what happened in it. */
export const courseOf = (id: Id, answer: ListingAnalytics): (number | null)[] => {
  const { course, weeks, since } = answer
  if (id === 'opened' || id === 'settled')
    return isKnown(answer) ? weeks.map((week) => (since === null || week.to >= since ? week[id] : null)) : []
  const read = standingValue[id]
  return read ? course.map(({ standing }) => standing && read(standing)) : []
}
