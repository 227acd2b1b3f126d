import type { channels } from '@tablewire/contracts/channels/channels'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { nextAddresses } from './channel-address.ts'
import { type LinkRequest, requestLinks } from './link-venues.ts'

type Linked = Result<typeof channels.linkOwn>
type OwnLinks = { channelId: string; refs: readonly string[]; request: LinkRequest }
type MatchedVenue = { ref: string; id: string; externalId: string | null }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Each venue by our id or the partner's; one that is unknown, or a name that means two, refuses all. */
const venuesBy = async (ctx: Ctx, refs: readonly string[]): Promise<MatchedVenue[]> => {
  const wanted = [...new Set(refs)]
  const ids = wanted.filter((ref) => uuid.test(ref))
  const { rows } = await sql<Omit<MatchedVenue, 'ref'>>`
    select v.id, v.external_id from venues v where v.id = any(${ids}::uuid[]) and ${inScope(ctx, 'v.id')}
    union select v.id, v.external_id from venues v where v.external_id = any(${wanted}::text[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  return wanted.map((ref) => {
    const matches = rows.filter((row) => row.id === ref.toLowerCase() || row.externalId === ref)
    if (matches.length !== 1) throw new Problem('venue.not_found')
    return { ref, ...matches[0]! }
  })
}

/** What a reservation system or a venue's own people ask for; the answer says where the venue has to go, if anywhere. */
export const linkOwn = async (ctx: Ctx, { channelId, refs, request }: OwnLinks): Promise<Linked> =>
  transaction(ctx, async (inner) => {
    const found = await venuesBy(inner, refs)
    const action = request === 'connect' ? 'channel.connected' : 'channel.disconnected'
    const { channel, links } = await requestLinks(inner, { channelId, venues: found.map(({ id }) => id), request, action })
    const states = new Map(links.map(({ venueId, state }) => [venueId, state]))
    return found.map(({ id, externalId }) => {
      const state = states.get(id)!
      const { subscribeUrl, connectUrl } = nextAddresses(channel, state, { venueId: id, externalId })
      const address = { ...(subscribeUrl ? { subscribeUrl } : {}), ...(connectUrl ? { connectUrl } : {}) }
      return { venueId: id, externalId, state, enabled: state === 'live', ...address }
    })
  })
