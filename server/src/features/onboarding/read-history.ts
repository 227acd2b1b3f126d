import { type OnboardingEntry, onboardingEntryKinds } from '@tablewire/contracts/onboarding/onboarding-history'
import type { Ctx } from '#src/platform/ctx.ts'
import { requestInScope } from './request-scope.ts'
import { sheetPhrases } from './sheet-phrases.ts'

/** Far more than a request comes to; nobody reads on beyond. */
const most = 500

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Of what a `provided` entry keeps, the names on both sides, and no more. */
const idsOf = ({ after }: Record<string, unknown>): OnboardingEntry['ids'] => {
  if (typeof after !== 'object' || after === null) return null
  const { rmsVenueId, bookingChannelVenueId } = after as Record<string, unknown>
  return { rmsVenueId: textOf(rmsVenueId), bookingChannelVenueId: textOf(bookingChannelVenueId) }
}

/** ON3: the history, as all sides may read it: what a restaurant said of its people stays with it. */
export const readHistory = async (ctx: Ctx, id: string): Promise<OnboardingEntry[]> => {
  await requestInScope(ctx, id)
  const rows = await ctx.db
    .selectFrom('onboardingHistory')
    .select(['id', 'at', 'actorName', 'side', 'kind', 'fromStatus', 'toStatus', 'data'])
    .where('requestId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ actorName, kind, fromStatus, toStatus, data, ...row }) => ({
    ...row,
    actor: actorName,
    kind: onboardingEntryKinds.find((one) => one === kind) ?? 'other',
    from: fromStatus,
    to: toStatus,
    reason: data['because'] === 'merged' ? sheetPhrases[ctx.lang].ended.merged : textOf(data['reason']),
    ids: idsOf(data),
  }))
}
