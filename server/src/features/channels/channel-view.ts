import {
  type Channel,
  type ChannelDetail,
  type ChannelLimits,
  type ChannelTexts,
  type LangText,
} from '@tablewire/contracts/channels/channel-objects'
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** The columns of `Channel`; its venues are counted as far as the caller may see them. */
export const channelColumns = (
  ctx: Ctx,
) => sql`c.id, c.name, c.type, c.test, c.active, c.self_subscription, c.rate_limit_per_minute, c.created_at, c.version,
  (select count(*)::integer from channel_venues cv where cv.channel_id = c.id and cv.state = 'live' and ${notArchived('cv.venue_id')} and ${inScope(ctx, 'cv.venue_id')}) as venue_count`

const noText: LangText = { en: '', es: '', fr: '', de: '', nl: '' }
export const noLimits: ChannelLimits = { partyMin: null, partyMax: null, coversPerDay: null, leadMinutes: null }
/** Older channels have none of them, newer ones may have some. */
export const wholeTexts = (texts: Partial<ChannelTexts>): ChannelTexts => ({
  about: { ...noText, ...texts.about },
  steps: { ...noText, ...texts.steps },
  bookingMessage: { ...noText, ...texts.bookingMessage },
})

type Row = Channel & Omit<ChannelDetail, 'texts' | 'limits'> & { texts: Partial<ChannelTexts>; limits: Partial<ChannelLimits> }

/** One channel, or `channel.not_found`. */
export const readChannel = async (ctx: Ctx, id: string): Promise<ChannelDetail> => {
  const { rows } = await sql<Row>`
    select ${channelColumns(ctx)}, c.product, c.logo, c.hosts, c.subscribe_url, c.connect_url, c.check_url, c.texts, c.limits, c.commission, c.updated_at
    from channels c where c.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('channel.not_found')
  const { texts, limits, ...channel } = rows[0]
  return { ...channel, texts: wholeTexts(texts), limits: { ...noLimits, ...limits } }
}

/** More than so many are as good a reason to leave the channel as it is. */
const upcomingAtMost = 1_000

/** With how its links stand, its people, and whether it has bookings, and how many of them are still to come. */
export const readWholeChannel = async (ctx: Ctx, id: string): Promise<ChannelDetail> => {
  const channel = await readChannel(ctx, id)
  const links = await sql<{ state: LinkState; count: number }>`
    select cv.state, count(*)::integer as count from channel_venues cv where cv.channel_id = ${id} and ${notArchived('cv.venue_id')} and ${inScope(ctx, 'cv.venue_id')}
    group by cv.state order by cv.state`.execute(ctx.db)
  const more = await sql<{ userCount: number; booked: boolean; upcoming: number }>`
    select (select count(*)::integer from channel_users where channel_id = ${id}) as user_count,
      exists (select from placed_bookings r where r.channel_id = ${id}) as booked,
      (select count(*)::integer from (select from placed_bookings r where r.channel_id = ${id} and occupies(r.status) and r.starts_at >= ${ctx.clock().toString()}::timestamptz
        limit ${upcomingAtMost}) ahead) as upcoming`.execute(ctx.db)
  return { ...channel, links: links.rows, ...more.rows[0]! }
}
