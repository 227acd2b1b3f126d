import { type ImportKind, type Mapping, type Target, targetsOf } from '@tablewire/contracts/import/import.rules'

type Fields = Mapping['fields']

/** What a column of theirs is read into; empty = nothing. */
export const targetOf = (mapping: Mapping, column: string): string =>
  Object.entries(mapping.fields).find(([, { columns }]) => columns.includes(column))?.[0] ?? ''

const without = (fields: Fields, column: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, source]) => [name, { ...source, columns: source.columns.filter((one) => one !== column) }]),
  )
/** Fields that nothing is read into need not be sent. */
const trimmed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { columns, constant }]) => columns.length > 0 || (constant ?? '') !== ''))

/** Reads a column into a field. Where only one may stand, it takes the place of the one before; a constant gives way. */
export const withColumn = (mapping: Mapping, column: string, target: Target | undefined): Mapping => {
  const fields = without(mapping.fields, column)
  if (target) {
    const before = target.several ? (fields[target.name]?.columns ?? []) : []
    const { clears } = fields[target.name] ?? {}
    fields[target.name] = { columns: [...before, column].slice(-6), constant: null, ...(clears ? { clears } : {}) }
  }
  return { ...mapping, fields: trimmed(fields) }
}

/** Whether empty cells take away what is stored. */
export const withClears = (mapping: Mapping, target: string, clears: boolean): Mapping => {
  const source = mapping.fields[target]
  if (!source) return mapping
  const { clears: _before, ...plain } = source
  return { ...mapping, fields: { ...mapping.fields, [target]: clears ? { ...plain, clears } : plain } }
}

/** The same for all rows; it gives way to a column. */
export const withConstant = (mapping: Mapping, target: string, text: string): Mapping => ({
  ...mapping,
  fields: trimmed({ ...mapping.fields, [target]: { columns: mapping.fields[target]?.columns ?? [], constant: text === '' ? null : text } }),
})

export const withValue = (mapping: Mapping, { field, word }: { field: string; word: string }, ours: string): Mapping => ({
  ...mapping,
  values: { ...mapping.values, [field]: { ...mapping.values[field], [word]: ours } },
})

/** Whatever a file of one venue says about houses counts no more. */
export const withoutVenue = (mapping: Mapping): Mapping => {
  const { venue: _field, ...fields } = mapping.fields
  const { venue: _words, ...values } = mapping.values
  return { ...mapping, fields, values }
}

/** Of a saved mapping what this file has columns for; the rest stays as it is suggested. */
export const applySaved = (kind: ImportKind, saved: Mapping, columns: readonly { name: string }[]): Mapping => {
  const here = new Set(columns.map(({ name }) => name))
  const known = new Set(targetsOf(kind).map(({ name }) => name))
  const fields = Object.fromEntries(
    Object.entries(saved.fields)
      .filter(([name]) => known.has(name))
      .map(([name, source]) => [name, { ...source, columns: source.columns.filter((column) => here.has(column)) }]),
  )
  return { ...saved, fields: trimmed(fields) }
}

/** A mapping by its parts, each of which two people may have changed: what a field is read from, how dates stand, the words of a field. */
export type Parts = Record<string, unknown>
export const partsOf = ({ fields, dateOrder, values }: Mapping, targets: readonly string[]): Parts => ({
  ...Object.fromEntries(targets.map((name) => [name, fields[name] ?? null])),
  dateOrder,
  ...Object.fromEntries(['status', 'channel', 'area', 'venue'].map((field) => [`values.${field}`, values[field] ?? null])),
})
export const fromParts = (parts: Parts): Mapping => {
  const entries = Object.entries(parts).filter(([, part]) => part !== null && part !== undefined)
  const words = entries.filter(([name]) => name.startsWith('values.')).map(([name, part]) => [name.slice('values.'.length), part])
  return {
    fields: Object.fromEntries(entries.filter(([name]) => name !== 'dateOrder' && !name.startsWith('values.'))) as Fields,
    dateOrder: parts['dateOrder'] as Mapping['dateOrder'],
    values: Object.fromEntries(words) as Mapping['values'],
  }
}
