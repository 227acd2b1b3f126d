import { type Ask, askOf, type Query } from '#src/features/analytics-questions/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** What is wrong with the question of a body is said beside its place there. */
export const besideQuestion = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, issues]) => [`question.${name}`, issues]))
    throw new Problem(error.code, error.values, fields)
  }
}

/** What a question is about is gone, or out of sight. */
export const notThere: readonly string[] = [
  'venue.not_found',
  'company.not_found',
  'group.not_found',
  'channel.not_found',
  'system.not_found',
]

/** Works the question of a body out. */
export const askQuestion = (ctx: Ctx, question: Query): Promise<Ask> => besideQuestion(() => askOf(ctx, question))
