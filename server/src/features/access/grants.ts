import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { DefaultedInstant, InstantColumn } from '#src/platform/db/schema.ts'

/** Single venues given to a person; those of a group are written by the database from `user_groups`. */
type UserVenues = { userId: string; venueId: string }
type UserGroups = { userId: string; groupId: string }
/** Agents see what their channel sells, or what their reservation system runs. */
type ChannelUsers = { channelId: string; userId: string; createdAt: DefaultedInstant }
type SystemUsers = { userId: string; systemId: string; createdAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    userVenues: UserVenues
    userGroups: UserGroups
    channelUsers: ChannelUsers
    systemUsers: SystemUsers
  }
}

type Grant = { userId: string; venues?: readonly string[]; groups?: readonly string[] }

export const grantVenues = async (ctx: Ctx, { userId, venues = [], groups = [] }: Grant): Promise<void> => {
  if (venues.length)
    await sql`insert into user_venues (user_id, venue_id) select ${userId}, unnest(${[...new Set(venues)]}::uuid[])`.execute(ctx.db)
  if (groups.length)
    await sql`insert into user_groups (user_id, group_id) select ${userId}, unnest(${[...new Set(groups)]}::uuid[])`.execute(ctx.db)
}

/** More venues, or fewer, of somebody who sees single ones. */
export const regrantVenues = async (
  ctx: Ctx,
  userId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> => {
  if (remove.length) await sql`delete from user_venues where user_id = ${userId} and venue_id = any(${[...remove]}::uuid[])`.execute(ctx.db)
  if (add.length)
    await sql`insert into user_venues (user_id, venue_id) select ${userId}, unnest(${[...new Set(add)]}::uuid[]) on conflict do nothing`.execute(
      ctx.db,
    )
}

/** Who was given a venue singly is given the other one as well, and keeps the first; answers who did not see it before. */
export const grantAlike = async (ctx: Ctx, { from, to }: { from: string; to: string }): Promise<string[]> => {
  const { rows } = await sql<{ userId: string }>`
    insert into user_venues (user_id, venue_id) select uv.user_id, ${to} from user_venues uv
    where uv.venue_id = ${from} and not exists (select from user_groups ug where ug.user_id = uv.user_id)
    order by uv.user_id on conflict do nothing returning user_id`.execute(ctx.db)
  return rows.map(({ userId }) => userId)
}

export const giveGroup = async (ctx: Ctx, groupId: string, users: readonly string[]): Promise<void> => {
  await sql`insert into user_groups (user_id, group_id) select unnest(${[...users]}::uuid[]), ${groupId} on conflict do nothing`.execute(
    ctx.db,
  )
}

/** Whatever was given, by group or singly. */
export const revokeVenues = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.deleteFrom('userGroups').where('userId', '=', userId).execute()
  await ctx.db.deleteFrom('userVenues').where('userId', '=', userId).execute()
}

type ChannelAgent = { channelId: string; userId: string }

/** Idempotent. */
export const bindToChannel = async (ctx: Ctx, agent: ChannelAgent): Promise<void> => {
  await ctx.db
    .insertInto('channelUsers')
    .values({ ...agent, createdAt: ctx.clock().toString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const unbindFromChannel = async (ctx: Ctx, { channelId, userId }: ChannelAgent): Promise<void> => {
  await ctx.db.deleteFrom('channelUsers').where('channelId', '=', channelId).where('userId', '=', userId).execute()
}

type SystemAgent = { systemId: string; userId: string }

export const bindToSystem = async (ctx: Ctx, agent: SystemAgent): Promise<void> => {
  await ctx.db
    .insertInto('systemUsers')
    .values({ ...agent, createdAt: ctx.clock().toString() })
    .execute()
}

/** False = the user was not bound to it. */
export const unbindFromSystem = async (ctx: Ctx, { systemId, userId }: SystemAgent): Promise<boolean> => {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('systemUsers')
    .where('systemId', '=', systemId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
