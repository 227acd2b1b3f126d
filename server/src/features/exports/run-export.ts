import type { Ability } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { rightsNow } from '#src/features/people/api.ts'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import { newUnitOfWork } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { csvType, writeCsv } from '#src/platform/excel/write-csv.ts'
import { type Cell, excelType, rowsMax, type Table, writeWorkbook } from '#src/platform/excel/write-workbook.ts'
import { readLagging } from '#src/platform/replica/reading-from.ts'
import { colonOf } from '#src/platform/phrases.ts'
import { Problem } from '#src/platform/problem.ts'
import { brandOfExport } from './brand-of-export.ts'
import { exportPhrases } from './export-phrases.ts'
import type { ExportRecord } from './export-rows.ts'
import { stillInSight, stillMay } from './export-sight.ts'
import { mailExport } from './mail-export.ts'

type Filter = readonly (readonly [label: string, value: string])[]
/** The table a feature writes, in the language of who asked; `filter` says in words what it was narrowed to. */
export type Sheet = {
  title: string
  columns: readonly { header: string; width: number }[]
  total: number
  rows: AsyncIterable<readonly Cell[]>
  filter: Filter
}
/** Several tables in one file; of a text file the first is all there is. `total`: rows of the list that is in it; null = it holds figures alone. */
export type Book = { title: string; tables: readonly Table[]; total: number | null; filter: Filter }
export type SheetMaker = (ctx: Ctx, ask: never, lang: Lang) => Promise<Sheet | Book>
/** What comes of a file that was written, in the transaction that says so. */
type Finish = (ctx: Ctx, done: { exportId: string; title: string }) => Promise<void>

const bookOf = (made: Sheet | Book): Book =>
  'tables' in made
    ? made
    : { title: made.title, total: made.total, filter: made.filter, tables: [{ name: made.title, columns: made.columns, rows: made.rows }] }

/** A link is good for a week. */
const lifeDays = 7
const progressEvery = 2000

/** Rows as they pass, with the count written down now and then: outside of the transaction that reads, so that others see it. */
const counted = async function* (ctx: Ctx, id: string, rows: Table['rows']): AsyncGenerator<readonly Cell[]> {
  let done = 0
  for await (const row of rows) {
    yield row
    if (++done % progressEvery === 0) await ctx.db.updateTable('exports').set({ rowsDone: done }).where('id', '=', id).execute()
  }
}

const momentOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/** What the file says of itself; the brand first (BR4). */
const aboutOf = async (
  ctx: Ctx,
  row: ExportRecord,
  { filter, total, title, by, asOf }: Book & { by: string; asOf: string | null },
): Promise<[string, string][]> => {
  const { labels, all } = exportPhrases[row.lang]
  return [
    [labels.brand, (await brandOfExport(ctx, row)).name],
    [labels.content, title],
    ...(total === null ? [] : [[labels.rows, String(total)] as [string, string]]),
    [labels.by, by],
    [labels.at, momentOf(ctx.clock().toString({ smallestUnit: 'second' }))],
    ...(asOf === null ? [] : [[labels.asOf, momentOf(asOf)] as [string, string]]),
    ...(filter.length
      ? filter.map(([label, value]) => [`${labels.filter}${colonOf(row.lang)} ${label}`, value] as [string, string])
      : [[labels.filter, all] as [string, string]]),
  ]
}

type Asker = { id: string; firstName: string; lastName: string; companyId: string | null; ability: Ability; scope: VenueScope }

/** Who asked, if he still may do anything at all: what the file holds goes by his rights of this moment. */
const askerOf = async (ctx: Ctx, { userId, mailToId }: ExportRecord): Promise<Asker | undefined> => {
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  const rights = await rightsNow(ctx.db, { id: userId, actedById: mailToId === userId ? null : mailToId })
  return user && rights && { ...user, ability: rights.ability, scope: rights.scope }
}

/** What he saw when he ordered it and sees now: he may have been moved, and the right may be gone. */
const sightOf = async (db: Ctx['db'], row: ExportRecord, user: Asker): Promise<VenueScope> => {
  if (!stillMay(row, user)) throw new Problem('access.denied')
  const scope = await stillInSight(db, row, user)
  if (!scope) throw new Problem('venue.not_found')
  return scope
}

