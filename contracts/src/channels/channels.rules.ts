import { z } from 'zod/mini'

/** CH1. Only `live` is sold. */
export const linkStates = ['not_enabled', 'action_required', 'requested', 'in_review', 'live', 'paused', 'rejected', 'error'] as const
export const LinkState = z.enum(linkStates)
export type LinkState = z.infer<typeof LinkState>

export const linkMoves = ['connect', 'done', 'review', 'approve', 'reject', 'pause', 'resume', 'fail', 'recover', 'disconnect'] as const
export const LinkMove = z.enum(linkMoves)
export type LinkMove = z.infer<typeof LinkMove>

/** Who moves a link: the venue's people, the platform's, the channel with its key, or the hub by itself. */
export const LinkSide = z.enum(['venue', 'admin', 'channel', 'hub'])
export type LinkSide = z.infer<typeof LinkSide>

type Rule = { from: readonly LinkState[]; to: readonly LinkState[]; sides: readonly LinkSide[] }
/** The legal moves; the database holds the same table. What `connect` leads to depends on the channel (`stateAfterConnect`). */
const rules: Record<LinkMove, Rule> = {
  connect: { from: ['not_enabled', 'rejected', 'error'], to: ['live', 'action_required', 'requested'], sides: ['venue', 'admin'] },
  done: { from: ['action_required'], to: ['requested'], sides: ['venue', 'admin'] },
  review: { from: ['action_required', 'requested'], to: ['in_review'], sides: ['admin', 'channel', 'hub'] },
  approve: { from: ['action_required', 'requested', 'in_review', 'rejected'], to: ['live'], sides: ['admin', 'channel', 'hub'] },
  reject: { from: ['action_required', 'requested', 'in_review'], to: ['rejected'], sides: ['admin', 'channel', 'hub'] },
  pause: { from: ['live', 'error'], to: ['paused'], sides: ['venue', 'admin', 'channel'] },
  resume: { from: ['paused'], to: ['live'], sides: ['venue', 'admin'] },
  fail: { from: ['action_required', 'requested', 'in_review', 'live'], to: ['error'], sides: ['channel', 'hub'] },
  recover: { from: ['error'], to: ['live'], sides: ['admin', 'channel', 'hub'] },
  disconnect: {
    from: ['action_required', 'requested', 'in_review', 'live', 'paused', 'rejected', 'error'],
    to: ['not_enabled'],
    sides: ['venue', 'admin', 'channel'],
  },
}

type Step = { move: LinkMove; from: LinkState; to: LinkState; side: LinkSide }
/** Every legal step with its side. */
export const linkSteps: readonly Step[] = linkMoves.flatMap((move) =>
  rules[move].from.flatMap((from) => rules[move].to.flatMap((to) => rules[move].sides.map((side) => ({ move, from, to, side })))),
)

/** The moves a side may make from a state, in the order they are offered. */
export const linkMovesFrom = (from: LinkState, side: LinkSide): LinkMove[] =>
  linkMoves.filter((move) => rules[move].from.includes(from) && rules[move].sides.includes(side))

/** Where a move leads, for all moves but `connect`. */
export const afterLinkMove = (move: Exclude<LinkMove, 'connect'>): LinkState => rules[move].to[0]!

/** Rejecting and failing need a reason that people can read. */
export const linkMoveNeedsReason = (move: LinkMove): boolean => move === 'reject' || move === 'fail'

/** A channel with self subscription sells at once; one with an address of its own wants the venue to go there; any other is asked. */
export const stateAfterConnect = (channel: {
  selfSubscription: boolean
  subscribeUrl: string | null
  connectUrl: string | null
}): LinkState => {
  if (channel.selfSubscription) return 'live'
  return channel.subscribeUrl || channel.connectUrl ? 'action_required' : 'requested'
}

/** What needs somebody's hand comes first. */
export const linkUrgency: readonly LinkState[] = [
  'error',
  'rejected',
  'action_required',
  'requested',
  'in_review',
  'paused',
  'live',
  'not_enabled',
]
