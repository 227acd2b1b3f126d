import type { ChannelLimits, ChannelTexts, LangText } from '@tablewire/contracts/channel-objects'
import type { Lang } from '@tablewire/contracts/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './channel-rows.ts'
import { noLimits } from './channel-view.ts'

/** What binds a channel at one venue beside the venue's book. */
export type ChannelTerms = { channelId: string; live: boolean; limits: ChannelLimits }

type Row = { venueId: string; live: boolean; ofChannel: Partial<ChannelLimits>; ofLink: ChannelLimits | null }

/** The channel's terms at these venues: where the link says something it counts, else the channel. A venue without a link is not live. */
export const termsOf = async (ctx: Ctx, channelId: string, venueIds: readonly string[]): Promise<Map<string, ChannelTerms>> => {
  const { rows } = await sql<Row>`
    select v.id as venue_id, coalesce(cv.state = 'live', false) and c.active as live, c.limits as of_channel, cv.limits as of_link
    from channels c cross join unnest(${[...new Set(venueIds)]}::uuid[]) as v (id)
      left join channel_venues cv on cv.venue_id = v.id and cv.channel_id = c.id
    where c.id = ${channelId}`.execute(ctx.db)
  return new Map(
    rows.map(({ venueId, live, ofChannel, ofLink }) => [
      venueId,
      {
        channelId,
        live,
        limits: { ...noLimits, ...ofChannel, ...Object.fromEntries(Object.entries(ofLink ?? {}).filter(([, limit]) => limit !== null)) },
      },
    ]),
  )
}

/** Of the channel that calls, where it is bound by anything at all; the others cost no question. */
export const callerTerms = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, ChannelTerms>> =>
  ctx.actor.kind === 'channel' && !ctx.actor.unlimited ? termsOf(ctx, ctx.actor.id, venueIds) : new Map()

/** What guests of the calling channel read with their hold; null = nothing. */
export const bookingMessageOf = async (ctx: Ctx, venueId: string, lang: Lang): Promise<string | null> => {
  if (ctx.actor.kind !== 'channel') return null
  const { rows } = await sql<{ texts: Partial<ChannelTexts>; own: LangText | null }>`
    select c.texts, cv.booking_message as own from channels c
      left join channel_venues cv on cv.channel_id = c.id and cv.venue_id = ${venueId} where c.id = ${ctx.actor.id}`.execute(ctx.db)
  const said = (text: Partial<LangText> | null | undefined): string => text?.[lang] || text?.en || ''
  return said(rows[0]?.own) || said(rows[0]?.texts.bookingMessage) || null
}
