import { type Outcome, type Reason, reasons } from './findings.ts'
import type { Summary } from './import-venues.ts'

export { cut, tidy, withoutEntities } from './clean-text.ts'
export { isCountry } from './country-words.ts'
export { importVenues } from './import-venues.ts'
export { identityOf } from './match-venues.ts'
export { CompanyUnknown, placeRows, type RowFinding, type RowToPlace } from './place-rows.ts'
export { positionIn } from './read-position.ts'
export { phoneIn } from './read-phone.ts'
export { audited } from './audited.ts'
export { updateVenues } from './import-rows.ts'
export { forgetVenues } from './remember-venues.ts'
export { tellBooks } from './tell-books.ts'
export { venueColumns, type VenueFields } from './venue-columns.ts'
export { ownField, rowOf } from './venue-source.ts'
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
