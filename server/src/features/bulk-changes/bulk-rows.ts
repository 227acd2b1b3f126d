import type { BulkChange, BulkOutcome, BulkRun, BulkState, BulkUndo } from '@tablewire/contracts/estate/bulk-changes'
import { type Generated, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'

export type BulkCounts = BulkRun['counts'] & { done: number }
type BulkChanges = {
  id: string
  companyId: string | null
  change: JsonColumn<BulkChange>
  /** What was settled when it began, beside the change itself. */
  content: NullableJson<Record<string, unknown>>
  state: z.infer<typeof BulkState>
  total: number
  runId: string | null
  createdBy: string | null
  createdByName: string
  startedBy: string | null
  startedByName: string | null
  scope: JsonColumn<VenueScope>
  /** Who really sat there, where somebody acted as a customer. */
  actedBy: NullableJson<{ id: string; name: string }>
  createdAt: InstantColumn
  appliedAt: NullableInstant
  undoneAt: NullableInstant
  /** Of a change at rest; one under way is counted. */
  counts: NullableJson<BulkCounts>
  /** By when it was asked for, or asked to be taken back; the database gives it (migration 0136). */
  turn: Generated<number>
}
type BulkChangeVenues = {
  bulkId: string
  place: number
  venueId: string
  outcome: BulkOutcome | null
  reason: string | null
  before: NullableJson<Record<string, unknown>>
  after: NullableJson<Record<string, unknown>>
  undo: z.infer<typeof BulkUndo> | null
  undoReason: string | null
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    bulkChanges: BulkChanges
    bulkChangeVenues: BulkChangeVenues
  }
}

export type Bulk = Selectable<BulkChanges>

/** The change as each of its venues is given it. */
export const settledChange = ({ change, content }: Bulk): BulkChange => ({ ...change, ...content })

/** The platform's people see all; a company's administrators those of the company; whoever sees single venues, his own. */
export const bulkInSight = ({ scope, actor }: Ctx): RawBuilder<SqlBool> => {
  if (scope.kind === 'all') return sql<SqlBool>`true`
  if (scope.kind === 'company') return sql<SqlBool>`b.company_id = ${scope.companyId}`
  return sql<SqlBool>`b.created_by = ${actor.id}::uuid`
}

/** Locked until the transaction ends, where `lock` says so. */
export const findBulk = async (ctx: Ctx, id: string, { lock = false } = {}): Promise<Bulk> => {
  const { rows } = await sql<Bulk>`
    select b.* from bulk_changes b where b.id = ${id} and ${bulkInSight(ctx)} ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('bulk_change.not_found')
  return rows[0]
}
