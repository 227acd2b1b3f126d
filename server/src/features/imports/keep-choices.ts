import type { Mapping } from '@tablewire/contracts/import/import.rules'

type NamedColumn = { readonly name: string }
type Field = Mapping['fields'][string]

const isGiven = (source: Field | undefined): source is Field =>
  source !== undefined && (source.columns.length > 0 || (source.constant ?? '') !== '')
const sameColumns = (a: Field | undefined, b: Field | undefined): boolean => a?.columns.join('\n') === b?.columns.join('\n')

type Before = { mapping: Mapping; columns: readonly NamedColumn[] }
type After = { suggested: Mapping; columns: readonly NamedColumn[] }

/**
 * The mapping of a file that is read in another way. What people chose for a column whose name stays holds, also that it is left out; columns of
 * another name are what they seem to be.
 */
export const keepChoices = (before: Before, { suggested, columns }: After): Mapping => {
  const known = new Set(before.columns.map(({ name }) => name))
  const staying = new Set(columns.map(({ name }) => name).filter((name) => known.has(name)))
  const fields: Mapping['fields'] = {}
  for (const [name, source] of Object.entries(before.mapping.fields)) {
    const kept = { ...source, columns: source.columns.filter((column) => staying.has(column)) }
    if (isGiven(kept)) fields[name] = kept
  }
  for (const [name, source] of Object.entries(suggested.fields)) {
    const fresh = { ...source, columns: source.columns.filter((column) => !known.has(column)) }
    if (!fields[name] && isGiven(fresh)) fields[name] = fresh
  }
  const stays = (field: string): boolean => sameColumns(fields[field], before.mapping.fields[field])
  return {
    fields,
    dateOrder: fields['date'] && stays('date') ? before.mapping.dateOrder : suggested.dateOrder,
    values: { ...suggested.values, ...Object.fromEntries(Object.entries(before.mapping.values).filter(([field]) => stays(field))) },
  }
}
