import type { Figure } from '@tablewire/contracts/analytics/analytics'
import type { ListingAnalytics, ListingMeasure, ListingStanding } from '@tablewire/contracts/analytics/listing-analytics'

type Id = ListingMeasure['id']

/** Of how complete listings are; the other measures are of differences. */
export const ofCompleteness = (id: Id): boolean => id === 'completeness' || id === 'completeShare'

const share = ({ complete, listings }: ListingStanding): number | null => (listings === 0 ? null : (complete / listings) * 100)
const of: Partial<Record<Id, (standing: ListingStanding) => number | null>> = {
  completeness: ({ average }) => average,
  completeShare: share,
  differences: ({ differences }) => differences,
}

/** Whether anything is known of the period: it is neither before the first day that is kept nor still to come. */
export const isKnown = ({ course }: Pick<ListingAnalytics, 'course'>): boolean => course.some(({ standing }) => standing !== null)

/** The measures of the period, each with what opens it. */
export const listingFigures = (ids: readonly Id[], answer: ListingAnalytics): Figure[] => {
  const { standing, now } = answer
  const moves = isKnown(answer) ? answer.moves : null
  const open = now.open.rows
  const parts = standing.now && { count: standing.now.complete, of: standing.now.listings }
  const figures: Record<Id, Omit<Figure, 'id' | 'value' | 'compared'> & Partial<Pick<Figure, 'value' | 'compared'>>> = {
    completeness: { parts: null, rows: standing.rows, ofRows: null },
    completeShare: { parts, rows: standing.completeRows, ofRows: standing.rows },
    differences: { parts: null, rows: standing.live ? open : null, ofRows: null },
    middleMinutes: { value: now.open.middleMinutes, compared: null, parts: null, rows: open, ofRows: null },
    longestMinutes: { value: now.open.longestMinutes, compared: null, parts: null, rows: open, ofRows: null },
    opened: { value: moves?.opened ?? null, compared: moves?.compared?.opened ?? null, parts: null, rows: null, ofRows: null },
    settled: { value: moves?.settled ?? null, compared: moves?.compared?.settled ?? null, parts: null, rows: null, ofRows: null },
  }
  const ended = (id: Id, standing_: ListingStanding | null): number | null => standing_ && (of[id]?.(standing_) ?? null)
  return ids.map((id) => ({ id, value: ended(id, standing.now), compared: ended(id, standing.compared), ...figures[id] }))
}

/** Step by step: how each ended, or what happened in it. */
export const courseOf = (id: Id, answer: ListingAnalytics): (number | null)[] => {
  const { course, weeks, since } = answer
  if (id === 'opened' || id === 'settled')
    return isKnown(answer) ? weeks.map((week) => (since === null || week.to >= since ? week[id] : null)) : []
  const read = of[id]
  return read ? course.map(({ standing }) => standing && read(standing)) : []
}
