import { type Mapping, targetsOf } from '@tablewire/contracts/import/import.rules'
import type { Batch } from './batch-rows.ts'

type Headers = Readonly<Record<string, string>>

/**
 * The mapping of our own export, in whichever language it was written (`sheets`: its headers in each): each column to the field it was written from.
 * Read-only columns (the service day, the second factor) are ignored. Undefined = another program's file, whose booking numbers, for one, are not
 * ours.
 */
export const ownSheetFields = (
  batch: Pick<Batch, 'kind'>,
  columns: readonly { name: string }[],
  sheets: readonly Headers[],
): { fields: Mapping['fields']; readOnly: string[]; left: [] } | undefined => {
  const names = new Set(columns.map(({ name }) => name.trim()))
  const headers = sheets.find((one) => {
    const all = Object.values(one)
    return names.has(one['id']!) && all.filter((header) => names.has(header)).length * 2 > all.length
  })
  if (!headers) return undefined
  const fields = targetsOf(batch.kind).flatMap(({ name }): [string, Mapping['fields'][string]][] => {
    const header = headers[name]
    return header !== undefined && names.has(header) ? [[name, { columns: [header], constant: null }]] : []
  })
  const read = new Set(fields.flatMap(([, source]) => source.columns))
  const readOnly = Object.values(headers).filter((header) => names.has(header) && !read.has(header))
  return { fields: Object.fromEntries(fields), readOnly, left: [] }
}
