import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { licences } from '@tablewire/contracts/estate/licences'
import { sql } from 'kysely'
import { ofScopedChannels } from '#src/features/venues/api.ts'
import type {} from '#src/features/meta/api.ts'
import { venueLinks } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { pageOfVenues, listedColumns } from './venue-page.ts'

type WithTripadvisor = Result<typeof licences.withTripadvisor>['data'][number]
type Query = Received<typeof licences.withMeta>['query']

/** Channels of Tripadvisor go by that name; there is no other sign of whose a channel is. */
export const ofTripadvisor = sql`select c.id from channels c where lower(c.name) like 'tripadvisor%'`
export const liveOnTripadvisor = (ctx: Ctx) => sql`exists (
  select from channel_venues cv where cv.venue_id = v.id and cv.state = 'live' and cv.channel_id in (${ofTripadvisor}) and ${ofScopedChannels(ctx, 'cv.channel_id')})`

/** Whether Tripadvisor is among the channels that the caller speaks for: of others it is not said whether they sell a venue. */
export const seesTripadvisor = (ctx: Ctx) =>
  ctx.scope.kind === 'channel' || ctx.scope.kind === 'channels'
    ? sql<boolean>`exists (select from (${ofTripadvisor}) t where ${ofScopedChannels(ctx, 't.id')})`
    : sql<boolean>`true`

/** A link that waits, rests or was sent back is no missing one. */
const stateOnTripadvisor = (ctx: Ctx) => sql`coalesce((
  select cv.state from channel_venues cv where cv.venue_id = v.id and cv.channel_id in (${ofTripadvisor}) and ${ofScopedChannels(ctx, 'cv.channel_id')}
  order by array_position(array['live', 'paused', 'error', 'action_required', 'in_review', 'requested', 'rejected', 'not_enabled'], cv.state) limit 1), 'not_enabled')`

/** The page that carries the button of a venue (alias `v`): its own, its brand's, or its company's. */
export const metaInstall = sql`(
  select json_build_object('placeId', coalesce(i.venue_id, i.group_id, i.company_id), 'state', i.state, 'pageId', i.page_id, 'pageName', i.page_name,
    'kind', case when i.venue_id is not null then 'venue' when i.group_id is not null then 'group' else 'company' end)
  from meta_installs i
  where i.state in ('connected', 'lost') and (i.venue_id = v.id or (i.company_id = v.company_id and i.venue_id is null and (i.group_id is null or i.group_id = v.group_id)))
  order by i.venue_id is null, i.group_id is null limit 1)`

/** CH4. */
export const listWithTripadvisor = async (ctx: Ctx, query: Query): Promise<Result<typeof licences.withTripadvisor>> => {
  const page = await pageOfVenues<Omit<WithTripadvisor, 'bookingUrl'>>(ctx, query, {
    columns: sql`${listedColumns}, v.tripadvisor_id, ${liveOnTripadvisor(ctx)} as live, ${stateOnTripadvisor(ctx)} as state, ${seesTripadvisor(ctx)} as in_sight`,
    only: [sql`v.tripadvisor_id is not null`],
  })
  const links = await venueLinks(ctx, page.data, ({ tripadvisorId }) => ({
    utm_source: 'tripadvisor',
    utm_medium: 'booking_link',
    location_id: tripadvisorId,
  }))
  return { ...page, data: page.data.map((row) => ({ ...row, bookingUrl: links.get(row.id) ?? null })) }
}

export const listWithMeta = (ctx: Ctx, query: Query): Promise<Result<typeof licences.withMeta>> =>
  pageOfVenues(ctx, query, {
    columns: sql`${listedColumns}, v.meta_enabled_at as enabled_at, v.meta_page_id as page_id, v.meta_sso_enabled as "metaSSOEnabled", ${metaInstall} as install`,
    only: [sql`v.meta_enabled`],
  })

export const listWithListing = (ctx: Ctx, query: Query): Promise<Result<typeof licences.withListing>> =>
  pageOfVenues(ctx, query, {
    columns: sql`${listedColumns}, v.listing_enabled_at as enabled_at`,
    only: [sql`v.listing_enabled`],
  })
