import { type Ask, askOf, type Query } from '#src/features/analytics-questions/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** Works the question of a body out; what is wrong with it is said beside its place there. */
export const askQuestion = async (ctx: Ctx, question: Query): Promise<Ask> => {
  try {
    return await askOf(ctx, question)
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, issues]) => [`question.${name}`, issues]))
    throw new Problem(error.code, error.values, fields)
  }
}
