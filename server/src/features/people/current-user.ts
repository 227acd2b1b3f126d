import type { Actor, Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** The signed-in user of calls that are about that user. */
export const requireUser = (ctx: Ctx): Extract<Actor, { kind: 'user' }> => {
  if (ctx.actor.kind !== 'user') throw new Problem('session.missing')
  return ctx.actor
}

/** For what only the users themselves may change: refused while acting (AC8). */
export const requireNotActing = (ctx: Ctx): Extract<Actor, { kind: 'user' }> => {
  const actor = requireUser(ctx)
  if (actor.actedBy) throw new Problem('acting.forbidden')
  return actor
}
