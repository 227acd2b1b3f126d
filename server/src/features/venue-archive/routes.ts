import type { venueArchive } from '@tablewire/contracts/estate/venue-archive'
import type { Handlers } from '#src/platform/http/mount.ts'
import { archiveVenue, restoreVenue } from './archive-venue.ts'

export const venueArchiveHandlers: Handlers<typeof venueArchive> = {
  archive: (ctx, input) => archiveVenue(ctx, input),
  restore: (ctx, { params }) => restoreVenue(ctx, params.id, { apart: true }),
}
