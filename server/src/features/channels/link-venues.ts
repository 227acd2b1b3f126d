import type { channels } from '@tablewire/contracts/channels/channels'
import { type LinkMove, type LinkSide, type LinkState, stateAfterConnect } from '@tablewire/contracts/channels/channels.rules'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { shortenedIds } from '#src/platform/audit/shortened-ids.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { applyMoves, type LinkStep, lockLinks, sideOf } from './apply-moves.ts'
import { channelOf } from './channel-of.ts'
import type { ChannelRecord } from './channel-rows.ts'
import { invalidateChannel } from './known-channel.ts'

export type LinkRequest = 'connect' | 'disconnect'
type Links = { channelId: string; venues: readonly string[]; request: LinkRequest }
type Answer = Result<typeof channels.linkVenues>

/** What brings a link nearer to the wish, if anything may: an administrator puts it on sale at once, a venue goes the channel's way. */
const stepTowards = (request: LinkRequest, from: LinkState, { channel, side }: { channel: ChannelRecord; side: LinkSide }) => {
  if (request === 'disconnect') return from === 'not_enabled' ? undefined : ({ move: 'disconnect', to: 'not_enabled' } as const)
  if (from === 'live') return undefined
  if (from === 'paused') return { move: 'resume', to: 'live' } as const
  const connects = from === 'not_enabled' || from === 'rejected' || from === 'error'
  if (side === 'admin') return { move: connects ? 'connect' : 'approve', to: 'live' } as const
  return connects ? ({ move: 'connect', to: stateAfterConnect(channel) } as const) : undefined
}

