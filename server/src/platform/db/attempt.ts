import { sql } from 'kysely'
import { type Ctx, newUnitOfWork } from '../ctx.ts'
import { violationOf } from './guards.ts'
import { flushDeferred } from './deferred.ts'
import { isRetryable, transaction } from './transaction.ts'

/** Retries of one statement that lost a race. */
const triesMax = 3

/**
 * A savepoint: one of many steps of a transaction, which may fail alone; then its writes are rolled back and the others stay. Deferred constraints,
 * which the database checks at the commit, are checked here.
 */
export const attempt = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    const inner: Ctx = { ...ctx, unitOfWork: { ...newUnitOfWork(), inTransaction: true } }
    await sql`savepoint step`.execute(ctx.db)
    try {
      const result = await work(inner)
      await Promise.all([...inner.unitOfWork.underWay, flushDeferred(inner)])
      await sql`set constraints all immediate`.execute(ctx.db)
      await sql`set constraints all deferred`.execute(ctx.db)
      await sql`release savepoint step`.execute(ctx.db)
      ctx.unitOfWork.audited.push(...inner.unitOfWork.audited)
      ctx.unitOfWork.afterCommit.push(...inner.unitOfWork.afterCommit)
      return result
    } catch (error) {
      await Promise.allSettled(inner.unitOfWork.underWay)
      await sql`rollback to savepoint step`.execute(ctx.db)
      await sql`release savepoint step`.execute(ctx.db)
      if (tries >= triesMax || !isRetryable(error)) throw violationOf(error) ?? error
    }
  }
}

class TakenBack extends Error {}

/** Dry run: executes the work in a transaction of its own and rolls it back. */
export const rehearse = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  let result: { value: T } | undefined
  try {
    await transaction(ctx, async (inner) => {
      result = { value: await work(inner) }
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return result!.value
}
