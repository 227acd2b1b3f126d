import type { Generated } from 'kysely'
import type { InstantColumn } from '#src/platform/db/schema.ts'

type VenueSlugs = { slug: string; venueId: string; current: Generated<boolean>; madeAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    venueSlugs: VenueSlugs
  }
}
