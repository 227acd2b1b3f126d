import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** A user bound to single channels, not to all of the platform's. */
export const isOfChannel = ({ ability, actor }: Ctx): boolean =>
  actor.kind === 'user' && ability.can('read', 'webhooks') && !ability.can('read', 'booking-channels')

/** The platform's people see every reservation system, a system itself alone. */
export const ofOwnSystem = ({ scope, ability }: Ctx, column: string): RawBuilder<boolean> => {
  if (scope.kind === 'all' && ability.can('read', 'systems')) return sql<boolean>`true`
  return scope.kind === 'system' ? sql<boolean>`${sql.ref(column)} = ${scope.systemId}::uuid` : sql<boolean>`false`
}

export type Party = 'channel' | 'system'
/** Of endpoints, events and deliveries those of channels alone, or of systems. */
export const ofParty = (table: string, party: Party): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${table}.${party}_id`)} is not null`

/** Tenant scope of endpoints, their events and deliveries, each of which is one channel's or one reservation system's. */
export const ofOwnWebhooks = (ctx: Ctx, table: string): RawBuilder<boolean> =>
  ctx.actor.kind === 'system' && ctx.scope.kind === 'system'
    ? sql<boolean>`${sql.ref(`${table}.system_id`)} = ${ctx.scope.systemId}::uuid`
    : ofOwnChannels(ctx, `${table}.channel_id`)

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
