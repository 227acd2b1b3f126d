import type { ChannelLimits, ChannelTexts, Commission, LangText } from '@tablewire/contracts/channels/channel-objects'
import { linkMovesFrom, type LinkState, linkUrgency } from '@tablewire/contracts/channels/channels.rules'
import type { VenueChannel } from '@tablewire/contracts/channels/links'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { problemBody } from '#src/platform/http/errors.ts'
import { Problem, type ProblemValues } from '#src/platform/problem.ts'
import { sideOf } from './apply-moves.ts'
import { nextAddresses } from './channel-address.ts'
import { noLimits } from './channel-view.ts'

type Row = Pick<VenueChannel, 'channelId' | 'name' | 'type' | 'logo' | 'active' | 'selfSubscription'> & {
  venueId: string
  externalId: string | null
  state: LinkState | null
  since: string | null
  reason: string | null
  subscribeUrl: string | null
  connectUrl: string | null
  checkUrl: string | null
  nextCheckAt: string | null
  lastCheckAt: string | null
  texts: Partial<ChannelTexts>
  ofChannel: Partial<ChannelLimits>
  ofLink: ChannelLimits | null
  commission: Commission | null
  lastBookingAt: string | null
  searchedAt: string | null
  refusedAt: string | null
  refusal: { code: string; values: ProblemValues } | null
}

/** What of a channel is still possible when it is switched off for everybody. */
const whenOff = new Set(['pause', 'disconnect'])

const venueChannelView = (ctx: Ctx, row: Row): VenueChannel => {
  const state = row.state ?? 'not_enabled'
  const said = (text: Partial<LangText> | undefined): string => text?.[ctx.lang] || text?.en || ''
  const moves = ctx.ability.can('update', 'channel-management') ? linkMovesFrom(state, sideOf(ctx)) : []
  const { channelId, name, type, logo, active, selfSubscription, nextCheckAt, lastCheckAt, lastBookingAt, commission } = row
  const set = Object.fromEntries(Object.entries(row.ofLink ?? {}).filter(([, limit]) => limit !== null))
  return {
    channelId,
    name,
    type,
    logo,
    active,
    selfSubscription,
    state,
    commission,
    nextCheckAt,
    lastCheckAt,
    lastBookingAt,
    about: said(row.texts.about),
    steps: said(row.texts.steps),
    since: row.since,
    reason: row.reason,
    ...nextAddresses(row, state, { venueId: row.venueId, externalId: row.externalId }),
    checked: row.checkUrl !== null,
    moves: active ? moves : moves.filter((move) => whenOff.has(move)),
    lastSearchAt: row.searchedAt,
    lastError:
      row.refusal && row.refusedAt
        ? {
            code: row.refusal.code,
            message: problemBody(new Problem(row.refusal.code as ErrorCode, row.refusal.values), ctx.lang, ctx.requestId).message,
            at: row.refusedAt,
          }
        : null,
    limits: { ...noLimits, ...row.ofChannel, ...set },
  }
}

/** How one venue stands with every channel, or with one; `venue.not_found` for a venue the caller may not know of. */
export const listVenueChannels = async (
  ctx: Ctx,
  { venueId, channelId }: { venueId: string; channelId?: string },
): Promise<VenueChannel[]> => {
  const venue = await sql`select from venues v where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!venue.rows.length) throw new Problem('venue.not_found')
  const which = channelId === undefined ? sql`c.active or cv.state <> 'not_enabled'` : sql`c.id = ${channelId}`
  const { rows } = await sql<Row>`
    select v.id as venue_id, v.external_id, c.id as channel_id, c.name, c.type, c.logo, c.active, c.self_subscription, c.subscribe_url, c.connect_url,
      c.check_url, c.texts, c.limits as of_channel, cv.limits as of_link, coalesce(cv.commission, c.commission) as commission,
      cv.state, cv.updated_at as since, cv.reason, cv.next_check_at, cv.last_check_at, h.searched_at, h.refused_at, h.refusal,
      (select r.created_at from placed_bookings r where r.channel_id = c.id and r.venue_id = v.id order by r.created_at desc limit 1) as last_booking_at
    from venues v cross join channels c left join channel_venues cv on cv.channel_id = c.id and cv.venue_id = v.id
      left join channel_health h on h.channel_id = c.id and h.venue_id = v.id
    where v.id = ${venueId} and c.test = v.test and (${which}) and ${inScope(ctx, 'v.id')} order by lower(c.name), c.id`.execute(ctx.db)
  const urgency = ({ state }: VenueChannel): number => linkUrgency.indexOf(state)
  return rows.map((row) => venueChannelView(ctx, row)).toSorted((a, b) => urgency(a) - urgency(b))
}

export const readVenueChannel = async (ctx: Ctx, of: { venueId: string; channelId: string }): Promise<VenueChannel> => {
  const [found] = await listVenueChannels(ctx, of)
  if (!found) throw new Problem('channel.not_found')
  return found
}
