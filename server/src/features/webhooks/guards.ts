import type { Guards } from '#src/platform/db/guards.ts'

export const webhookGuards: Guards = {
  constraints: { webhook_endpoints_url: { code: 'webhook.address_taken', field: 'url', issue: 'webhook.address_taken' } },
}
