import { type Ctx, newUnitOfWork } from '../ctx.ts'
import { withOneConnection } from './connect.ts'
import { isRetriedState, violationOf } from './guards.ts'
import { notingWrites } from '../replica/reading-from.ts'
import { flushDeferred } from './deferred.ts'
import type { Db } from './schema.ts'
import { Statement, statement } from './statement.ts'

/** Serialization failure, deadlock, and what two took at once: retried from the start, as are the SQLSTATEs that features name (`guards.ts`). */
const retryable = new Set(['40001', '40P01', '23P01'])
type Refusal = { code?: string; constraint?: string }
export const sqlCodeOf = (error: unknown): string | undefined => (error as Refusal | null)?.code
export const constraintOf = (error: unknown): string | undefined => (error as Refusal | null)?.constraint

/** Also a race of two requests with the same idempotency key: the first one's answer is there by the retry. */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlCodeOf(error) ?? ''
  return retryable.has(state) || isRetriedState(state) || constraintOf(error) === 'idempotency_keys_pkey'
}

/**
 * Runs `work` in one transaction and hands it a ctx bound to it; inside a transaction it joins that one. Callbacks in `unitOfWork.afterCommit` run
 * once, after the commit and only then. `unhurried`: asynchronous commit, see below. Constraint violations are mapped to error codes (`guards.ts`).
 */
export const transaction = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>, { unhurried = false } = {}): Promise<T> => {
  if (ctx.unitOfWork.inTransaction) return work(ctx)
  return notingWrites(ctx, () => repeated(ctx, work, unhurried))
}

const repeated = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>, unhurried: boolean): Promise<T> => {
  const begin = unhurried ? beginUnhurried : 'begin'
  for (let attempt = 1; ; attempt++) {
    const unitOfWork = { ...newUnitOfWork(), inTransaction: true }
    try {
      const result = await withOneConnection(ctx.db, (db) => runOnce({ ...ctx, db, unitOfWork, kept: undefined }, begin, work))
      ctx.unitOfWork.audited.push(...unitOfWork.audited)
      for (const run of unitOfWork.afterCommit) run()
      return result
    } catch (error) {
      if (attempt >= 4 || !isRetryable(error)) throw violationOf(error) ?? error
    }
  }
}

/*
 * `begin` is pipelined with the first statement and `commit` with the last ones. When one of these fails, the database turns the commit that follows
 * into a rollback, and the caller gets the first failure.
 */
const runOnce = async <T>(ctx: Ctx, begin: Begin, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const begun = plain(ctx.db, begin)
  begun.catch(() => undefined)
  try {
    const result = await work(ctx)
    await begun
    await Promise.all([...ctx.unitOfWork.underWay, flushDeferred(ctx), plain(ctx.db, 'commit')])
    return result
  } catch (error) {
    await plain(ctx.db, 'rollback').catch(() => undefined)
    throw await causeOf(ctx, error)
  }
}

/** `in_failed_sql_transaction`: an earlier pipelined statement has failed; the next one only reports that something has. The first error counts. */
const aborted = '25P02'
const causeOf = async ({ unitOfWork }: Ctx, error: unknown): Promise<unknown> => {
  if (sqlCodeOf(error) !== aborted) return error
  const failed = (await Promise.allSettled(unitOfWork.underWay)).find(
    (one) => one.status === 'rejected' && sqlCodeOf(one.reason) !== aborted,
  )
  return failed?.status === 'rejected' ? failed.reason : error
}

/*
 * Asynchronous commit (`synchronous_commit = off`), only for what is reconciled after a crash of the database itself (a crash of the process loses
 * nothing). The last half second may be lost then.
 */
const beginUnhurried = 'begin; set local synchronous_commit = off'
/** The same as part of a transaction's only statement. */
export const asynchronousCommit = statement`select set_config('synchronous_commit', 'off', true)`

type Begin = 'begin' | typeof beginUnhurried
const plain = (db: Db, text: Begin | 'commit' | 'rollback'): Promise<unknown> => new Statement([text], []).execute(db)
