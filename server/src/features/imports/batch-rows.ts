import type { ImportBatch, ImportState } from '@tablewire/contracts/import/import'
import type { Outcome, RowChange, RowOutcome } from '@tablewire/contracts/import/import-findings'
import type { Column } from '@tablewire/contracts/import/import-layout'
import { mayImport } from '@tablewire/contracts/identity/access'
import { ImportKind, type Mapping, type RowChoice } from '@tablewire/contracts/import/import.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { type ColumnType, type Generated, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Layout } from '#src/platform/table/table-source.ts'

/** Asked between two pieces of work: whether the time slice is over, or others wait for their turn. */
export type IsOver = () => Promise<boolean>
export type Counts = NonNullable<ImportBatch['counts']>
export type ReasonCounts = Partial<Record<`${Outcome} ${FindingReason}`, number>>

/** With what was seen at once; files of before have neither. */
export type StoredLayout = Layout & { sure?: boolean; preview?: string[][]; headerLineMax?: number }

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
  layout: NullableJson<StoredLayout>
  columns: JsonColumn<Column[]>
  mapping: JsonColumn<Mapping>
  rowsDone: number
  rowsTotal: number | null
  counts: NullableJson<Counts>
  reasons: JsonColumn<ReasonCounts>
  /** Field → rows that change it. */
  fields: ColumnType<Record<string, number>, string | undefined, string>
  problem: string | null
  runId: string | null
  keepChanged: boolean
  /** Of users: created users are invited at once. */
  invite: Generated<boolean>
  createdBy: string | null
  createdByName: string
  startedBy: string | null
  startedByName: string | null
  scope: NullableJson<VenueScope>
  /** Who really sat there, where somebody acted as a customer. */
  actedBy: NullableJson<{ id: string; name: string }>
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
  about: NullableJson<RequestedPlace>
}
/** Where a row that found no place wanted to go. */
export type RequestedPlace = {
  venueId: string
  areaId: string
  startsLocal: string
  partySize: number
  sitting: number | null
  capacity: number | null
}
type Decisions = {
  batchId: string
  line: number
  choice: RowChoice
  startsLocal: string | null
  decidedByName: string
  decidedAt: InstantColumn
}
type Mappings = {
  id: string
  companyId: string | null
  kind: ImportKind
  name: string
  mapping: JsonColumn<Mapping>
  createdAt: InstantColumn
}

type Rows = {
  batchId: string
  line: number
  outcome: RowOutcome
  subjectId: string | null
  name: string
  changes: JsonColumn<RowChange[]>
  undone: 'restored' | 'removed' | 'kept' | null
}
type RowFields = { batchId: string; field: string; line: number }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    importBatches: Batches
    importFindings: Findings
    importDecisions: Decisions
    importRows: Rows
    importRowFields: RowFields
    importMappings: Mappings
  }
}

export type Batch = Selectable<Batches>

export const companyOf = ({ actor }: Ctx): string | null => (actor.kind === 'user' ? actor.companyId : null)

/** Who has the right to import has it for kinds of his own: a partner for one. */
export const notOneOfHis = (): Problem => new Problem('request.invalid', {}, { kind: [{ issue: 'invalid' }] })

/** The kinds the caller has permission for. */
export const kindsOf = ({ ability }: Ctx): ImportKind[] => ImportKind.options.filter((kind) => mayImport(ability, kind))

/** Tenant scope: imports of the caller's own company or venues, of kinds the caller has permission for; the platform's people see all. */
export const batchesInSight = (ctx: Ctx, table: string): RawBuilder<SqlBool> => {
  const kinds = kindsOf(ctx)
  if (kinds.length === ImportKind.options.length) return placesInSight(ctx, table)
  return sql<SqlBool>`(${sql.ref(`${table}.kind`)} = any(${kinds}::text[]) and ${placesInSight(ctx, table)})`
}

const placesInSight = (ctx: Ctx, table: string): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  if (ctx.scope.kind === 'company') return sql<SqlBool>`${column('company_id')} = ${ctx.scope.companyId}`
  // A user with a scope of single venues sees imports into those, and their own.
  return sql<SqlBool>`(${column('company_id')} is not distinct from ${companyOf(ctx)}::uuid
    and (${inScope(ctx, `${table}.venue_id`)} or (${column('venue_id')} is null and ${column('created_by')} = ${ctx.actor.id}::uuid)))`
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

/** The dry run is void when the file is read in another way. */
export const draftAgain = (ctx: Ctx, { version }: Batch) =>
  ({
    state: 'draft',
    version: version + 1,
    updatedAt: ctx.clock().toString(),
    counts: null,
    reasons: '{}',
    fields: '{}',
    rowsDone: 0,
    checkedAt: null,
    problem: null,
  }) as const
