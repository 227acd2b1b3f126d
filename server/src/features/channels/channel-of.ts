import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ChannelRecord } from './channel-rows.ts'

/**
 * To which channels a reservation system may connect its venues, as a condition on the channels called `alias`: partners that are not closed to it. Tills, desks and widgets are the houses' own matter; it knows those that sell a venue of its already.
 * What another partner tries things out with is that partner's own matter as well.
 */
export const openToSystem = (systemId: string, alias: string): RawBuilder<SqlBool> => {
  const id = sql.ref(`${alias}.id`)
  const [test, testOf, testOfSystem] = ['test', 'test_of', 'test_of_system'].map((column) => sql.ref(`${alias}.${column}`))
  const linked = sql`exists (
      select from channel_venues cv join venues v on v.id = cv.venue_id
      where cv.channel_id = ${id} and cv.state <> 'not_enabled' and v.system_id = ${systemId})`
  return sql<SqlBool>`(not exists (select from closed_channels sc where sc.channel_id = ${id} and sc.system_id = ${systemId})
    and (${linked} or (${sql.ref(`${alias}.type`)} = 'partner' and (not ${test} or ${testOfSystem} = ${systemId}
      or (${testOf} is null and ${testOfSystem} is null)))))`
}

/** One channel, or `channel.not_found`; to a reservation system one that is closed to it does not exist, nor another one to a channel and its people. */
export const channelOf = async (ctx: Ctx, id: string): Promise<ChannelRecord> => {
  const { scope } = ctx
  const channel = await ctx.db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .where(ofScopedChannels(ctx, 'channels.id'))
    .$if(scope.kind === 'system', (query) => query.where(openToSystem(scope.kind === 'system' ? scope.systemId : '', 'channels')))
    .executeTakeFirst()
  if (!channel) throw new Problem('channel.not_found')
  return channel
}
