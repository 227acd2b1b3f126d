import type { Export } from '@tablewire/contracts/operations/exports'
import { linkOrigin } from '#src/features/factors/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type { Job } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ExportRecord, Needs } from './export-rows.ts'
import { exportView, linkOf } from './export-view.ts'

export { openExport } from './open-export.ts'
export { type Book, runExport, type Sheet } from './run-export.ts'

const atOnceMax = 3
/** Deferred than this nothing is being written any more, whatever the row says. */
const longestMinutes = 30

/** What a job of another feature is given: it writes the file with `runExport`. */
export type ExportData = { exportId: string }

/** `needs`: the rights by which it is ordered and read, asked again when it is written and whenever it is opened. */
type Order = { kind: string; ask: object; format?: Export['format']; needs: Needs }
type ExportRequest = Order & Pick<ExportRecord, 'userId' | 'mailToId' | 'lang' | 'origin' | 'host' | 'scope'>

const insertExport = (ctx: Ctx, { ask, scope, needs, ...order }: ExportRequest): Promise<ExportRecord> =>
  ctx.db
    .insertInto('exports')
    .values({
      id: newId(),
      ...order,
      ask: JSON.stringify(ask),
      scope: JSON.stringify(scope),
      needs: JSON.stringify(needs),
      failedFor: null,
      createdAt: ctx.clock().toString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A file that nobody asks for just now: whoever has a plan for it writes it with `runExport` himself. */
export const planExport = async (ctx: Ctx, asked: Omit<ExportRequest, 'mailToId'>): Promise<string> =>
  (await insertExport(ctx, { ...asked, mailToId: asked.userId })).id

/** Whoever wanted to write it stopped: nothing comes of it. */
export const giveUpExport = async (ctx: Ctx, id: string): Promise<void> => {
  const failed = { state: 'failed', finishedAt: ctx.clock().toString() } as const
  await ctx.db.updateTable('exports').set(failed).where('id', '=', id).where('state', 'in', ['waiting', 'running']).execute()
}

/** The signed path of a file that is there, and until when it is good. */
export const linkOfExport = async (ctx: Ctx, id: string): Promise<{ link: string; expiresAt: string } | undefined> => {
  const row = await ctx.db.selectFrom('exports').select('expiresAt').where('id', '=', id).where('state', '=', 'done').executeTakeFirst()
  return row?.expiresAt ? { link: linkOf(ctx, { id, expiresAt: row.expiresAt }), expiresAt: row.expiresAt } : undefined
}

/** Takes an order for a file; who asks while too many are under way waits. `ask` is the filter as the feature understands it. */
export const requestExport = async (ctx: Ctx, { job, ...order }: Order & { job: Job<ExportData> }): Promise<Export> => {
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
    const { lang, scope } = inner
    const row = await insertExport(inner, {
      ...order,
      userId,
      mailToId: actedBy?.id ?? userId,
      lang,
      scope,
      origin,
      host: inner.origin.host,
    })
    const { kind, ask } = order
    await audit(inner, { action: 'export.requested', subject: 'export', subjectId: row.id, after: { kind, ask } })
    await inner.ports.jobs.enqueue(inner, job, { exportId: row.id })
    return exportView(inner, row, false)
  })
}
