import type { Actor, Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** Notifications are somebody's own. */
export const currentUserOf = (ctx: Ctx): Extract<Actor, { kind: 'user' }> => {
  if (ctx.actor.kind !== 'user') throw new Problem('session.missing')
  return ctx.actor
}
