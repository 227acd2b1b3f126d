import type { LinkState } from '@tablewire/contracts/channels/channels.rules'

/** The tone (severity) of a link's state, the same on every page. */
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
