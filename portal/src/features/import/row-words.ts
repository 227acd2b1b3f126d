import type { ImportRowResult, Outcome, RowChange, RowOutcome } from '@tablewire/contracts/import/import-findings'
import type { ImportKind, Mapping } from '@tablewire/contracts/import/import.rules'
import type { Tone } from '#src/kit/tones.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

export const rowTones: Record<RowOutcome, Tone> = {
  made: 'success',
  changed: 'primary',
  unchanged: 'neutral',
  kept: 'warning',
  skipped: 'neutral',
  rejected: 'danger',
}
export const findingTones: Record<Outcome, Tone> = {
  rejected: 'danger',
  skipped: 'neutral',
  kept: 'warning',
  dropped: 'warning',
  repaired: 'info',
  noted: 'violet',
}
/** In the order people ask for them. */
export const rowOutcomes: readonly RowOutcome[] = ['changed', 'made', 'kept', 'rejected', 'skipped', 'unchanged']

export const fieldInWords = (t: T, field: string): string => t(`field.${field}` as 'field.date')

/** A column of the file by what it is read into, as people call it; one that is read into nothing by its own name. */
export const columnInWords = (t: T, { fields }: Pick<Mapping, 'fields'>, column: string): string => {
  const target = Object.entries(fields).find(([, { columns }]) => columns.join(', ') === column)?.[0]
  return target === undefined || column === '' ? column : fieldInWords(t, target)
}

/** A value as people read it; nothing stored is said, not left blank. */
export const valueInWords = (t: T, value: string | null): string => {
  if (value === null || value === '') return t('rows.blank')
  return value === 'true' || value === 'false' ? t(`rows.${value}`) : value
}

/** What an undo would do about a row, or did; empty = nothing to say. */
export const undoInWords = (t: T, { undo }: Pick<ImportRowResult, 'undo'>): string =>
  undo ? t(`rows.undo.${undo.what}.${undo.done ? 'done' : 'would'}`) : ''

/** The same where no column says of what: `Removed` alone would read as if the import had done it. */
export const undoNamed = (t: T, row: Pick<ImportRowResult, 'undo'>): string =>
  row.undo ? t('rows.undo.named', { what: undoInWords(t, row) }) : ''

/** What was found in a row first of all, and the words it was found in; empty = nothing. */
export const reasonOf = ({ findings }: Pick<ImportRowResult, 'findings'>): string => {
  const first = findings.find(({ outcome }) => outcome === 'rejected' || outcome === 'skipped' || outcome === 'kept') ?? findings[0]
  return first ? [first.meaning, first.value].filter((text) => text !== '').join(': ') : ''
}

/** The change that is shown where there is room for one: of the field somebody filters by, else the first. */
export const shownChange = ({ changes }: Pick<ImportRowResult, 'changes'>, field: string | undefined): RowChange | undefined => {
  // What stands as people left it changes nothing: it is told by the panel.
  const written = changes.filter(({ kept }) => !kept)
  return written.find((change) => change.field === field) ?? written[0]
}

/** The one line a phone has for a row: after an undo what that made of it, else its change, else why there is none. */
export const lineOnPhone = (t: T, row: ImportRowResult, field: string | undefined): string => {
  const change = row.outcome === 'made' || row.undo?.done ? undefined : shownChange(row, field)
  if (!change) return undoNamed(t, row) || reasonOf(row)
  const more = row.changes.length > 1 ? ` +${row.changes.length - 1}` : ''
  return `${fieldInWords(t, change.field)}: ${valueInWords(t, change.before)} → ${valueInWords(t, change.after)}${more}`
}

/** Why a change of a row was not written: only venues have fields that people changed here; a booking or a person is refused as a whole. */
export const keptInWords = (t: T, kind: ImportKind): string => t(kind === 'venues' ? 'rows.keptHere' : 'rows.notTaken')

/** What to do about rows of a reason, where it is one step back. */
export const adviceFor = (t: T, reason: string, { fields }: Pick<Mapping, 'fields'>): string | undefined => {
  if (reason !== 'zone.unknown') return undefined
  const columns = fields['tz']?.columns ?? []
  return columns.length
    ? t('found.do.zoneColumn', { column: columns.join(', ') })
    : t('found.do.zone', { title: t('constants.title'), field: t('field.tz') })
}

/** The fields of a row in a few words. */
export const fieldsInWords = (t: T, { changes, outcome }: Pick<ImportRowResult, 'changes' | 'outcome'>): string =>
  outcome === 'made' ? '' : changes.map(({ field }) => fieldInWords(t, field)).join(', ')
