import type { Guards } from '#src/platform/db/guards.ts'

export const replyGuards: Guards = { states: { TW139: 'reply.state_wrong' } }
