import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** The condition "this venue column is within what the caller may see". Belongs into every statement on venues' data. */
export const inScope = (ctx: Ctx, column: string): RawBuilder<SqlBool> => {
  const venueId = sql.ref(column)
  switch (ctx.scope.kind) {
    case 'all':
      return sql<SqlBool>`true`
    case 'venues':
      return sql<SqlBool>`${venueId} = any(${[...ctx.scope.ids]}::uuid[])`
    case 'company':
      return sql<SqlBool>`${venueId} in (select id from venues where company_id = ${ctx.scope.companyId})`
    case 'channel':
      return sql<SqlBool>`${venueId} in (select venue_id from live_links where channel_id = ${ctx.scope.channelId})`
    case 'channels':
      return sql<SqlBool>`${venueId} in (select venue_id from live_links where channel_id = any(${[...ctx.scope.channelIds]}::uuid[]))`
    case 'system':
      return sql<SqlBool>`${venueId} in (select id from venues where system_id = ${ctx.scope.systemId})`
  }
}

/** The condition "this venue is not given up". Asked of the index of the archive, so that a list is still counted from indexes alone. */
export const notArchived = (column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select from venues archived where archived.id = ${sql.ref(column)} and archived.archived_at is not null)`

/** A channel, or somebody of one or several: of a house he sees what he sells there. */
export const isOfChannels = ({ scope }: Ctx): boolean => scope.kind === 'channel' || scope.kind === 'channels'

/** A channel or a reservation system, or somebody of one: of a house he knows what is of his side. */
export const isOfPartner = (ctx: Ctx): boolean => isOfChannels(ctx) || ctx.scope.kind === 'system'

/** The condition "this column's channel is one the caller may know of": who sells for a channel sees it, and not who else sells there. */
export const ofScopedChannels = ({ scope }: Ctx, column: string): RawBuilder<SqlBool> => {
  if (scope.kind === 'channel') return sql<SqlBool>`${sql.ref(column)} = ${scope.channelId}::uuid`
  if (scope.kind === 'channels') return sql<SqlBool>`${sql.ref(column)} = any(${[...scope.channelIds]}::uuid[])`
  return sql<SqlBool>`true`
}

/**
 * The condition "this booking, of a house in sight, is of the caller's own side": what came by another channel is none of a channel's, and what a house
 * booked in an earlier system none of its new one's.
 */
export const ofOwnSide = (ctx: Ctx, table: string): RawBuilder<SqlBool> =>
  ctx.scope.kind === 'system'
    ? sql<SqlBool>`${sql.ref(`${table}.system_id`)} = ${ctx.scope.systemId}::uuid`
    : ofScopedChannels(ctx, `${table}.channel_id`)

/** By which channels somebody of a partner may narrow a question down; undefined = by any; who sees no house at all, as an agent who is bound to nothing, asks about nobody's. */
export const ownChannels = ({ scope }: Ctx): readonly string[] | undefined => {
  switch (scope.kind) {
    case 'channel':
      return [scope.channelId]
    case 'channels':
      return scope.channelIds
    case 'venues':
      return scope.ids.length === 0 ? [] : undefined
    default:
      return undefined
  }
}

/** By which systems: whoever is of a channel is not told in which a house stands. */
export const ownSystems = (ctx: Ctx): readonly string[] | undefined =>
  ctx.scope.kind === 'system' ? [ctx.scope.systemId] : ownChannels(ctx) && []

type SideFilters = { [name in 'channelId' | 'rmsId']?: readonly string[] | undefined }
/** Of other partners nobody's people learn anything, not even that they are there. */
export const requireOwnSide = (ctx: Ctx, { channelId = [], rmsId = [] }: SideFilters, at = ''): void => {
  const channels = ownChannels(ctx)
  if (channels && !channelId.every((id) => channels.includes(id.toLowerCase())))
    throw new Problem('channel.not_found', {}, { [`${at}channelId`]: [{ issue: 'invalid' }] })
  const systems = ownSystems(ctx)
  if (systems && !rmsId.every((id) => systems.includes(id.toLowerCase())))
    throw new Problem('system.not_found', {}, { [`${at}rmsId`]: [{ issue: 'invalid' }] })
}
