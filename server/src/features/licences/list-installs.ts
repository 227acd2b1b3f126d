import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { licences } from '@tablewire/contracts/estate/licences'
import { sql } from 'kysely'
import { ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { pageOfVenues, listedColumns } from './venue-page.ts'

type Query = Received<typeof licences.withMeta>['query']

/** Channels of Tripadvisor go by that name; there is no other sign of whose a channel is. */
export const ofTripadvisor = sql`select c.id from channels c where lower(c.name) like 'tripadvisor%'`
export const liveOnTripadvisor = (ctx: Ctx) => sql`exists (
  select from channel_venues cv where cv.venue_id = v.id and cv.state = 'live' and cv.channel_id in (${ofTripadvisor}) and ${ofScopedChannels(ctx, 'cv.channel_id')})`

/** CH4. */
export const listWithTripadvisor = (ctx: Ctx, query: Query): Promise<Result<typeof licences.withTripadvisor>> =>
  pageOfVenues(ctx, query, {
    columns: sql`${listedColumns}, v.tripadvisor_id, ${liveOnTripadvisor(ctx)} as live`,
    only: [sql`v.tripadvisor_id is not null`],
  })

export const listWithMeta = (ctx: Ctx, query: Query): Promise<Result<typeof licences.withMeta>> =>
  pageOfVenues(ctx, query, {
    columns: sql`${listedColumns}, v.meta_enabled_at as enabled_at, v.meta_page_id as page_id, v.meta_sso_enabled as "metaSSOEnabled"`,
    only: [sql`v.meta_enabled`],
  })

export const listWithListing = (ctx: Ctx, query: Query): Promise<Result<typeof licences.withListing>> =>
  pageOfVenues(ctx, query, {
    columns: sql`${listedColumns}, v.listing_enabled_at as enabled_at`,
    only: [sql`v.listing_enabled`],
  })
