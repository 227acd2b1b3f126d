import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newUnitOfWork } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { type Cell, excelType, rowsMax, writeWorkbook } from '#src/platform/excel/write-workbook.ts'
import { brandOfExport } from './brand-of-export.ts'
import { exportPhrases } from './export-phrases.ts'
import type { ExportRecord } from './export-rows.ts'
import { mailExport } from './mail-export.ts'

/** The table a feature writes, in the language of who asked; `filter` says in words what it was narrowed to. */
export type Sheet = {
  title: string
  columns: readonly { header: string; width: number }[]
  total: number
  rows: AsyncIterable<readonly Cell[]>
  filter: readonly (readonly [label: string, value: string])[]
}
export type SheetMaker = (ctx: Ctx, ask: never, lang: Lang) => Promise<Sheet>

/** A link is good for a week. */
const lifeDays = 7
const progressEvery = 2000

/** Rows as they pass, with the count written down now and then: outside of the transaction that reads, so that others see it. */
const counted = async function* (ctx: Ctx, id: string, rows: Sheet['rows']): AsyncGenerator<readonly Cell[]> {
  let done = 0
  for await (const row of rows) {
    yield row
    if (++done % progressEvery === 0) await ctx.db.updateTable('exports').set({ rowsDone: done }).where('id', '=', id).execute()
  }
}

/** What the file says of itself; the brand first (BR4). */
const aboutOf = async (ctx: Ctx, row: ExportRecord, { filter, total, title, by }: Sheet & { by: string }): Promise<[string, string][]> => {
  const { labels, all } = exportPhrases[row.lang]
  const at = ctx.clock().toString({ smallestUnit: 'second' })
  return [
    [labels.brand, (await brandOfExport(ctx, row)).name],
    [labels.content, title],
    [labels.rows, String(total)],
    [labels.by, by],
    [labels.at, `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`],
    ...(filter.length
      ? filter.map(([label, value]) => [`${labels.filter}: ${label}`, value] as [string, string])
      : [[labels.filter, all] as [string, string]]),
  ]
}

type Asker = { id: string; firstName: string; lastName: string; companyId: string | null }

/** One moment's rows: nothing that changes meanwhile is read twice or left out, and the number of rows is the number counted. */
const write = async (
  ctx: Ctx,
  row: ExportRecord,
  { make, user }: { make: SheetMaker; user: Asker },
): Promise<{ body: Buffer; total: number; title: string }> => {
  const by = `${user.firstName} ${user.lastName}`
  // In the name of who asked: what there is to see may depend on who looks.
  const actor = { kind: 'user', id: user.id, name: by, companyId: user.companyId, sessionId: '' } as const
  return transaction({ ...ctx, actor, scope: row.scope, lang: row.lang, unitOfWork: newUnitOfWork() }, async (inner) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(inner.db)
    const sheet = await make(inner, row.ask as never, row.lang)
    if (sheet.total > rowsMax) throw new Error(`an export of ${sheet.total} rows does not fit into a sheet`)
    await ctx.db.updateTable('exports').set({ rowsTotal: sheet.total }).where('id', '=', row.id).execute()
    const about = { name: exportPhrases[row.lang].about, lines: await aboutOf(ctx, row, { ...sheet, by }) }
    const body = await writeWorkbook({ ...sheet, name: sheet.title, about, rows: counted(ctx, row.id, sheet.rows) })
    return { body, total: sheet.total, title: sheet.title }
  })
}

/** Writes the file that was asked for, in the sight of who asked, and mails the link. What goes wrong is kept as `failed`, for the screen to say. */
export const runExport = async (ctx: Ctx, exportId: string, make: SheetMaker): Promise<void> => {
  const row = await ctx.db
    .updateTable('exports')
    .set({ state: 'running', rowsDone: 0 })
    .where('id', '=', exportId)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  const user =
    row && (await ctx.db.selectFrom('users').selectAll().where('id', '=', row.userId).where('disabledAt', 'is', null).executeTakeFirst())
  if (!row) return
  try {
    if (!user) throw new Error('who asked for this export is disabled')
    const { body, total, title } = await write(ctx, row, { make, user })
    const fileKey = `exports/${row.id}.xlsx`
    await ctx.ports.files.put(fileKey, body, excelType)
    const finishedAt = ctx.clock().toString()
    const expiresAt = ctx
      .clock()
      .add({ hours: 24 * lifeDays })
      .toString()
    await transaction(ctx, async (inner) => {
      const done = { state: 'done' as const, rowsDone: total, bytes: body.length, fileKey, finishedAt, expiresAt }
      await inner.db.updateTable('exports').set(done).where('id', '=', row.id).execute()
      await mailExport(inner, { exportId: row.id, title })
    })
  } catch (error) {
    ctx.log.error({ err: error, exportId }, 'export failed')
    await ctx.db.updateTable('exports').set({ state: 'failed', finishedAt: ctx.clock().toString() }).where('id', '=', exportId).execute()
  }
}
