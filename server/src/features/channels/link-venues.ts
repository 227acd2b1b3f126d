import type { channels, LinkState } from '@tablewire/contracts/channels'
import type { Result } from '@tablewire/contracts/endpoint'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { channelOf } from './channel-of.ts'

type Links = { channelId: string; venues: readonly string[] }
type Answer = Result<typeof channels.linkVenues>

/** An audit entry tells so many venues by id, of more only how many there were. */
const namedAtMost = 500

const write = async (ctx: Ctx, { channelId, venues }: Links, state: z.infer<typeof LinkState>): Promise<Answer> =>
  transaction(ctx, async (inner) => {
    const channel = await channelOf(inner, channelId)
    const ids = [...new Set(venues.map((id) => id.toLowerCase()))].toSorted()
    const found = await sql<{
      count: number
    }>`select count(*)::integer as count from venues v where v.id = any(${ids}::uuid[]) and ${inScope(inner, 'v.id')}`.execute(inner.db)
    if (found.rows[0]!.count !== ids.length) throw new Problem('venue.not_found')
    const now = inner.clock().toString()
    // In the order of their ids, so that two calls about the same venues wait for each other instead of locking each other out.
    await sql`
      insert into channel_venues (venue_id, channel_id, state, created_at, updated_at)
      select id, ${channelId}::uuid, ${state}, ${now}::timestamptz, ${now}::timestamptz from unnest(${ids}::uuid[]) as id order by id
      on conflict (venue_id, channel_id) do update set state = excluded.state, updated_at = excluded.updated_at`.execute(inner.db)
    const [action, verb] = state === 'live' ? ['channel.venues_linked', 'linked'] : ['channel.venues_unlinked', 'unlinked']
    const told = ids.length <= namedAtMost ? ids : `${ids.length} venues`
    const only = ids.length === 1 ? ids[0]! : null
    await audit(inner, { action, subject: 'channel', subjectId: channelId, venueId: only, after: { name: channel.name, [verb]: told } })
    const live = await sql<{ linked: number }>`
      select count(*)::integer as linked from channel_venues cv where cv.channel_id = ${channelId} and cv.state = 'live' and ${inScope(inner, 'cv.venue_id')}`.execute(
      inner.db,
    )
    return { linked: live.rows[0]!.linked, venues: ids.map((venueId) => ({ venueId, state })) }
  })

/** Puts the venues on sale on the channel, all of them or none. `linked` counts all venues on sale there that the caller may see. */
export const linkVenues = (ctx: Ctx, links: Links): Promise<Answer> => write(ctx, links, 'live')

/** Takes the venues off the channel, whether they were on sale or not; their reservations stay. */
export const unlinkVenues = (ctx: Ctx, links: Links): Promise<Answer> => write(ctx, links, 'not_enabled')
