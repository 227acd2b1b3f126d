import type { RuleName, Verdict } from '@tablewire/contracts/booking/availability'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { Problem } from '#src/platform/problem.ts'

const refusals: Partial<Record<RuleName, ErrorCode>> = {
  party_min: 'party.too_small',
  party_max: 'party.too_large',
  past: 'slot.past',
  notice: 'slot.too_soon',
  cut_off: 'slot.too_soon',
  horizon: 'slot.too_far',
  pacing_covers: 'slot.taken',
  pacing_parties: 'slot.taken',
  pressure_release: 'slot.taken',
  channel_covers: 'channel.covers_used',
  area_capacity: 'slot.taken',
}

/** The refusal that stands for a rule's verdict. */
export const refusalBy = ({ rule, limit, used }: Pick<Verdict, 'rule' | 'limit' | 'used'>, coversLeft: number | null): Problem => {
  // What is left for the channel is not what is left in the house.
  const left = rule === 'channel_covers' ? Math.max(0, (limit ?? 0) - (used ?? 0)) : (coversLeft ?? 0)
  return new Problem(refusals[rule] ?? 'slot.closed', { left, limit: limit ?? 0, reason: `rule.${rule}` })
}
