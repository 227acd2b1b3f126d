import type { LinkMove, LinkSide, LinkState } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { ChannelRecord } from './channel-rows.ts'

export type LinkStep = { venueId: string; move: LinkMove; from: LinkState; to: LinkState }
type Applying = { channel: ChannelRecord; steps: readonly LinkStep[]; side: LinkSide; reason: string | null }

/** Whoever of the platform's own people moves a link moves it as administrator; everybody else of a company as the venue. */
export const sideOf = (ctx: Ctx): LinkSide => {
  if (ctx.actor.kind === 'channel') return 'channel'
  return ctx.scope.kind === 'all' && ctx.ability.can('update', 'booking-channels') ? 'admin' : 'venue'
}

const waiting: readonly LinkState[] = ['action_required', 'requested', 'in_review']
/** Screens hear of so many links one by one; after more of them they load by themselves. */
const toldAtMost = 200
const firstCheckMinutes = 1

/** Links of one channel, locked, in the order of their venues; missing ones are made as not enabled first. */
export const lockLinks = async (ctx: Ctx, channelId: string, venueIds: readonly string[]): Promise<Map<string, LinkState>> => {
  const now = ctx.clock().toString()
  await sql`
    insert into channel_venues (venue_id, channel_id, state, created_at, updated_at)
    select id, ${channelId}::uuid, 'not_enabled', ${now}::timestamptz, ${now}::timestamptz from unnest(${[...venueIds]}::uuid[]) as id order by id
    on conflict (venue_id, channel_id) do nothing`.execute(ctx.db)
  const { rows } = await sql<{ venueId: string; state: LinkState }>`
    select venue_id, state from channel_venues where channel_id = ${channelId} and venue_id = any(${[...venueIds]}::uuid[])
    order by venue_id for update`.execute(ctx.db)
  return new Map(rows.map(({ venueId, state }) => [venueId, state]))
}

/** Moves locked links: state, history, and word to the screens. The database refuses what is not legal, whoever asks. */
export const applyMoves = async (ctx: Ctx, { channel, steps, side, reason }: Applying): Promise<void> => {
  if (!steps.length) return
  const now = ctx.clock()
  const json = JSON.stringify(steps)
  const rows = sql`json_to_recordset(${json}::json) as s ("venueId" uuid, move text, "from" text, "to" text)`
  const firstCheck = channel.checkUrl === null ? null : now.add({ minutes: firstCheckMinutes }).toString()
  await sql`
    update channel_venues cv set state = s."to", reason = ${reason}, updated_at = ${now.toString()}::timestamptz, version = cv.version + 1, checks = 0,
      next_check_at = case when s."to" = any(${[...waiting]}::text[]) then ${firstCheck}::timestamptz end
    from ${rows} where cv.channel_id = ${channel.id} and cv.venue_id = s."venueId"`.execute(ctx.db)
  await sql`
    insert into link_events (venue_id, channel_id, move, from_state, to_state, side, actor_kind, actor_id, actor_name, reason, at)
    select s."venueId", ${channel.id}::uuid, s.move, s."from", s."to", ${side}, ${ctx.actor.kind}, ${ctx.actor.id}, ${ctx.actor.name}, ${reason},
      ${now.toString()}::timestamptz from ${rows}`.execute(ctx.db)
  for (const { venueId, to } of steps.slice(0, toldAtMost))
    await ctx.ports.live.publish(ctx, { type: 'channel', venueId, id: channel.id, kind: to })
}
