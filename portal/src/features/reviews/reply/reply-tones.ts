import type { ReplyState } from '@tablewire/contracts/reviews/reviews'
import type { Tone } from '#src/kit/tones.ts'

export const replyTones: Readonly<Record<ReplyState, Tone>> = {
  draft: 'neutral',
  awaiting: 'warning',
  pending: 'info',
  published: 'success',
  rejected: 'danger',
}
