import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** A user bound to single channels, not to all of the platform's. */
export const isOfChannel = ({ ability, actor }: Ctx): boolean =>
  actor.kind === 'user' && ability.can('read', 'webhooks') && !ability.can('read', 'booking-channels')

/** Tenant scope of webhooks: the platform's people see all, a channel and its people their own. */
export const ofOwnChannels = ({ scope, actor, ability }: Ctx, column: string): RawBuilder<boolean> => {
  // A scope of all venues is no permission for every channel.
  if (scope.kind === 'all' && ability.can('read', 'booking-channels')) return sql<boolean>`true`
  if (actor.kind === 'channel' && scope.kind === 'channel') return sql<boolean>`${sql.ref(column)} = ${scope.channelId}::uuid`
  if (actor.kind !== 'user') return sql<boolean>`false`
  // As a list, so that the column's index serves; a channel's test twin belongs to its people as well.
  return sql<boolean>`${sql.ref(column)} = any(array(
    select c.id from channel_users cu join channels c on cu.channel_id in (c.id, c.test_of) where cu.user_id = ${actor.id}::uuid))`
}
