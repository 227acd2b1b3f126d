import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** Somebody who looks after channels of his own, not after all of the platform's. */
export const isOfChannel = ({ ability, actor }: Ctx): boolean =>
  actor.kind === 'user' && ability.can('read', 'webhooks') && !ability.can('read', 'booking-channels')

/** Of whose webhooks the caller may know: the platform's people of all, a channel of its own, its people of theirs. */
export const ofOwnChannels = ({ scope, actor, ability }: Ctx, column: string): RawBuilder<boolean> => {
  // Seeing every venue does not make somebody the keeper of every channel.
  if (scope.kind === 'all' && ability.can('read', 'booking-channels')) return sql<boolean>`true`
  if (actor.kind === 'channel' && scope.kind === 'channel') return sql<boolean>`${sql.ref(column)} = ${scope.channelId}::uuid`
  if (actor.kind !== 'user') return sql<boolean>`false`
  // As a list, so that an index on the column serves; what a channel tries things out with is its people's as well.
  return sql<boolean>`${sql.ref(column)} = any(array(
    select c.id from channel_users cu join channels c on cu.channel_id in (c.id, c.test_of) where cu.user_id = ${actor.id}::uuid))`
}
