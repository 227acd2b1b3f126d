import type { InsertObject } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { askDirectly } from './connect.ts'
import { snake } from './names.ts'
import type { Tables } from './schema.ts'

type Table = keyof Tables
export type LaterRow = { table: string; row: Readonly<Record<string, unknown>> }
export type LaterStatement = { text: string; values: readonly unknown[] }
/** What a transaction still has to write before its commit. */
export type Later = { rows: LaterRow[]; statements: LaterStatement[] }
type LaterCtx = Pick<Ctx, 'db' | 'unitOfWork'>
export type UnreadCtx = Pick<Ctx, 'unitOfWork'>

/** A statement has room for 65,535 values. */
const rowsAtOnce = 500

/**
 * Writes a row that nothing in this transaction reads back: history, audit, messages, kept answers. Each statement costs a round trip and more of
 * the database's time than its row, so all of these go together, in one statement, with the commit. Outside of a transaction: at once.
 */
export const insertLater = async <T extends Table>(ctx: LaterCtx, table: T, row: InsertObject<Tables, T>): Promise<void> => {
  const { later, inTransaction } = ctx.unitOfWork
  later.rows.push({ table, row: row as LaterRow['row'] })
  if (!inTransaction || later.rows.length >= rowsAtOnce) await sendLater(ctx)
}

/** The same for a statement of a library that nobody waits for. */
export const runLater = async (ctx: LaterCtx, statement: LaterStatement): Promise<void> => {
  ctx.unitOfWork.later.statements.push(statement)
  if (!ctx.unitOfWork.inTransaction) await sendLater(ctx)
}

/**
 * A statement whose result nobody reads before the commit: it runs in its place, leaves in one packet with what is sent next, and when it fails the
 * transaction fails. Outside of a transaction it is waited for.
 */
export const sendUnread = async ({ unitOfWork }: UnreadCtx, statement: Promise<unknown>): Promise<void> => {
  if (!unitOfWork.inTransaction) return void (await statement)
  statement.catch(() => undefined)
  unitOfWork.underWay.push(statement)
}

/** Sends what is still to be written; the statements leave together, before this returns for the first time. */
export const sendLater = async ({ db, unitOfWork }: LaterCtx): Promise<void> => {
  const rows = unitOfWork.later.rows.splice(0)
  const statements = unitOfWork.later.statements.splice(0)
  await Promise.all([...(rows.length ? [insertOf(rows)] : []), ...statements].map(({ text, values }) => askDirectly(db, text, values)))
}

/** One statement for rows of several tables; the text is the same for the same tables, so that its plan is kept. */
export const insertOf = (rows: readonly LaterRow[]): LaterStatement => {
  const values: unknown[] = []
  const place = (value: unknown): string => `$${values.push(value ?? null)}`
  const groups = Map.groupBy(rows, ({ table, row }) => `${snake(table)} (${Object.keys(row).map(snake).join(', ')})`)
  const inserts = [...groups].map(([into, group]) => {
    const lists = group.map(({ row }) => `(${Object.values(row).map(place).join(', ')})`)
    return `insert into ${into} values ${lists.join(', ')}`
  })
  const last = inserts.pop()!
  return { text: inserts.length ? `with ${inserts.map((text, n) => `w${n} as (${text})`).join(', ')} ${last}` : last, values }
}
