import type { InsertObject } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { queryDirectly } from './connect.ts'
import { snake } from './names.ts'
import type { DeferredRow, DeferredStatement, Tables } from './schema.ts'

type Table = keyof Tables
type DeferringCtx = Pick<Ctx, 'db' | 'unitOfWork'>
export type PipelineCtx = Pick<Ctx, 'unitOfWork'>

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 500

/**
 * Defers the insert of a row that nothing in this transaction reads back (history, audit, messages, stored answers). Each statement costs a round
 * trip, so all deferred rows go in one statement before the commit. Outside of a transaction: at once.
 */
export const deferInsert = async <T extends Table>(ctx: DeferringCtx, table: T, row: InsertObject<Tables, T>): Promise<void> => {
  const { deferred, inTransaction } = ctx.unitOfWork
  deferred.rows.push({ table, row: row as DeferredRow['row'] })
  if (!inTransaction || deferred.rows.length >= rowsAtOnce) await flushDeferred(ctx)
}

/** The same for a library's statement whose result is not awaited. */
export const deferStatement = async (ctx: DeferringCtx, statement: DeferredStatement): Promise<void> => {
  ctx.unitOfWork.deferred.statements.push(statement)
  if (!ctx.unitOfWork.inTransaction) await flushDeferred(ctx)
}

/**
 * A pipelined statement, whose result is not read before the commit: it runs in order, shares a packet with what is sent next, and its failure fails
 * the transaction. Outside of a transaction it is awaited.
 */
export const sendPipelined = async ({ unitOfWork }: PipelineCtx, statement: Promise<unknown>): Promise<void> => {
  if (!unitOfWork.inTransaction) return void (await statement)
  statement.catch(() => undefined)
  unitOfWork.underWay.push(statement)
}

/** Flushes the deferred rows; the statements are sent before this first yields. */
export const flushDeferred = async ({ db, unitOfWork }: DeferringCtx): Promise<void> => {
  const rows = unitOfWork.deferred.rows.splice(0)
  const statements = unitOfWork.deferred.statements.splice(0)
  await Promise.all([...(rows.length ? [insertOf(rows)] : []), ...statements].map(({ text, values }) => queryDirectly(db, text, values)))
}

/** One statement for rows of several tables; the text depends on the tables alone, so that it can be a prepared statement. */
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
