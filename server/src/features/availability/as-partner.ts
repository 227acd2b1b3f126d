import type { DayAvailability, RuleName, Slot, Verdict } from '@tablewire/contracts/booking/availability'
import type { availability } from '@tablewire/contracts/estate/venues'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { channelOf } from '#src/features/channels/api.ts'
import { isOfChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Asker } from './evaluate.ts'

type Query = Pick<Received<typeof availability.day>['query'], 'as' | 'channelId'>

/** The only channel somebody of a channel can mean without naming it; of several each has terms of its own. */
const ownChannel = ({ scope }: Ctx): string | undefined => (scope.kind === 'channel' ? scope.channelId : undefined)

/**
 * As whom the caller may ask. The people of a channel ask as their channel and never as the house; what other channels have agreed on with the
 * platform is not for those of a reservation system.
 */
export const askerOf = async (ctx: Ctx, { as = 'staff', channelId }: Query): Promise<{ asker: Asker; channelId?: string }> => {
  if (channelId !== undefined && ctx.scope.kind === 'system') throw new Problem('channel.not_found')
  const channel = channelId ?? ownChannel(ctx)
  if (channel === undefined) return { asker: isOfChannels(ctx) ? 'channel' : as }
  await channelOf(ctx, channel)
  return { asker: 'channel', channelId: channel }
}

/** Rules that say nothing of other guests: what the house asks of every channel, and what the channel's own terms say. */
const shownRules: ReadonlySet<RuleName> = new Set(['party_min', 'party_max', 'notice', 'cut_off', 'horizon', 'channel_covers'])

export const veiledVerdict = (verdict: Verdict): Verdict => {
  if (shownRules.has(verdict.rule)) return verdict
  const { covers: _covers, parties: _parties, ...opens } = verdict.opens
  return { ...verdict, limit: null, used: null, opens }
}

/** A channel learns whether a party of that size fits, as it does by asking with its key, and not how full the house is. */
export const redactedDay = (day: DayAvailability): DayAvailability => {
  const atMost = (left: number): number => Math.min(left, day.partySize)
  const closed = ({ closedBy }: Pick<Slot, 'closedBy'>) => (closedBy ? { closedBy: closedBy.map(veiledVerdict) } : {})
  return {
    ...day,
    ...closed(day),
    slots: day.slots.map((slot) => ({
      ...slot,
      ...closed(slot),
      coversLeft: slot.coversLeft === null ? null : atMost(slot.coversLeft),
      areas: slot.areas.map(({ areaId, coversLeft }) => ({ areaId, coversLeft: atMost(coversLeft) })),
    })),
  }
}
