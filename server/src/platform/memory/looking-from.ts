import type { Ctx } from '../ctx.ts'

/** The same caller, answered from memory where that is possible; within a transaction, which sees what it has written itself, the database is asked. */
export const lookingFrom = async (ctx: Ctx): Promise<Ctx> =>
  ctx.unitOfWork.inTransaction || ctx.kept ? ctx : { ...ctx, kept: await ctx.ports.memory.current(ctx.db) }
