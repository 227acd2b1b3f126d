import type { RuleName, Verdict } from '@tablewire/contracts/availability'
import type { ErrorCode } from '@tablewire/contracts/problem'
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
  channel_covers: 'slot.taken',
  area_capacity: 'slot.taken',
}

/** The refusal that stands for a rule's verdict. */
export const refusalBy = ({ rule, limit }: Pick<Verdict, 'rule' | 'limit'>, coversLeft: number | null): Problem =>
  new Problem(refusals[rule] ?? 'slot.closed', { left: coversLeft ?? 0, limit: limit ?? 0, reason: `rule.${rule}` })
