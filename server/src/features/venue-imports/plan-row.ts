import { Book } from '@tablewire/contracts/estate/book'
import type { RowChange, RowOutcome } from '@tablewire/contracts/import/import-findings'
import { z } from 'zod/mini'
import { hoursInWords } from '#src/features/venues/api.ts'
import type { ChangeReading, RequestedChanges } from './read-changes.ts'
import type { StoredVenue } from './stored-venues.ts'
import type { BookRules } from '#src/features/venues/api.ts'
import { isSame } from './venue-books.ts'
import { inText, venueColumns, type VenueFields, venueFieldNames } from './venue-columns.ts'
import type { VenueDraft } from './read-venue.ts'

/** What becomes of a row of the file. */
export type PlannedRow = { line: number; outcome: RowOutcome; subjectId: string | null; name: string; changes: RowChange[] }
/** What is written into a venue: its fields, and the rules of its book where they change. */
export type Change = { id: string; companyId: string; fields: Partial<VenueFields>; rules: BookRules | undefined }

type Step = RowChange & { apply: (change: Change) => void }

const fieldSteps = ({ fields }: RequestedChanges, { here, exact }: ChangeReading, theirs: ReadonlySet<string>): Step[] =>
  venueFieldNames
    .filter((name) => name in fields)
    .map((name) => ({
      field: venueColumns[name].target,
      before: inText(here[name]),
      after: inText(fields[name]!),
      ...(!exact && theirs.has(venueColumns[name].audited) ? { kept: true } : {}),
      apply: (change) => void Object.assign(change.fields, { [name]: fields[name] }),
    }))

const rulesSoFar = (change: Change, here: StoredVenue): BookRules => change.rules ?? here.rules

const partySteps = ({ party }: RequestedChanges, { here, exact, note }: ChangeReading, theirs: ReadonlySet<string>): Step[] => {
  const wanted = { ...here.rules.party, ...party }
  const ends = (['min', 'max'] as const).filter((end) => party[end] !== undefined && party[end] !== here.rules.party[end])
  if (ends.length && wanted.min > wanted.max) {
    const found = `${wanted.min} > ${wanted.max}`
    note('dropped', 'value.invalid', { field: ends[0] === 'min' ? 'minCovers' : 'maxCovers', found, done: 'left as it is' })
    return []
  }
  return ends.map((end) => {
    const field = end === 'min' ? 'minCovers' : 'maxCovers'
    return {
      field,
      before: String(here.rules.party[end]),
      after: String(wanted[end]),
      ...(!exact && theirs.has(field) ? { kept: true } : {}),
      apply: (change) => {
        const rules = rulesSoFar(change, here)
        change.rules = { ...rules, party: { ...rules.party, [end]: wanted[end] } }
      },
    }
  })
}

const { openingHours, shifts, closures, specialDays } = Book.shape
const Hours = z.object({ openingHours, shifts, closures, specialDays })

const hourSteps = ({ hours }: RequestedChanges, { here, exact, note }: ChangeReading, theirs: ReadonlySet<string>): Step[] => {
  if (!hours) return []
  const follow = !theirs.has('book')
  const wanted = hours.apply(here.rules, follow)
  if (isSame(here.rules, wanted)) return []
  if (!z.safeParse(Hours, wanted).success) {
    note('dropped', 'book.invalid', { field: 'opening_hours', found: hours.text, done: 'left as they are' })
    return []
  }
  return [
    {
      field: 'openingHours',
      before: hoursInWords(here.rules) || null,
      after: hours.text || null,
      ...(!exact && !follow ? { kept: true } : {}),
      apply: (change) => void (change.rules = hours.apply(rulesSoFar(change, here), follow)),
    },
  ]
}

const nobody: ReadonlySet<string> = new Set()

/** What of a row's wishes comes true; what people changed here stays theirs, and is named. */
export const planRow = (
  wanted: RequestedChanges,
  reading: ChangeReading,
  theirs: ReadonlySet<string> = nobody,
): { change: Change | undefined; outcome: RowOutcome; changes: RowChange[] } => {
  const { here, note } = reading
  const steps = [...fieldSteps(wanted, reading, theirs), ...partySteps(wanted, reading, theirs), ...hourSteps(wanted, reading, theirs)]
  const change: Change = { id: here.id, companyId: here.companyId, fields: {}, rules: undefined }
  for (const { apply: _apply, kept, field, after } of steps)
    if (kept)
      note('kept', field === 'openingHours' ? 'book.changed_here' : 'venue.changed_here', {
        field,
        found: after ?? '',
        done: 'left as it is',
      })
  const written = steps.filter(({ kept }) => !kept)
  for (const { apply } of written) apply(change)
  const outcome = written.length ? 'changed' : steps.length ? 'kept' : 'unchanged'
  return { change: written.length ? change : undefined, outcome, changes: steps.map(({ apply: _apply, ...told }) => told) }
}

/** Everything a new venue begins with. */
export const changesOfNew = ({ book, ...draft }: VenueDraft): RowChange[] =>
  [
    ...venueFieldNames.map((name) => ({ field: venueColumns[name].target, before: null, after: inText(draft[name]) })),
    { field: 'minCovers', before: null, after: String(book.party.min) },
    { field: 'maxCovers', before: null, after: String(book.party.max) },
    { field: 'openingHours', before: null, after: hoursInWords(book) || null },
  ].filter(({ after }) => after !== null)