/** What stands in the archive is put on sale nowhere; it is taken off as before. */
const requireVenues = async (ctx: Ctx, ids: readonly string[], request: LinkRequest): Promise<void> => {
  const { rows } = await sql<{ count: number; kept: number }>`
    select count(*)::integer as count, (count(*) filter (where ${notArchived('v.id')}))::integer as kept
    from venues v where v.id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  const { count, kept } = rows[0]!
  if (count !== ids.length) throw new Problem('venue.not_found')
  if (request === 'connect' && kept !== count) throw new Problem('venue.archived')
}

/** All of them or none, in one transaction; what stands as wished already stays. */
export const requestLinks = async (
  ctx: Ctx,
  { channelId, venues, request, action }: Links & { action: string },
): Promise<{ channel: ChannelRecord; links: { venueId: string; state: LinkState }[] }> =>
  transaction(ctx, async (inner) => {
    const channel = await channelOf(inner, channelId)
    const ids = [...new Set(venues.map((id) => id.toLowerCase()))].toSorted()
    await requireVenues(inner, ids, request)
    const side = sideOf(inner)
    const before = await lockLinks(inner, channelId, ids)
    const steps = ids.flatMap((venueId): LinkStep[] => {
      const from = before.get(venueId)!
      const step = stepTowards(request, from, { channel, side })
      return step ? [{ venueId, from, ...step }] : []
    })
    await applyMoves(inner, { channel, steps, side, reason: null })
    const venuesAudited = shortenedIds(ids)
    const only = ids.length === 1 ? ids[0]! : null
    const verb = request === 'connect' ? 'linked' : 'unlinked'
    await audit(inner, {
      action,
      subject: 'channel',
      subjectId: channelId,
      venueId: only,
      after: { name: channel.name, [verb]: venuesAudited },
    })
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
export const linkVenues = async (ctx: Ctx, { channelId, venues }: Omit<Links, 'request'>): Promise<Answer> => {
  const { links } = await requestLinks(ctx, { channelId, venues, request: 'connect', action: 'channel.venues_linked' })
  return answerOf(ctx, channelId, links)
}

/** Takes the venues off the channel, whether they were on sale or not; their reservations stay. */
export const unlinkVenues = async (ctx: Ctx, { channelId, venues }: Omit<Links, 'request'>): Promise<Answer> => {
  const { links } = await requestLinks(ctx, { channelId, venues, request: 'disconnect', action: 'channel.venues_unlinked' })
  return answerOf(ctx, channelId, links)
}

type Pair = { from: string; to: string }
type Carried = { channelId: string; name: string; was: LinkState; is: LinkState }

/** How a venue without the channel comes to stand where another stands with it; what was refused or failed there is not repeated here. */
const ways: Partial<Record<LinkState, readonly { move: LinkMove; to: LinkState }[]>> = {
  action_required: [{ move: 'connect', to: 'action_required' }],
  requested: [{ move: 'connect', to: 'requested' }],
  // A review begins with the venue that is reviewed.
  in_review: [{ move: 'connect', to: 'requested' }],
  live: [{ move: 'connect', to: 'live' }],
  paused: [
    { move: 'connect', to: 'live' },
    { move: 'pause', to: 'paused' },
  ],
}
const unconnected: readonly LinkState[] = ['not_enabled', 'rejected', 'error']

/** Which channels one venue would bring to the other, and which both have. */
export const linksToCarry = async (ctx: Ctx, { from, to }: Pair): Promise<{ carried: Carried[]; stay: Carried[] }> => {
  const { rows } = await sql<Carried>`
    select c.id as channel_id, c.name, o.state as was, coalesce(k.state, 'not_enabled') as is
    from channel_venues o join channels c on c.id = o.channel_id left join channel_venues k on k.channel_id = o.channel_id and k.venue_id = ${to}
    where o.venue_id = ${from} and o.state = any(${Object.keys(ways)}::text[]) order by lower(c.name), c.id`.execute(ctx.db)
  const free = ({ is }: Carried): boolean => unconnected.includes(is)
  return { carried: rows.filter(free), stay: rows.filter((row) => !free(row)) }
}

/** What was agreed on for one venue holds for the other, where nothing was agreed on for that one yet. */
const carryTerms = async (ctx: Ctx, channelId: string, { from, to }: Pair): Promise<void> => {
  await sql`
    update channel_venues k set limits = coalesce(k.limits, o.limits), commission = coalesce(k.commission, o.commission),
      booking_message = coalesce(k.booking_message, o.booking_message), version = k.version + 1
    from channel_venues o where o.channel_id = ${channelId} and o.venue_id = ${from} and k.channel_id = ${channelId} and k.venue_id = ${to}`.execute(
    ctx.db,
  )
}

const carry = async (ctx: Ctx, { channelId, was, is }: Carried, { from, to }: Pair): Promise<void> => {
  const channel = await channelOf(ctx, channelId)
  const side = sideOf(ctx)
  let at = is
  for (const step of ways[was]!) {
    await applyMoves(ctx, { channel, steps: [{ venueId: to, from: at, ...step }], side, reason: null })
    at = step.to
  }
  await carryTerms(ctx, channelId, { from, to })
}

/** The channels of one venue go over to another, which stands with them as the first did; the first is sold nowhere any more. */
export const carryLinks = async (ctx: Ctx, pair: Pair): Promise<{ carried: Carried[]; stay: Carried[] }> =>
  transaction(ctx, async (inner) => {
    const { carried: wanted, stay: both } = await linksToCarry(inner, pair)
    for (const { channelId } of [...wanted, ...both].toSorted((a, b) => (a.channelId < b.channelId ? -1 : 1)))
      await lockLinks(inner, channelId, [pair.from, pair.to].toSorted())
    // As they stand now that nobody else moves them.
    const links = await linksToCarry(inner, pair)
    for (const link of links.carried) await carry(inner, link, pair)
    for (const { channelId, was } of [...links.carried, ...links.stay]) {
      const steps = [{ venueId: pair.from, move: 'disconnect', from: was, to: 'not_enabled' } as const]
      await applyMoves(inner, { channel: await channelOf(inner, channelId), steps, side: sideOf(inner), reason: null })
      inner.unitOfWork.afterCommit.push(() => invalidateChannel(channelId))
    }
    return links
  })
