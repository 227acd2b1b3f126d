import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { ImportBatch, imports } from '@tablewire/contracts/import/import'
import { type Mapping, targetsOf, ValueField } from '@tablewire/contracts/import/import.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'
import { type Batch, draftAgain, lockBatch } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'

/** A file may name many venues. */
const valuesMax = 2000

/** Fields and columns that do not exist, columns where only one may stand: each where it was said. */
const refuseUnknown = ({ kind, columns }: Pick<Batch, 'kind' | 'columns'>, { fields, values }: Mapping): void => {
  const targets = new Map(targetsOf(kind).map((target) => [target.name, target]))
  const known = new Set(columns.map(({ name }) => name))
  const wrong: FieldProblems = {}
  for (const [name, { columns: chosen, constant, clears }] of Object.entries(fields)) {
    const target = targets.get(name)
    const fits =
      target &&
      chosen.every((column) => known.has(column)) &&
      (chosen.length < 2 || target.several) &&
      (constant === null || target.constant) &&
      (clears !== true || (target.clearable && chosen.length > 0))
    if (!fits) wrong[`mapping.fields.${name}`] = [{ issue: 'invalid' }]
  }
  for (const [field, words] of Object.entries(values))
    if (!ValueField.options.some((one) => one === field) || Object.keys(words).length > valuesMax)
      wrong[`mapping.values.${field}`] = [{ issue: 'invalid' }]
  if (Object.keys(wrong).length) throw new Problem('request.invalid', {}, wrong)
}

/** How the columns are read; whatever a dry run found before counts no more. */
export const mapColumns = (ctx: Ctx, { params: { id }, body }: Received<typeof imports.map>): Promise<ImportBatch> =>
  transaction(ctx, async (inner) => {
    const batch = await lockBatch(inner, id, ['draft', 'checked'])
    if (!batch.layout) throw new Problem('import.state_wrong')
    if (batch.version !== body.version) throw new Problem('import.version_stale')
    refuseUnknown(batch, body.mapping)
    await inner.db
      .updateTable('importBatches')
      .set({
        mapping: JSON.stringify(body.mapping),
        ...draftAgain(inner, batch),
      })
      .where('id', '=', id)
      .execute()
    await audit(inner, {
      action: 'import.mapped',
      subject: 'import',
      subjectId: id,
      venueId: batch.venueId,
      before: { fields: batch.mapping.fields },
      after: { fields: body.mapping.fields },
    })
    return readBatch(inner, id)
  })
