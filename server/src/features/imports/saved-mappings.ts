import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { imports } from '@tablewire/contracts/import/import'
import { sql, type SqlBool } from 'kysely'
import { isOfPartner } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { companyOf, kindsOf, notOneOfHis } from './batch-rows.ts'

type Saved = Result<typeof imports.saveMapping>

/** Tenant scope: a company's own, of kinds the caller has permission for; the platform's people have theirs, those of partners none. */
const ours = (ctx: Ctx) =>
  sql<SqlBool>`${!isOfPartner(ctx)} and company_id is not distinct from ${companyOf(ctx)}::uuid and kind = any(${kindsOf(ctx)}::text[])`
const columns = ['id', 'kind', 'name', 'mapping', 'createdAt'] as const

export const listMappings = (ctx: Ctx, { kind }: { kind?: Saved['kind'] | undefined }): Promise<Saved[]> =>
  ctx.db
    .selectFrom('importMappings')
    .select(columns)
    .where(ours(ctx))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy(sql`lower(name)`)
    .limit(500)
    .execute()

/** The same name again replaces what it stood for. */
export const saveMapping = (ctx: Ctx, { kind, name, mapping }: Received<typeof imports.saveMapping>['body']): Promise<Saved> =>
  transaction(ctx, async (inner) => {
    // Partners keep none.
    if (isOfPartner(inner) || !kindsOf(inner).includes(kind)) throw notOneOfHis()
    const before = await inner.db
      .selectFrom('importMappings')
      .selectAll()
      .where(ours(inner))
      .where('kind', '=', kind)
      .where(sql<SqlBool>`lower(name) = lower(${name})`)
      .forUpdate()
      .executeTakeFirst()
    const row = {
      id: before?.id ?? newId(),
      companyId: companyOf(inner),
      kind,
      name,
      mapping: JSON.stringify(mapping),
      createdAt: inner.clock().toString(),
    }
    const saved = await inner.db
      .insertInto('importMappings')
      .values(row)
      .onConflict((clash) => clash.column('id').doUpdateSet({ name, mapping: row.mapping }))
      .returning(columns)
      .executeTakeFirstOrThrow()
    await audit(inner, {
      action: 'import_mapping.saved',
      subject: 'import_mapping',
      subjectId: saved.id,
      before: before ? { name: before.name, mapping: before.mapping } : null,
      after: { name, mapping },
    })
    return saved
  })

export const deleteMapping = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const gone = await inner.db
      .deleteFrom('importMappings')
      .where('id', '=', id)
      .where(ours(inner))
      .returning(['name', 'mapping', 'kind', 'companyId', 'createdAt'])
      .executeTakeFirst()
    if (!gone) throw new Problem('import_mapping.not_found')
    const { name, mapping } = gone
    await keepDeleted(inner, { subject: 'import_mapping', id, kept: gone })
    await audit(inner, { action: 'import_mapping.deleted', subject: 'import_mapping', subjectId: id, before: { name, mapping } })
    return { id }
  })

/** Mappings are a company's own, or those of the platform's people. */
export const mayReviveMapping = (ctx: Ctx, _before: object, companyId: string | null): boolean => companyId === companyOf(ctx)

type KeptMapping = Pick<Saved, 'kind' | 'name' | 'mapping' | 'createdAt'> & { companyId: string | null }

/** For whom it was saved, and under its name, unless another one has that by now. */
export const reviveMapping = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { mapping, ...kept } = await takeDeleted<KeptMapping>(inner, 'import_mapping', id)
    if (isOfPartner(inner) || kept.companyId !== companyOf(inner) || !kindsOf(inner).includes(kept.kind)) throw new Problem('access.denied')
    const taken = await inner.db
      .selectFrom('importMappings')
      .select('id')
      .where(ours(inner))
      .where('kind', '=', kept.kind)
      .where(sql<SqlBool>`lower(name) = lower(${kept.name})`)
      .executeTakeFirst()
    if (taken) throw new Problem('import_mapping.name_taken')
    await inner.db
      .insertInto('importMappings')
      .values({ id, ...kept, mapping: JSON.stringify(mapping) })
      .execute()
    const after = { name: kept.name, mapping }
    await audit(inner, { action: 'import_mapping.saved', subject: 'import_mapping', subjectId: id, after })
  })
