import { abilityOf } from '@tablewire/contracts/identity/access'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { CallerDeps } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { knownChannelBy } from './known-channel.ts'

export { awaitProofs, recordAnswer, recordBooking, recordRefusal, recordSearch, stopAwaiting, writeHealth } from './channel-health.ts'
export { bindAgain } from './channel-users.ts'
export { createChannel } from './create-channel.ts'
export { listKeys } from './credentials.ts'
export { lockLinks, sideOf } from './apply-moves.ts'
export { carryLinks, linksToCarry, linkVenues } from './link-venues.ts'
export { moveLink } from './move-link.ts'
export { rotateToken } from './rotate-token.ts'
export { channelOf } from './channel-of.ts'
export { bookingMessageOf, bookingMessagesOf, callerTerms, type ChannelTerms, termsOf } from './channel-terms.ts'
export { readChannel } from './channel-view.ts'
export { reviveChannel } from './revive-channel.ts'
export { updateChannel } from './update-channel.ts'

/** A channel has no rights of a user: what it may do is what its endpoints offer. */
const noRights = abilityOf({ roles: [], permissions: [] })

/** Which channel calls now, by the header `x-token` or `Authorization: Bearer`; `channel_key.invalid` when none does. */
export const channelCaller =
  ({ db, clock, base }: CallerDeps) =>
  async (request: FastifyRequest): Promise<Ctx> => {
    const token = request.headers['x-token']
    const key = typeof token === 'string' ? token.trim() : /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!key) throw new Problem('channel_key.invalid')
    const { expiresMs: _, ...channel } = await knownChannelBy(db, key, clock().epochMilliseconds)
    return {
      ...base(request),
      actor: { kind: 'channel', ...channel },
      ability: noRights,
      scope: { kind: 'channel', channelId: channel.id },
      lang: langOf(request),
    }
  }

/**
 * On whose pages the booking page of this venue may stand (empty = anybody's): by the channel of type widget that is named, else the first that sells it. Null
 * where none does. `venue`: the name of the table of venues.
 */
export const widgetHosts = (venue: string, channel: string | null = null): RawBuilder<string[] | null> => sql<
  string[] | null
>`(select c.hosts from live_links l join channels c on c.id = l.channel_id
  where ${sql.ref(`${venue}.sdk_access`)} and l.venue_id = ${sql.ref(`${venue}.id`)} and c.type = 'widget' and c.active and not c.test
    and (${channel}::uuid is null or c.id = ${channel}::uuid) order by c.created_at, c.id limit 1)`

/** The condition "guests book at this venue on our own page": it may, and is live with a channel of type widget. `venue`: the name of the table of venues. */
export const sellsByWidget = (venue: string): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.ref(`${venue}.sdk_access`)} and exists (
  select from live_links l join channels c on c.id = l.channel_id
  where l.venue_id = ${sql.ref(`${venue}.id`)} and c.type = 'widget' and c.active and not c.test))`
