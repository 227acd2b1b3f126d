import type { licences } from '@tablewire/contracts/estate/licences'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listWithListing, listWithMeta, listWithTripadvisor } from './list-installs.ts'
import { listLicences } from './list-licences.ts'
import { readTripadvisorSummary } from './tripadvisor-summary.ts'

export const licencesHandlers: Handlers<typeof licences> = {
  list: (ctx, { query }) => listLicences(ctx, query),
  tripadvisorSummary: (ctx) => readTripadvisorSummary(ctx),
  withTripadvisor: (ctx, { query }) => listWithTripadvisor(ctx, query),
  withMeta: (ctx, { query }) => listWithMeta(ctx, query),
  withListing: (ctx, { query }) => listWithListing(ctx, query),
}
