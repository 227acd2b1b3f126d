import type { Column, ImportBatch, ImportState, Outcome } from '@tablewire/contracts/import'
import type { ImportKind, Mapping } from '@tablewire/contracts/import.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Layout } from '#src/platform/table/table-source.ts'

export type Counts = NonNullable<ImportBatch['counts']>
export type ReasonCounts = Partial<Record<`${Outcome} ${FindingReason}`, number>>

type Batches = {
  id: string
  companyId: string | null
  kind: ImportKind
  venueId: string | null
  companyWanted: string | null
  state: ImportState
  fileName: string
  fileBytes: number
  receivedBytes: number
  layout: NullableJson<Layout>
  columns: JsonColumn<Column[]>
  mapping: JsonColumn<Mapping>
  rowsDone: number
  rowsTotal: number | null
  counts: NullableJson<Counts>
  reasons: JsonColumn<ReasonCounts>
  problem: string | null
  runId: string | null
  keepChanged: boolean
  createdBy: string | null
  createdByName: string
  startedBy: string | null
  startedByName: string | null
  version: number
  createdAt: InstantColumn
  updatedAt: InstantColumn
  checkedAt: NullableInstant
  appliedAt: NullableInstant
  undoneAt: NullableInstant
}
type Findings = {
  batchId: string
  id: string
  line: number
  outcome: Outcome
  reason: FindingReason
  columnName: string
  value: string
  cells: NullableJson<string[]>
}
type Mappings = {
  id: string
  companyId: string | null
  kind: ImportKind
  name: string
  mapping: JsonColumn<Mapping>
  createdAt: InstantColumn
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    importBatches: Batches
    importFindings: Findings
    importMappings: Mappings
  }
}

export type Batch = Selectable<Batches>

export const companyOf = ({ actor }: Ctx): string | null => (actor.kind === 'user' ? actor.companyId : null)

/** Imports of the caller's own company or venues; the platform's people see all. */
export const batchesInSight = (ctx: Ctx, table: string): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  if (ctx.scope.kind === 'company') return sql<SqlBool>`${column('company_id')} = ${ctx.scope.companyId}`
  // Whoever sees single venues sees what came into those.
  return sql<SqlBool>`(${column('company_id')} is not distinct from ${companyOf(ctx)}::uuid and ${inScope(ctx, `${table}.venue_id`)})`
}

export const findBatch = async (ctx: Ctx, id: string, lock = false): Promise<Batch> => {
  const found = await ctx.db
    .selectFrom('importBatches')
    .selectAll()
    .where('id', '=', id)
    .where(batchesInSight(ctx, 'import_batches'))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Problem('import.not_found')
  return found
}

/** Locked until the transaction ends, and at one of these steps. */
export const lockBatch = async (ctx: Ctx, id: string, states: readonly ImportState[]): Promise<Batch> => {
  const batch = await findBatch(ctx, id, true)
  if (!states.includes(batch.state)) throw new Problem('import.state_wrong')
  return batch
}
