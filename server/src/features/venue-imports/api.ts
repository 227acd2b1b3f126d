import { mappedColumns, type Mapping } from '@tablewire/contracts/import/import.rules'
import { type Importer, sinceOf } from '#src/features/imports/api.ts'
import { sheetColumnOf } from '#src/features/venues/api.ts'
import type { SampledColumn } from '#src/platform/table/recognise-table.ts'
import { type Outcome, type Reason, reasons } from './findings.ts'
import type { Summary } from './import-venues.ts'
import { openVenues } from './place-venues.ts'
import { undoVenues, venuesBrought, venuesKept } from './undo-venues.ts'
import { ownField } from './venue-source.ts'

export { importVenues } from './import-venues.ts'
export { CompanyUnknown } from './place-rows.ts'
export { openReport } from './report-file.ts'
export { SourceUnreadable } from './venue-source.ts'
export type { Summary } from './import-venues.ts'

/** A file with the hub's ids is our own export: each of its columns is known by its name, what somebody added is recognised. */
const ownFields = (columns: readonly SampledColumn[]): ReturnType<Importer['ownFields']> => {
  if (!columns.some(({ name }) => ownField(name) === 'id')) return undefined
  const fields: Mapping['fields'] = {}
  for (const { name } of columns) {
    const field = ownField(name)
    if (field !== undefined) fields[field] = { columns: [name], constant: null }
  }
  const named = mappedColumns({ fields })
  const [readOnly, left] = [true, false].map((isOwn) =>
    columns.filter(({ name }) => !named.has(name) && (sheetColumnOf(name) !== undefined) === isOwn),
  ) as [SampledColumn[], SampledColumn[]]
  return { fields, readOnly: readOnly.map(({ name }) => name), left }
}

/** Venues of a company. */
export const venueImporter: Importer = {
  // A book is ten times as large as a reservation.
  rowsAtOnce: 500,
  open: openVenues,
  ownFields: (_batch, columns) => ownFields(columns),
  changedSince: (ctx, batchId) => sinceOf(ctx, venuesBrought(batchId)),
  keptAmong: venuesKept,
  undo: (ctx, { batch }, isOver) => undoVenues(ctx, batch.id, isOver),
  leftAfterUndo: (ctx, batchId) => sinceOf(ctx, venuesBrought(batchId)),
  venuesOf: async (_ctx, { venueId }) => [venueId],
}

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
