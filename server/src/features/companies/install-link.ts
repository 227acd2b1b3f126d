import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { mayBeCalled } from '#src/platform/net/guard.ts'
import { Problem } from '#src/platform/problem.ts'

/** The platform's own people, who see all of it. */
export const isPlatform = (ctx: Ctx): boolean => ctx.scope.kind === 'all' && requireUser(ctx).companyId === null

/**
 * Where an installation at Meta begins, as it is to be kept; undefined = as it is. Only the platform says so. Partners show it to their
 * restaurants, so it passes where every address passes that people enter, although nobody calls it here.
 */
export const installLink = (ctx: Ctx, given: string | null | undefined, before: string | null): string | null => {
  const link = given === undefined ? before : given || null
  if (link === before) return before
  if (!isPlatform(ctx)) throw new Problem('access.denied')
  if (link !== null && !mayBeCalled(link, { origins: [] }))
    throw new Problem('request.invalid', {}, { fbInstallLink: [{ issue: 'address' }] })
  return link
}
