import { sql } from 'kysely'
import { type Ctx, newTrail } from '../ctx.ts'
import { overConnection } from './connect.ts'
import { sendLater } from './later.ts'
import type { Db } from './schema.ts'

/**
 * Worth deciding again from the start: serialization failure and deadlock, and our own TW002–TW006,
 * which say that what the decision was built on has changed between reading and writing (migrations 0003 and 0015).
 */
const retryable = new Set(['40001', '40P01', 'TW002', 'TW003', 'TW004', 'TW005', 'TW006'])
type Refusal = { code?: string; constraint?: string }
export const sqlCodeOf = (error: unknown): string | undefined => (error as Refusal | null)?.code

/** Also when the same key's first request was through between our look and our lock: its answer is there now. */
const worthAgain = (error: unknown): boolean =>
  retryable.has(sqlCodeOf(error) ?? '') || (error as Refusal | null)?.constraint === 'idempotency_keys_pkey'

/**
 * Runs `work` in one transaction and hands it a ctx bound to it; inside a transaction it joins that one.
 * What was put into `trail.afterCommit` runs once, after the commit and only then.
 */
export const transaction = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  if (ctx.trail.inTransaction) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    const trail = { ...newTrail(), inTransaction: true }
    try {
      const result = await ctx.db
        .getExecutor()
        .provideConnection((connection) => runOnce({ ...ctx, db: overConnection(ctx.db, connection), trail }, work))
      ctx.trail.audited.push(...trail.audited)
      for (const run of trail.afterCommit) run()
      return result
    } catch (error) {
      if (attempt >= 4 || !worthAgain(error)) throw error
    }
  }
}

/*
 * `begin` travels with the first statement and `commit` with the last ones. When one of these fails, the database turns the commit that follows it
 * into a rollback by itself, and the failure is what the caller hears.
 */
const runOnce = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const begun = plain(ctx.db, 'begin')
  begun.catch(() => undefined)
  try {
    const result = await work(ctx)
    await begun
    await Promise.all([...ctx.trail.underWay, sendLater(ctx), plain(ctx.db, 'commit')])
    return result
  } catch (error) {
    await plain(ctx.db, 'rollback').catch(() => undefined)
    throw await causeOf(ctx, error)
  }
}

/** `in_failed_sql_transaction`: what was sent unread before has failed, and whoever asks next only hears that something has. */
const aborted = '25P02'
const causeOf = async ({ trail }: Ctx, error: unknown): Promise<unknown> => {
  if (sqlCodeOf(error) !== aborted) return error
  const failed = (await Promise.allSettled(trail.underWay)).find((one) => one.status === 'rejected' && sqlCodeOf(one.reason) !== aborted)
  return failed?.status === 'rejected' ? failed.reason : error
}

/**
 * Run within a transaction, also as a part of its only statement: its commit does not wait for the disk. Only for what is found out again after a
 * crash of the database itself (the crash of a process loses nothing). The last half second may be gone then.
 */
export const unhurriedCommit = sql`select set_config('synchronous_commit', 'off', true)`
export const unhurried = async ({ db }: Pick<Ctx, 'db'>): Promise<void> => void (await unhurriedCommit.execute(db))

const plain = (db: Db, text: 'begin' | 'commit' | 'rollback'): Promise<unknown> => sql.raw(text).execute(db)
