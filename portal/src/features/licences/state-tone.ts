import type { Licence } from '@tablewire/contracts/licences'
import type { Tone } from '#src/kit/tones.ts'

export const stateTone: Record<Licence['channels'][number]['state'], Tone> = {
  not_enabled: 'neutral',
  action_required: 'warning',
  requested: 'info',
  in_review: 'info',
  live: 'success',
  paused: 'neutral',
  rejected: 'danger',
  error: 'danger',
}
