import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

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
