import type { venueMerge } from '@tablewire/contracts/estate/venue-merge'
import type { Handlers } from '#src/platform/http/mount.ts'
import { mergeForecast } from './merge-forecast.ts'
import { mergeVenues } from './merge-venues.ts'

export const venueMergeHandlers: Handlers<typeof venueMerge> = {
  preview: (ctx, { params, query }) => mergeForecast(ctx, params.id, query.other),
  merge: (ctx, { params, body }) => mergeVenues(ctx, { kept: params.id, other: body.other }),
}
