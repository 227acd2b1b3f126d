import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Follower, startFollowing } from '#src/platform/live/follow.ts'
import { proveRequest } from './prove-steps.ts'

/** Moves of links, and what proves a step, as the live messages of channels tell them. */
export const proofFollower: Follower = {
  name: 'onboarding',
  type: 'channel',
  wants: ({ venueId, kind }) => venueId !== null && (kind === 'proved' || kind === 'live'),
  take: async (ctx, messages) => {
    const { rows } = await sql<{ id: string }>`
      select distinct r.id
      from unnest(${messages.map(({ message }) => message.venueId)}::uuid[], ${messages.map(({ message }) => message.id)}::uuid[]) as m (venue_id, channel_id)
        join onboarding_requests r on r.channel_id = m.channel_id and r.venue_id = m.venue_id and r.status = 'bc_activation'
      order by r.id`.execute(ctx.db)
    for (const { id } of rows) await proveRequest(ctx, id)
  },
}

/** Every working process follows; call `stop` before the database closes. */
export const startProving = (ctx: () => Ctx): { stop: () => Promise<void> } =>
  startFollowing({ ctx, follower: proofFollower, log: ctx().log })
