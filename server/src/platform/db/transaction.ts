import { type Ctx, newUnitOfWork } from '../ctx.ts'
import { withOneConnection } from './connect.ts'
import { isRetriedState, violationOf } from './guards.ts'
import { flushDeferred } from './deferred.ts'
import type { Db } from './schema.ts'
import { Statement, statement } from './statement.ts'

/** Serialization failure and deadlock: worth deciding again from the start, as are the states that features name (`guards.ts`). */
const retryable = new Set(['40001', '40P01'])
type Refusal = { code?: string; constraint?: string }
export const sqlCodeOf = (error: unknown): string | undefined => (error as Refusal | null)?.code
export const constraintOf = (error: unknown): string | undefined => (error as Refusal | null)?.constraint

/** Also when the same key's first request was through between our look and our lock: its answer is there now. */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlCodeOf(error) ?? ''
  return retryable.has(state) || isRetriedState(state) || constraintOf(error) === 'idempotency_keys_pkey'
}

/**
 * Runs `work` in one transaction and hands it a ctx bound to it; inside a transaction it joins that one.
 * What was put into `unitOfWork.afterCommit` runs once, after the commit and only then. `unhurried`: see below. What a constraint refuses is said in the
 * product's words (`guards.ts`).
 */
export const transaction = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>, { unhurried = false } = {}): Promise<T> => {
  if (ctx.unitOfWork.inTransaction) return work(ctx)
  const begin = unhurried ? beginUnhurried : 'begin'
  for (let attempt = 1; ; attempt++) {
    const unitOfWork = { ...newUnitOfWork(), inTransaction: true }
    try {
      const result = await withOneConnection(ctx.db, (db) => runOnce({ ...ctx, db, unitOfWork }, begin, work))
      ctx.unitOfWork.audited.push(...unitOfWork.audited)
      for (const run of unitOfWork.afterCommit) run()
      return result
    } catch (error) {
      if (attempt >= 4 || !isRetryable(error)) throw violationOf(error) ?? error
    }
  }
}

/*
 * `begin` travels with the first statement and `commit` with the last ones. When one of these fails, the database turns the commit that follows it
 * into a rollback by itself, and the failure is what the caller hears.
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

/** `in_failed_sql_transaction`: what was sent unread before has failed, and whoever asks next only hears that something has. */
const aborted = '25P02'
const causeOf = async ({ unitOfWork }: Ctx, error: unknown): Promise<unknown> => {
  if (sqlCodeOf(error) !== aborted) return error
  const failed = (await Promise.allSettled(unitOfWork.underWay)).find(
    (one) => one.status === 'rejected' && sqlCodeOf(one.reason) !== aborted,
  )
  return failed?.status === 'rejected' ? failed.reason : error
}

/*
 * Without hurry: the commit does not wait for the disk. Only for what is found out again after a crash of the database itself (the crash of a process
 * loses nothing). The last half second may be gone then.
 */
const beginUnhurried = 'begin; set local synchronous_commit = off'
/** The same as a part of the only statement of a transaction. */
export const asynchronousCommit = statement`select set_config('synchronous_commit', 'off', true)`

type Begin = 'begin' | typeof beginUnhurried
const plain = (db: Db, text: Begin | 'commit' | 'rollback'): Promise<unknown> => new Statement([text], []).execute(db)
