import type { channels } from '@tablewire/contracts/channels/channels'
import { type LinkSide, type LinkState, stateAfterConnect } from '@tablewire/contracts/channels/channels.rules'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { applyMoves, type LinkStep, lockLinks, sideOf } from './apply-moves.ts'
import { channelOf } from './channel-of.ts'
import type { ChannelRecord } from './channel-rows.ts'

export type LinkRequest = 'connect' | 'disconnect'
type Links = { channelId: string; venues: readonly string[]; wish: LinkRequest }
type Answer = Result<typeof channels.linkVenues>

/** An audit entry tells so many venues by id, of more only how many there were. */
const namedAtMost = 500

/** What brings a link nearer to the wish, if anything may: an administrator puts it on sale at once, a venue goes the channel's way. */
const stepTowards = (wish: LinkRequest, from: LinkState, { channel, side }: { channel: ChannelRecord; side: LinkSide }) => {
  if (wish === 'disconnect') return from === 'not_enabled' ? undefined : ({ move: 'disconnect', to: 'not_enabled' } as const)
  if (from === 'live') return undefined
  if (from === 'paused') return { move: 'resume', to: 'live' } as const
  const connects = from === 'not_enabled' || from === 'rejected' || from === 'error'
  if (side === 'admin') return { move: connects ? 'connect' : 'approve', to: 'live' } as const
  return connects ? ({ move: 'connect', to: stateAfterConnect(channel) } as const) : undefined
}

/** What stands in the archive is put on sale nowhere; it is taken off as before. */
const requireVenues = async (ctx: Ctx, ids: readonly string[], wish: LinkRequest): Promise<void> => {
  const { rows } = await sql<{ count: number; kept: number }>`
    select count(*)::integer as count, (count(*) filter (where ${notArchived('v.id')}))::integer as kept
    from venues v where v.id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  const { count, kept } = rows[0]!
  if (count !== ids.length) throw new Problem('venue.not_found')
  if (wish === 'connect' && kept !== count) throw new Problem('venue.archived')
}

/** All of them or none, in one transaction; what stands as wished already stays. */
export const requestLinks = async (
  ctx: Ctx,
  { channelId, venues, wish, action }: Links & { action: string },
): Promise<{ channel: ChannelRecord; links: { venueId: string; state: LinkState }[] }> =>
  transaction(ctx, async (inner) => {
    const channel = await channelOf(inner, channelId)
    const ids = [...new Set(venues.map((id) => id.toLowerCase()))].toSorted()
    await requireVenues(inner, ids, wish)
    const side = sideOf(inner)
    const before = await lockLinks(inner, channelId, ids)
    const steps = ids.flatMap((venueId): LinkStep[] => {
      const from = before.get(venueId)!
      const step = stepTowards(wish, from, { channel, side })
      return step ? [{ venueId, from, ...step }] : []
    })
    await applyMoves(inner, { channel, steps, side, reason: null })
    const told = ids.length <= namedAtMost ? ids : `${ids.length} venues`
    const only = ids.length === 1 ? ids[0]! : null
    const verb = wish === 'connect' ? 'linked' : 'unlinked'
    await audit(inner, { action, subject: 'channel', subjectId: channelId, venueId: only, after: { name: channel.name, [verb]: told } })
    const reached = new Map(steps.map(({ venueId, to }) => [venueId, to]))
    return { channel, links: ids.map((venueId) => ({ venueId, state: reached.get(venueId) ?? before.get(venueId)! })) }
  })

const answerOf = async (ctx: Ctx, channelId: string, venues: Answer['venues']): Promise<Answer> => {
  const live = await sql<{ linked: number }>`
    select count(*)::integer as linked from channel_venues cv where cv.channel_id = ${channelId} and cv.state = 'live' and ${notArchived('cv.venue_id')} and ${inScope(ctx, 'cv.venue_id')}`.execute(
    ctx.db,
  )
  return { linked: live.rows[0]!.linked, venues }
}

/** Puts the venues on the channel, all of them or none. `linked` counts all venues on sale there that the caller may see. */
export const linkVenues = async (ctx: Ctx, { channelId, venues }: Omit<Links, 'wish'>): Promise<Answer> => {
  const { links } = await requestLinks(ctx, { channelId, venues, wish: 'connect', action: 'channel.venues_linked' })
  return answerOf(ctx, channelId, links)
}

/** Takes the venues off the channel, whether they were on sale or not; their reservations stay. */
export const unlinkVenues = async (ctx: Ctx, { channelId, venues }: Omit<Links, 'wish'>): Promise<Answer> => {
  const { links } = await requestLinks(ctx, { channelId, venues, wish: 'disconnect', action: 'channel.venues_unlinked' })
  return answerOf(ctx, channelId, links)
}
