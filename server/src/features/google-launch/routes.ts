import type { googleLaunch } from '@tablewire/contracts/google/google-launch'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listDrifts } from './list-drifts.ts'
import { listMerchants } from './list-merchants.ts'
import { readLaunch } from './read-launch.ts'
import { readOffered } from './read-offered.ts'
import { venueStandings } from './venue-standings.ts'

export const googleLaunchHandlers: Handlers<typeof googleLaunch> = {
  read: (ctx, { params }) => readLaunch(ctx, params.id),
  merchants: (ctx, input) => listMerchants(ctx, input),
  drifts: (ctx, input) => listDrifts(ctx, input),
  venue: (ctx, { params }) => venueStandings(ctx, params.id),
  offered: (ctx, input) => readOffered(ctx, input),
}
