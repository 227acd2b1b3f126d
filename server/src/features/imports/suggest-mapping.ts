import { type Mapping, targetsOf } from '@tablewire/contracts/import/import.rules'
import { dateOrderOf, recogniseColumns } from '#src/features/columns/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { SampledColumn } from '#src/platform/table/recognise-table.ts'
import type { Importer } from './api.ts'
import type { Batch } from './batch-rows.ts'

export const emptyMapping: Mapping = { fields: {}, dateOrder: 'DMY', values: {} }

const usualOrder = async (ctx: Ctx, { venueId }: Batch): Promise<Mapping['dateOrder']> => {
  if (venueId === null) return 'DMY'
  const venue = await ctx.db.selectFrom('venues').select('countryCode').where('id', '=', venueId).executeTakeFirst()
  return venue?.countryCode === 'US' ? 'MDY' : 'DMY'
}

/** What the columns of a file seem to be, by their names and what stands in them; people look at it and decide. */
export const suggestMapping = async (
  ctx: Ctx,
  { importer, batch }: { importer: Pick<Importer, 'ownFields'>; batch: Batch },
  columns: readonly SampledColumn[],
): Promise<Mapping> => {
  const own: { fields: Mapping['fields']; left: readonly SampledColumn[] } = importer.ownFields(batch, columns) ?? {
    fields: {},
    left: columns,
  }
  const targets = targetsOf(batch.kind).filter(({ name }) => !own.fields[name])
  const fields = { ...recogniseColumns({ kind: batch.kind, targets, columns: own.left }), ...own.fields }
  const dateField = batch.kind === 'reviews' ? 'publishedAt' : 'date'
  const dates = columns.filter(({ name }) => fields[dateField]?.columns.includes(name) === true)
  const values = dates.flatMap((column) => column.values)
  return { fields, dateOrder: dates.length === 3 ? 'YMD' : dateOrderOf(values, await usualOrder(ctx, batch)), values: {} }
}
