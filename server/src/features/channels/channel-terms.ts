import type { ChannelLimits, ChannelTexts, LangText } from '@tablewire/contracts/channels/channel-objects'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import type { Fact } from '#src/platform/memory/memory.ts'
import type {} from './channel-rows.ts'
import { noLimits } from './channel-view.ts'

/** What binds a channel at one venue beside the venue's book. */
export type ChannelTerms = { channelId: string; live: boolean; limits: ChannelLimits }

type Row = { venueId: string; live: boolean; ofChannel: Partial<ChannelLimits>; ofLink: ChannelLimits | null }

/** The channel's terms at these venues: where the link says something it counts, else the channel. A venue without a link is not live. */
export const termsOf = async (ctx: Ctx, channelId: string, venueIds: readonly string[]): Promise<Map<string, ChannelTerms>> => {
  if (!ctx.kept) return readTerms(ctx.db, channelId, venueIds)
  const asked = [...new Set(venueIds)]
  const terms = await ctx.kept.of(
    asked.map((id) => ({ subject: id.toLowerCase() })),
    termsFact(channelId),
  )
  return new Map(asked.flatMap((id, index) => (terms[index] ? [[id, terms[index]]] : [])))
}

const termsFact = (channelId: string): Fact<{ subject: string }, ChannelTerms | undefined> => ({
  fact: `terms ${channelId}`,
  read: async (db, venues) => {
    const ids = venues.map(({ subject }) => subject)
    const terms = await readTerms(db, channelId, ids)
    return ids.map((id) => terms.get(id))
  },
  bytesOf: () => 300,
})

const readTerms = async (db: Db, channelId: string, venueIds: readonly string[]): Promise<Map<string, ChannelTerms>> => {
  const { rows } = await sql<Row>`
    select v.id as venue_id, coalesce(cv.state = 'live', false) and c.active as live, c.limits as of_channel, cv.limits as of_link
    from channels c cross join unnest(${[...new Set(venueIds)]}::uuid[]) as v (id)
      left join channel_venues cv on cv.venue_id = v.id and cv.channel_id = c.id
    where c.id = ${channelId}`.execute(db)
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

/** What guests of the calling channel read before they book at these venues; null = nothing. */
export const bookingMessagesOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
  if (ctx.actor.kind !== 'channel') return new Map()
  const { rows } = await sql<{ venueId: string; texts: Partial<ChannelTexts>; own: LangText | null }>`
    select asked.id as venue_id, c.texts, cv.booking_message as own from channels c cross join unnest(${[...venueIds]}::uuid[]) as asked (id)
      left join channel_venues cv on cv.channel_id = c.id and cv.venue_id = asked.id where c.id = ${ctx.actor.id}`.execute(ctx.db)
  const said = (text: Partial<LangText> | null | undefined): string => text?.[ctx.lang] || text?.en || ''
  return new Map(rows.map(({ venueId, texts, own }) => [venueId, said(own) || said(texts.bookingMessage) || null]))
}

export const bookingMessageOf = async (ctx: Ctx, venueId: string): Promise<string | null> =>
  [...(await bookingMessagesOf(ctx, [venueId])).values()][0] ?? null