const gone = ['venue.not_found', 'company.not_found', 'group.not_found', 'channel.not_found', 'system.not_found']
/** Of what went wrong that which its orderer can understand, and ask for. */
const reasonOf = (error: unknown): ExportRecord['failedFor'] => {
  if (!(error instanceof Problem)) return null
  if (error.code === 'access.denied') return 'right_lost'
  return gone.includes(error.code) ? 'sight_lost' : null
}

/** One moment's rows: nothing that changes meanwhile is read twice or left out, and the number of rows is the number counted. */
const write = async (ctx: Ctx, row: ExportRecord, { make, user }: Order): Promise<Written> => {
  const { ability, scope } = user
  const by = `${user.firstName} ${user.lastName}`
  // In the name of who asked: what there is to see may depend on who looks.
  const actor = { kind: 'user', id: user.id, name: by, companyId: user.companyId, sessionId: '' } as const
  const asker = { ...ctx, actor, ability, scope, lang: row.lang, unitOfWork: newUnitOfWork() }
  const { value } = await readLagging(asker, (reader) => writeFrom(reader, ctx, { row, make, by }))
  return value
}

type Order = { make: SheetMaker; user: Asker }
type Written = { body: Buffer; total: number | null; title: string; asOf: string | null }
/** Younger rows count as those of now. */
const quietMs = 5000

/** `reader` sees what is written into the file; `ctx` notes how far it is. */
const writeFrom = (reader: Ctx, ctx: Ctx, { row, make, by }: { row: ExportRecord; make: SheetMaker; by: string }): Promise<Written> => {
  const isOld = reader.asOf !== undefined && ctx.clock().epochMilliseconds - Date.parse(reader.asOf) > quietMs
  const asOf = isOld ? reader.asOf! : null
  return transaction({ ...reader, unitOfWork: { ...newUnitOfWork(), writesNoted: true } }, async (inner) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(inner.db)
    const book = bookOf(await make(inner, row.ask as never, row.lang))
    const { total, title } = book
    if (total !== null && total > rowsMax) throw new Error(`an export of ${total} rows does not fit into a sheet`)
    await ctx.db.updateTable('exports').set({ rowsTotal: total }).where('id', '=', row.id).execute()
    const tables = book.tables.map((table) => ({ ...table, rows: counted(ctx, row.id, table.rows) }))
    if (row.format === 'csv') return { body: await writeCsv(tables[0]!), total, title, asOf }
    const about = {
      name: exportPhrases[row.lang].about,
      columns: [{ width: 34 }, { width: 60 }],
      rows: await aboutOf(ctx, row, { ...book, by, asOf }),
    }
    return { body: await writeWorkbook([...tables, about]), total, title, asOf }
  })
}

/** Writes the file that was asked for, in the sight of who asked, and mails the link, unless `finish` does something else with it. What goes wrong is kept as `failed`, for the screen to say. */
export const runExport = async (ctx: Ctx, exportId: string, how: SheetMaker | { make: SheetMaker; finish: Finish }): Promise<void> => {
  const { make, finish } = typeof how === 'function' ? { make: how, finish: mailExport } : how
  const row = await ctx.db
    .updateTable('exports')
    .set({ state: 'running', rowsDone: 0 })
    .where('id', '=', exportId)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  try {
    const user = await askerOf(ctx, row)
    if (!user) throw new Error('who asked for this export is disabled')
    const scope = await sightOf(ctx.db, row, user)
    const { body, total, title, asOf } = await write(ctx, row, { make, user: { ...user, scope } })
    const fileKey = `exports/${row.id}.${row.format}`
    await ctx.ports.files.put(fileKey, body, row.format === 'csv' ? csvType : excelType)
    const finishedAt = ctx.clock().toString()
    const expiresAt = ctx
      .clock()
      .add({ hours: 24 * lifeDays })
      .toString()
    await transaction(ctx, async (inner) => {
      const done = {
        state: 'done' as const,
        scope: JSON.stringify(scope),
        rowsDone: total ?? 0,
        bytes: body.length,
        fileKey,
        asOf,
        finishedAt,
        expiresAt,
      }
      await inner.db.updateTable('exports').set(done).where('id', '=', row.id).execute()
      await finish(inner, { exportId: row.id, title })
    })
  } catch (error) {
    ctx.log.error({ err: error, exportId }, 'export failed')
    await ctx.db
      .updateTable('exports')
      .set({ state: 'failed', failedFor: reasonOf(error), finishedAt: ctx.clock().toString() })
      .where('id', '=', exportId)
      .execute()
  }
}
