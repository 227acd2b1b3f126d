import type { Guards } from '#src/platform/db/guards.ts'

export const textPortGuards: Guards = { states: {}, constraints: { text_gateways_owner: { code: 'text_gateway.taken' } } }
