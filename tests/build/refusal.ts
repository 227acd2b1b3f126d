import { asProblem } from '@tablewire/server/platform/http/errors'

/** The error code with which the work ends for whoever called, or `done`. What no caller may read is thrown on. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      const problem = asProblem(error)
      if (!problem) throw error
      return problem.code
    },
  )
