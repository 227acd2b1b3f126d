import type { bcListings, listingCopies } from '@tablewire/contracts/listing/copies'
import { pagePathOf } from '#src/features/venue-pages/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { askChannel } from './ask-channels.ts'
import { copiesOf, listDifferences } from './list-copies.ts'
import { probeOne } from './probe-sites.ts'
import { reportCopy } from './report-copy.ts'
import { resolveDifferences } from './resolve-differences.ts'
import { setSite } from './set-site.ts'
import { listChanges, tellTruth } from './tell-truth.ts'

export const bcListingsHandlers: Handlers<typeof bcListings> = {
  get: (ctx, { params }) => tellTruth(ctx, params.id),
  report: (ctx, input) => reportCopy(ctx, input),
  changes: (ctx, { query }) => listChanges(ctx, query),
  site: (ctx, { body }) => setSite(ctx, body.readUrl),
}

export const listingCopiesHandlers: Handlers<typeof listingCopies> = {
  differences: (ctx, { query }) => listDifferences(ctx, query),
  resolve: (ctx, { body }) => resolveDifferences(ctx, body),
  list: async (ctx, { params }) => {
    const { truth, copies } = await copiesOf(ctx, params.id)
    return {
      venueId: params.id,
      venueName: truth.listing.name,
      enabled: truth.enabled,
      ownHours: truth.ownHours,
      page: truth.enabled ? await pagePathOf(ctx, params.id) : null,
      copies,
    }
  },
  ask: (ctx, { params }) => askChannel(ctx, { venueId: params.id, channelId: params.channelId }),
  probe: (ctx, { params }) => probeOne(ctx, { venueId: params.id, channelId: params.channelId }),
}
