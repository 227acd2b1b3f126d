import type { Guards } from '#src/platform/db/guards.ts'

export const brandGuards: Guards = {
  constraints: { brand_domains_pkey: { code: 'brand.domain_taken', value: 'domain', others: { brand: '…' } } },
}
