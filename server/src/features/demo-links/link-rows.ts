import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated, Selectable } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type DemoLinks = {
  id: string
  email: string | null
  lang: Lang
  brandId: string | null
  venueId: string | null
  tokenHash: Buffer
  turn: Generated<number>
  generatedBy: string | null
  generatedByName: string
  createdAt: InstantColumn
  sentAt: NullableInstant
  timesSent: Generated<number>
  expiresAt: InstantColumn
  revokedAt: NullableInstant
  openedAt: NullableInstant
  tenantId: string | null
  tenantEndsAt: NullableInstant
  /** When whoever made it was told that it was used. */
  toldAt: NullableInstant
}
export type DemoLinkRecord = Selectable<DemoLinks>

type DemoVisits = { linkId: string; page: string; times: Generated<number>; firstAt: InstantColumn; lastAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    demoLinks: DemoLinks
    demoVisits: DemoVisits
  }
}
