import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type SalesLinks = {
  id: string
  venueId: string
  tokenHash: Buffer
  tokenSealed: string | null
  lang: Lang
  recipient: string
  madeBy: string | null
  madeByName: string
  createdAt: InstantColumn
  expiresAt: InstantColumn
  revokedAt: NullableInstant
  views: Generated<number>
  lastViewedAt: NullableInstant
  demoLinkId: string | null
}
type SalesEnquiries = {
  id: string
  linkId: string
  once: string
  name: string
  email: string
  phone: string | null
  message: string
  lang: Lang
  at: InstantColumn
}
type SalesTexts = {
  linkId: string
  lang: Lang
  figuresHash: string
  state: 'asked' | 'written' | 'refused' | 'failed'
  said: string | null
  reason: string | null
  at: InstantColumn
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    salesLinks: SalesLinks
    salesEnquiries: SalesEnquiries
    salesTexts: SalesTexts
  }
}
