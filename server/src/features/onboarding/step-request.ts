import type { OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { stopAwaiting } from '#src/features/channels/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { sideOf } from './request-scope.ts'

/** A request waits for somebody else now, or for nobody any more; `from` is null of a new one. */
export const movedJob = defineJob<{ requestId: string; from: OnboardingStatus | null; to: OnboardingStatus }>('onboarding.moved')

/** The restaurant and the ids are there: what is left is between the hub and the channel. */
export const activateJob = defineJob<{ requestId: string }>('onboarding.activate')

/** Who is next hears of it; of the end all sides. `eventId` is the entry of the history. */
export const newsJob = defineJob<{ requestId: string; eventId: string; to: OnboardingStatus; actorId: string | null; at: string }>(
  'onboarding.news',
  10,
)

type Entry = { kind: string; from?: OnboardingStatus | null; to?: OnboardingStatus | null; data?: Record<string, unknown> }

/** One line of the history, which all sides read. In the caller's transaction. */
export const noteHistory = async (ctx: Ctx, requestId: string, { kind, from = null, to = null, data = {} }: Entry): Promise<void> => {
  const { kind: actorKind, id: actorId, name: actorName } = ctx.actor
  const byHub = actorKind === 'system' && actorId === null
  const [eventId, at] = [newId(), ctx.clock().toString()]
  await ctx.db
    .insertInto('onboardingHistory')
    .values({
      id: eventId,
      requestId,
      at,
      actorKind,
      actorId,
      actorName,
      // Who answers by a signed link is the restaurant.
      side: byHub ? 'hub' : actorKind === 'anonymous' ? 'venue' : sideOf(ctx),
      kind,
      fromStatus: from,
      toStatus: to,
      data: JSON.stringify(data),
    })
    .execute()
  if (to === null) return
  await ctx.ports.jobs.enqueue(ctx, newsJob, { requestId, eventId, to, actorId: actorKind === 'user' ? actorId : null, at })
}

type Parties = Pick<OnboardingRecord, 'id' | 'systemId' | 'channelId' | 'venueId'>

/** Open pages of both partners, of the restaurant and of the platform hear of it. In the caller's transaction. */
export const announce = (ctx: Ctx, { id, systemId, channelId, venueId }: Parties, kind: string): Promise<void> =>
  ctx.ports.live.publish(ctx, { type: 'onboarding', venueId, id, kind, parties: { systemId, channelId } })

type Change = Partial<Omit<OnboardingRecord, 'id' | 'version' | 'queueKey' | 'words' | 'statusSince' | 'restaurantWord'>> & {
  restaurantWord?: string | null
}

type Awaiting = Pick<OnboardingRecord, 'id' | 'status' | 'venueId' | 'channelId'>
const awaitsChannel = ({ status, venueId }: Awaiting): boolean => status === 'bc_activation' && venueId !== null
/** Proofs are waited for as long as the request waits for its channel, and of the venue that is meant. */
const followChannel = async (ctx: Ctx, before: Awaiting, after: Awaiting): Promise<void> => {
  const same = before.venueId === after.venueId
  if (awaitsChannel(before) && !(awaitsChannel(after) && same))
    await stopAwaiting(ctx, { venueId: before.venueId!, channelId: before.channelId })
  if (awaitsChannel(after) && !(awaitsChannel(before) && same)) await ctx.ports.jobs.enqueue(ctx, activateJob, { requestId: after.id })
}

/** Writes a change of a request that the caller has locked; a new status is a move, with its place in the history and word to all. */
export const stepRequest = async (
  ctx: Ctx,
  before: OnboardingRecord,
  { change, entry }: { change: Change; entry?: Omit<Entry, 'from' | 'to'> },
): Promise<OnboardingRecord> => {
  const moves = change.status !== undefined && change.status !== before.status
  const after = await ctx.db
    .updateTable('onboardingRequests')
    .set({ ...change, version: before.version + 1, ...(moves ? { statusSince: ctx.clock().toString() } : {}) })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .returningAll()
    .executeTakeFirst()
  if (!after) throw new Problem('onboarding.changed_meanwhile')
  if (entry) await noteHistory(ctx, before.id, { ...entry, ...(moves ? { from: before.status, to: after.status } : {}) })
  // Another restaurant is asked anew, and one that is not here where it can really be reached.
  const another = before.venueId !== after.venueId || (after.venueId === null && before.contactEmail !== after.contactEmail)
  const asksAnother = after.status === 'restaurant_activation' && another
  if (moves || asksAnother) await ctx.ports.jobs.enqueue(ctx, movedJob, { requestId: before.id, from: before.status, to: after.status })
  await followChannel(ctx, before, after)
  await announce(ctx, after, moves ? 'moved' : 'changed')
  return after
}
