import type { links } from '@tablewire/contracts/channels/links'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readVenueChannel } from './list-venue-channels.ts'
import { scheduleLinkCheck } from './check-link.ts'
import { moveLink } from './move-link.ts'

/** A venue's people or the platform's move a link; what they see then says what comes next. */
export const moveVenueLink = async (ctx: Ctx, { params, body }: Received<typeof links.move>): Promise<Result<typeof links.move>> => {
  const name = { venueId: params.id, channelId: params.channelId }
  return transaction(ctx, async (inner) => {
    await readVenueChannel(inner, name)
    await moveLink(inner, { ...name, move: body.move, reason: body.reason || null })
    if (body.move === 'done') await scheduleLinkCheck(inner, name)
    return readVenueChannel(inner, name)
  })
}

/** The channel itself says how a venue stands that asked to be sold there. Venues that never asked are unknown to it. */
export const answerLink = async (ctx: Ctx, { params, body }: Received<typeof links.answer>): Promise<Result<typeof links.answer>> => {
  const channelId = ctx.actor.kind === 'channel' ? ctx.actor.id : ''
  const link = await ctx.db
    .selectFrom('channelVenues')
    .select('state')
    .where('venueId', '=', params.id)
    .where('channelId', '=', channelId)
    .where('state', '<>', 'not_enabled')
    .executeTakeFirst()
  if (!link) throw new Problem('venue.not_found')
  const state = await moveLink(ctx, { venueId: params.id, channelId, move: body.move, reason: body.reason || null })
  return { venueId: params.id, state }
}
