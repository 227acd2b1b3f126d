import type { OnboardingSide } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'

/** Who the caller is to requests: his scope decides, not what a request says. */
export const sideOf = ({ scope }: Ctx): OnboardingSide => {
  if (scope.kind === 'system') return 'rms'
  if (scope.kind === 'channel' || scope.kind === 'channels') return 'bc'
  return scope.kind === 'all' ? 'admin' : 'venue'
}

/** The condition "this request (`r`) is one the caller may know of": a partner's own, a restaurant's own, or every one. */
export const ofOwnRequests = (ctx: Ctx): RawBuilder<SqlBool> => {
  const { scope } = ctx
  if (scope.kind === 'system') return sql<SqlBool>`r.system_id = ${scope.systemId}::uuid`
  if (scope.kind === 'channel') return sql<SqlBool>`r.channel_id = ${scope.channelId}::uuid`
  if (scope.kind === 'channels') return sql<SqlBool>`r.channel_id = any(${[...scope.channelIds]}::uuid[])`
  return inScope(ctx, 'r.venue_id')
}

export type ScopedRequest = OnboardingRecord & { side: OnboardingSide }

/** A request the caller may see, with who he is to it; otherwise `onboarding.not_found`. Locked, others who act on it wait. */
export const requestInScope = async (ctx: Ctx, id: string, { lock = false } = {}): Promise<ScopedRequest> => {
  const { rows } = await sql<OnboardingRecord>`
    select r.* from onboarding_requests r where r.id = ${id} and ${ofOwnRequests(ctx)} ${lock ? sql`for update of r` : sql``}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('onboarding.not_found')
  return { ...rows[0], side: sideOf(ctx) }
}

/** What counts a request up, whoever does it. */
const actions = ['onboarding.updated', 'onboarding.confirmed', 'onboarding.canceled', 'onboarding.rejected']

/** Only whoever has seen the request as it stands changes it; others are told who changed what meanwhile. */
export const requireSeen = (ctx: Ctx, { id, version }: ScopedRequest, seen: number): Promise<void> =>
  refuseStale(ctx, { code: 'onboarding.changed_meanwhile', seen, now: version, subjectId: id, actions })
