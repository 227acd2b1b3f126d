import {
  afterLinkMove,
  type LinkMove,
  linkMoveNeedsReason,
  linkMovesFrom,
  type LinkSide,
  type LinkState,
  stateAfterConnect,
} from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { applyMoves, lockLinks, sideOf } from './apply-moves.ts'
import { channelOf } from './channel-of.ts'

export type LinkMoveInput = { venueId: string; channelId: string; move: LinkMove; reason: string | null; side?: LinkSide }

/** What sells needs a channel that is switched on. */
const towardsSale: readonly LinkMove[] = ['connect', 'done', 'approve', 'resume', 'recover']

const requireKept = async (ctx: Ctx, venueId: string): Promise<void> => {
  const { rows } = await sql`select from venues v where v.id = ${venueId} and v.archived_at is not null`.execute(ctx.db)
  if (rows.length) throw new Problem('venue.archived')
}

/** Moves one link. The caller has made sure that the venue is one it may speak of. */
export const moveLink = async (ctx: Ctx, { venueId, channelId, move, reason, side = sideOf(ctx) }: LinkMoveInput): Promise<LinkState> =>
  transaction(ctx, async (inner) => {
    const channel = await channelOf(inner, channelId)
    const id = venueId.toLowerCase()
    const from = (await lockLinks(inner, channelId, [id])).get(id)!
    if (!linkMovesFrom(from, side).includes(move)) throw new Problem('channel.move_illegal')
    if (!channel.active && towardsSale.includes(move)) throw new Problem('channel.inactive')
    // A channel may always stop; its venue has nothing to pause while it is given up, and comes back as it was.
    if (towardsSale.includes(move) || (move === 'pause' && side !== 'channel')) await requireKept(inner, id)
    if (linkMoveNeedsReason(move) && !reason) throw new Problem('reason.required', {}, { reason: [{ issue: 'required' }] })
    const to = move === 'connect' ? stateAfterConnect(channel) : afterLinkMove(move)
    await applyMoves(inner, { channel, steps: [{ venueId: id, move, from, to }], side, reason })
    await audit(inner, {
      action: 'channel.link_moved',
      subject: 'channel',
      subjectId: channelId,
      venueId: id,
      before: { state: from },
      after: { state: to, name: channel.name, move, ...(reason ? { reason } : {}) },
    })
    return to
  })
