import type { RuleName, Verdict } from '@tablewire/contracts/booking/availability'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { Problem } from '#src/platform/problem.ts'
import type { Asker } from './evaluate.ts'

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
  tables: 'slot.taken',
}

const ofHouse: ReadonlySet<unknown> = new Set(['rule.venue_inactive', 'rule.channel_paused'])
/** What a guest is told of a refused place: the house takes no bookings here for now, one of its rules closes that start, or somebody was faster. */
export const refusalKind = ({ code, values }: Problem): 'house' | 'rule' | 'taken' => {
  if (ofHouse.has(values['reason'])) return 'house'
  return /^slot\.(closed|past|too_soon|too_far)$|^party\./.test(code) ? 'rule' : 'taken'
}

type Refused = Pick<Verdict, 'rule' | 'limit' | 'used' | 'opens'>
type RefusedPlacement = {
  partySize: number
  asker: Asker
  /** By the clock of the venue. */
  time: string
  /** An empty house has no table for such a party either. */
  neverSeated?: boolean
}

/**
 * More than there is room for, whoever came before: nobody was faster. A channel offered the start to its guest a moment ago, so for it that only holds
 * of a party that an empty house could not seat; who books in the house is told so as well where a smaller party would find its place.
 */
const isTooMany = ({ rule, limit, opens }: Refused, { partySize, asker, neverSeated = false }: RefusedPlacement): boolean =>
  (rule === 'tables' && neverSeated) ||
  ((rule === 'pacing_covers' || rule === 'area_capacity') &&
    ((limit !== null && limit > 0 && partySize > limit) || (asker === 'staff' && opens.by === 'smaller_party')))

/** The refusal that stands for a rule's verdict. */
export const refusalBy = (refused: Refused, wanted: RefusedPlacement, coversLeft: number | null): Problem => {
  const { rule, limit, used } = refused
  // A channel offered the start a moment ago: somebody was faster. Who books in the house may never have seen a table free.
  if (rule === 'tables' && wanted.asker === 'staff')
    return new Problem('slot.no_table', { count: wanted.partySize, time: wanted.time, left: limit ?? 0, reason: `rule.${rule}` })
  // What is left for the channel is not what is left in the house.
  const left = rule === 'channel_covers' ? Math.max(0, (limit ?? 0) - (used ?? 0)) : (coversLeft ?? 0)
  const code = isTooMany(refused, wanted) ? 'slot.too_small' : (refusals[rule] ?? 'slot.closed')
  return new Problem(code, { left, limit: limit ?? 0, reason: `rule.${rule}` })
}
