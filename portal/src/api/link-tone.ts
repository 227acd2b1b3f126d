import type { LinkState } from '@tablewire/contracts/channels/channels.rules'

/** How serious it is where a venue stands with a channel: the tone it has in every room. */
export const linkTone = {
  not_enabled: 'neutral',
  action_required: 'warning',
  requested: 'info',
  in_review: 'violet',
  live: 'success',
  paused: 'neutral',
  rejected: 'danger',
  error: 'danger',
} as const satisfies Record<LinkState, string>
