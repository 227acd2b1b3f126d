import { mappedColumns, type Mapping, targetsFor } from '@tablewire/contracts/import/import.rules'
import { orderOf, recogniseColumns } from '#src/features/columns/api.ts'
import { ownField } from '#src/features/import/api.ts'
import { sheetColumnOf } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { SampledColumn } from '#src/platform/table/recognise-table.ts'
import type { Batch } from './batch-rows.ts'
import { ownFields } from './own-file.ts'

export const emptyMapping: Mapping = { fields: {}, dateOrder: 'DMY', values: {} }

const usualOrder = async (ctx: Ctx, { venueId }: Batch): Promise<Mapping['dateOrder']> => {
  if (venueId === null) return 'DMY'
  const venue = await ctx.db.selectFrom('venues').select('countryCode').where('id', '=', venueId).executeTakeFirst()
  return venue?.countryCode === 'US' ? 'MDY' : 'DMY'
}

/** A file with the hub's ids is our own export: each of its columns is known by its name. */
const ownColumns = (columns: readonly SampledColumn[]): Mapping['fields'] => {
  if (!columns.some(({ name }) => ownField(name) === 'id')) return {}
  const fields: Mapping['fields'] = {}
  for (const { name } of columns) {
    const field = ownField(name)
    if (field !== undefined) fields[field] = { columns: [name], constant: null }
  }
  return fields
}

/** What the columns of a file seem to be, by their names and what stands in them; people look at it and decide. */
export const suggestMapping = async (ctx: Ctx, batch: Batch, columns: readonly SampledColumn[]): Promise<Mapping> => {
  const own = batch.kind === 'venues' ? ownColumns(columns) : {}
  const named = mappedColumns({ ...emptyMapping, fields: own })
  const others = {
    targets: targetsFor(batch).filter(({ name }) => !own[name]),
    columns: columns.filter(({ name }) => !named.has(name) && !(named.size && sheetColumnOf(name))),
  }
  const fields = ownFields(batch, columns) ?? { ...recogniseColumns({ kind: batch.kind, ...others }), ...own }
  const dates = columns.filter(({ name }) => fields['date']?.columns.includes(name) === true)
  const values = dates.flatMap((column) => column.values)
  return { fields, dateOrder: dates.length === 3 ? 'YMD' : orderOf(values, await usualOrder(ctx, batch)), values: {} }
}
