import { type Outcome, type Reason, reasons } from './findings.ts'
import type { Summary } from './import-venues.ts'

export { cut, tidy } from './clean-text.ts'
export type { Finding } from './findings.ts'
export { importVenues } from './import-venues.ts'
export { CompanyUnknown, placeBatch } from './place-batch.ts'
export { osmIdOf, readVenue, type VenueDraft } from './read-venue.ts'
export { removeVenues, venuesChangedSince } from './undo-venues.ts'
export { fieldOfColumn, rowOf } from './venue-source.ts'
export { openReport } from './report-file.ts'
export { SourceUnreadable } from './venue-source.ts'
export type { Summary } from './import-venues.ts'

export type SummaryLine = { outcome: Outcome; reason: Reason; meaning: string; rows: number }

/** What was found, by outcome, the most frequent first. */
export const summaryLines = ({ findings }: Summary): SummaryLine[] => {
  const order: readonly Outcome[] = ['rejected', 'skipped', 'dropped', 'repaired', 'kept', 'noted']
  return [...findings]
    .map(([key, rows]) => {
      const [outcome, reason] = key.split(' ') as [Outcome, Reason]
      return { outcome, reason, meaning: reasons[reason], rows }
    })
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || b.rows - a.rows)
}
