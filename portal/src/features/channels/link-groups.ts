import type { LinkState } from '@tablewire/contracts/channels/channels.rules'

/** What needs doing comes first; within a group the server's order stays. */
export const linkGroups = [
  { id: 'action', states: ['error', 'rejected', 'action_required'] },
  { id: 'waiting', states: ['requested', 'in_review'] },
  { id: 'live', states: ['live'] },
  { id: 'paused', states: ['paused'] },
  { id: 'open', states: ['not_enabled'] },
] as const satisfies readonly { id: string; states: readonly LinkState[] }[]

export const notLive: readonly LinkState[] = ['not_enabled', 'action_required', 'requested', 'in_review', 'paused', 'rejected', 'error']
export const trouble: readonly LinkState[] = ['error', 'rejected', 'action_required']
