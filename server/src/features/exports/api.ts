import type { Export } from '@tablewire/contracts/operations/exports'
import { linkOrigin } from '#src/features/factors/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type { Job } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import { exportView } from './export-view.ts'

export { openExport } from './open-export.ts'
export { runExport, type Sheet } from './run-export.ts'

const atOnceMax = 3
/** Deferred than this nothing is being written any more, whatever the row says. */
const longestMinutes = 30

/** What a job of another feature is given: it writes the file with `runExport`. */
export type ExportData = { exportId: string }

/** Takes an order for a file; who asks while too many are under way waits. `ask` is the filter as the feature understands it. */
export const requestExport = async (ctx: Ctx, { kind, ask, job }: { kind: string; ask: object; job: Job<ExportData> }): Promise<Export> => {
  const { id: userId, actedBy } = requireUser(ctx)
  const origin = await linkOrigin(ctx)
  return transaction(ctx, async (inner) => {
    // Two clicks at the same moment are counted one after the other.
    await inner.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const open = await inner.db
      .selectFrom('exports')
      .select('id')
      .where('userId', '=', userId)
      .where('state', 'in', ['waiting', 'running'])
      .where('createdAt', '>', inner.clock().subtract({ minutes: longestMinutes }).toString())
      .execute()
    if (open.length >= atOnceMax) throw new Problem('export.too_many', { limit: atOnceMax, seconds: 30 })
    const row = await inner.db
      .insertInto('exports')
      .values({
        id: newId(),
        userId,
        mailToId: actedBy?.id ?? userId,
        kind,
        ask: JSON.stringify(ask),
        scope: JSON.stringify(inner.scope),
        lang: inner.lang,
        origin,
        host: inner.origin.host,
        createdAt: inner.clock().toString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(inner, { action: 'export.requested', subject: 'export', subjectId: row.id, after: { kind, ask } })
    await inner.ports.jobs.enqueue(inner, job, { exportId: row.id })
    return exportView(inner, row)
  })
}
