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

/** Of what a restaurant said when it confirmed, what it said of itself; entries of before do not know what stood there until then. */
const confirmedOf = (kind: string, { name, address, hours, before }: Record<string, unknown>): OnboardingEntry['confirmed'] => {
  if (kind !== 'confirmed') return null
  const was = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {}
  const said = { name: textOf(name) ?? '', address: textOf(address) ?? '', hours: textOf(hours) ?? '' }
  return { ...said, nameBefore: textOf(was['name']), addressBefore: textOf(was['address']) }
}

/** ON3: the history, as all sides may read it: what a restaurant said of its people stays with it and with who runs the platform. */
export const readHistory = async (ctx: Ctx, id: string): Promise<OnboardingEntry[]> => {
  const { side } = await requestInScope(ctx, id)
  const readsPeople = side === 'venue' || side === 'admin'
  const rows = await ctx.db
    .selectFrom('onboardingHistory')
    .select(['id', 'at', 'actorName', 'side', 'kind', 'fromStatus', 'toStatus', 'data'])
    .where('requestId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const { ended } = sheetPhrases[ctx.lang]
  const isUnwritten = (because: unknown): because is keyof typeof ended => typeof because === 'string' && because in ended
  return rows.map(({ actorName, kind, fromStatus, toStatus, data, ...row }) => ({
    ...row,
    actor: actorName,
    kind: onboardingEntryKinds.find((one) => one === kind) ?? 'other',
    from: fromStatus,
    to: toStatus,
    reason: isUnwritten(data['because']) ? ended[data['because']] : textOf(data['reason']),
    ids: idsOf(data),
    confirmed: confirmedOf(kind, data),
    person: readsPeople && kind.startsWith('access_') ? textOf(data['name']) : null,
  }))
}
