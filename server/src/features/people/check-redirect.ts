import { ownOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Answer = { allowed: boolean; url: string | null }
const no: Answer = { allowed: false, url: null }

/**
 * AC3: open redirect guard: after a sign-in only to this host itself or to a brand's own domain. Only the requested URL is confirmed; the domains are
 * not disclosed.
 */
export const checkRedirect = async (ctx: Ctx, { url }: { url: string }): Promise<Answer> => {
  const here = await ownOrigin(ctx)
  const base = here?.origin ?? `http://${ctx.origin.host}`
  // Browsers strip and normalise characters while parsing a URL: the check must use the same parser.
  if (/[\u0000-\u0020\\\u007f]/.test(url) || !URL.canParse(base) || !URL.canParse(url, base)) return no
  const target = new URL(url, base)
  if (target.username || target.password || !/^https?:$/.test(target.protocol)) return no
  if (target.origin === new URL(base).origin) return { allowed: true, url: target.href }
  const there = await ownOrigin(ctx, target.host)
  return there?.origin === target.origin ? { allowed: true, url: target.href } : no
}
