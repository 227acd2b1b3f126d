import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { Licence, licences } from '@tablewire/contracts/estate/licences'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { ofScopedChannels } from '#src/features/venues/api.ts'
import { metaInstall } from './list-installs.ts'
import { pageOfVenues, type Page, listedColumns } from './venue-page.ts'

type Query = Received<typeof licences.list>['query']

const having = (ctx: Ctx): Record<'channel' | 'meta' | 'listing', RawBuilder<unknown>> => ({
  channel: sql`exists (select from channel_venues cv where cv.venue_id = v.id and is_licensed_state(cv.state) and ${ofScopedChannels(ctx, 'cv.channel_id')})`,
  meta: sql`v.meta_enabled`,
  listing: sql`v.listing_enabled`,
})

/** The table for the question after any product, the channel's own links, or none where a product has an index of its own. */
const idsOf = (ctx: Ctx, product: string | undefined, channelId: string | undefined) => {
  if (channelId)
    return {
      from: sql`channel_venues l`,
      only: [sql`l.channel_id = ${channelId} and l.state not in ('not_enabled', 'rejected') and ${ofScopedChannels(ctx, 'l.channel_id')}`],
    }
  return product === 'meta' || product === 'listing' ? undefined : { from: sql`licensed_venues l`, only: [] }
}

/** What each venue of a page is connected with, by name of the channel. */
const withChannels = async (ctx: Ctx, rows: Omit<Licence, 'channels'>[]): Promise<Licence[]> => {
  if (rows.length === 0) return []
  const found = await sql<Licence['channels'][number] & { venueId: string }>`
    select cv.venue_id, c.id, c.name, cv.state from channel_venues cv join channels c on c.id = cv.channel_id
    where cv.venue_id = any(${rows.map(({ id }) => id)}::uuid[]) and is_licensed_state(cv.state)
      and ${ofScopedChannels(ctx, 'c.id')} order by lower(c.name), c.id`.execute(ctx.db)
  const byVenue = Map.groupBy(found.rows, ({ venueId }) => venueId)
  return rows.map((row) => ({
    ...row,
    metaPage: row.metaPage && { kind: row.metaPage.kind, placeId: row.metaPage.placeId },
    channels: (byVenue.get(row.id) ?? []).map(({ id, name, state }) => ({ id, name, state })),
  }))
}

/** CH3: venues with anything to disconnect, by name. */
export const listLicences = async (ctx: Ctx, query: Query): Promise<Page<Licence>> => {
  const { product, channelId } = query.filters ?? {}
  const page = await pageOfVenues<Omit<Licence, 'channels'>>(ctx, query, {
    columns: sql`${listedColumns}, v.external_id, v.meta_enabled, ${metaInstall} as meta_page, v.listing_enabled, (select s.name from systems s where s.id = v.system_id) as system_name`,
    only: product ? [having(ctx)[product]] : [],
    ids: idsOf(ctx, product, channelId),
  })
  return { ...page, data: await withChannels(ctx, page.data) }
}
