import type { InsertObject } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { queryDirectly } from './connect.ts'
import { snake } from './names.ts'
import type { Tables } from './schema.ts'

type Table = keyof Tables
export type DeferredRow = { table: string; row: Readonly<Record<string, unknown>> }
export type DeferredStatement = { text: string; values: readonly unknown[] }
/** What a transaction still has to write before its commit. */
export type DeferredWrites = { rows: DeferredRow[]; statements: DeferredStatement[] }
type DeferringCtx = Pick<Ctx, 'db' | 'unitOfWork'>
export type PipelineCtx = Pick<Ctx, 'unitOfWork'>

/** A statement has room for 65,535 values. */
const rowsAtOnce = 500

/**
 * Writes a row that nothing in this transaction reads back: history, audit, messages, kept answers. Each statement costs a round trip and more of
 * the database's time than its row, so all of these go together, in one statement, with the commit. Outside of a transaction: at once.
 */
export const deferInsert = async <T extends Table>(ctx: DeferringCtx, table: T, row: InsertObject<Tables, T>): Promise<void> => {
  const { deferred, inTransaction } = ctx.unitOfWork
  deferred.rows.push({ table, row: row as DeferredRow['row'] })
  if (!inTransaction || deferred.rows.length >= rowsAtOnce) await flushDeferred(ctx)
}

/** The same for a statement of a library that nobody waits for. */
export const deferStatement = async (ctx: DeferringCtx, statement: DeferredStatement): Promise<void> => {
  ctx.unitOfWork.deferred.statements.push(statement)
  if (!ctx.unitOfWork.inTransaction) await flushDeferred(ctx)
}

/**
 * A statement whose result nobody reads before the commit: it runs in its place, leaves in one packet with what is sent next, and when it fails the
 * transaction fails. Outside of a transaction it is waited for.
 */
export const sendPipelined = async ({ unitOfWork }: PipelineCtx, statement: Promise<unknown>): Promise<void> => {
  if (!unitOfWork.inTransaction) return void (await statement)
  statement.catch(() => undefined)
  unitOfWork.underWay.push(statement)
}

/** Sends what is still to be written; the statements leave together, before this returns for the first time. */
export const flushDeferred = async ({ db, unitOfWork }: DeferringCtx): Promise<void> => {
  const rows = unitOfWork.deferred.rows.splice(0)
  const statements = unitOfWork.deferred.statements.splice(0)
  await Promise.all([...(rows.length ? [insertOf(rows)] : []), ...statements].map(({ text, values }) => queryDirectly(db, text, values)))
}

/** One statement for rows of several tables; the text is the same for the same tables, so that its plan is kept. */
export const insertOf = (rows: readonly DeferredRow[]): DeferredStatement => {
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
