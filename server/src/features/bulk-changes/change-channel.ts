import { linkMovesFrom, type LinkState } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import { channelOf, lockLinks, moveLink, sideOf } from '#src/features/channels/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ChangeOf, changedSince, type Finding, type Kind, refused, unchanged } from './bulk-kind.ts'

type Move = ChangeOf<'channel'>['move']
type Standing = { id: string; archived: boolean; sameWorld: boolean; state: LinkState }

/** Where a venue stands that needs no such move any more. */
const there: Record<Move, readonly LinkState[]> = {
  connect: ['action_required', 'requested', 'in_review', 'live', 'paused'],
  pause: ['paused'],
  resume: ['live'],
}
/** A venue that was connected again after a refusal has no way back to it. */
const back: Record<Move, { from: LinkState; move: 'disconnect' | 'resume' | 'pause' }> = {
  connect: { from: 'not_enabled', move: 'disconnect' },
  pause: { from: 'live', move: 'resume' },
  resume: { from: 'paused', move: 'pause' },
}

const standings = async (ctx: Ctx, channelId: string, ids: readonly string[]): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select v.id, v.archived_at is not null as archived, v.test = c.test as same_world, coalesce(cv.state, 'not_enabled') as state
    from venues v join channels c on c.id = ${channelId} left join channel_venues cv on cv.venue_id = v.id and cv.channel_id = ${channelId}
    where v.id = any(${[...ids]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  return rows
}
/** Nobody else moves the link until the transaction ends. */
const stateAt = async (ctx: Ctx, channelId: string, id: string): Promise<LinkState> => {
  const [found] = await standings(ctx, channelId, [id])
  if (!found) throw new Problem('venue.not_found')
  return (await lockLinks(ctx, channelId, [id])).get(id)!
}

const findingAt = (ctx: Ctx, { archived, sameWorld, state }: Standing, move: Move): Finding => {
  // Venues to try things out have channels of their own.
  if (!sameWorld) return refused(new Problem('channel.not_found'))
  if (there[move].includes(state)) return unchanged
  if (archived) return refused(new Problem('venue.archived'))
  return linkMovesFrom(state, sideOf(ctx)).includes(move)
    ? { outcome: 'changed', fields: ['state'] }
    : refused(new Problem('channel.move_illegal'))
}

export const changeChannel: Kind<ChangeOf<'channel'>> = {
  right: ['update', 'channel-management'],
  require: async (ctx, { channelId, move }) => {
    const { active } = await channelOf(ctx, channelId)
    if (!active && move !== 'pause') throw new Problem('channel.inactive')
  },
  survey: async (ctx, { channelId, move }, ids) =>
    new Map((await standings(ctx, channelId, ids)).map((standing) => [standing.id, findingAt(ctx, standing, move)])),
  apply: async (ctx, { channelId, move }, id) => {
    const before = await stateAt(ctx, channelId, id)
    if (there[move].includes(before)) return undefined
    const after = await moveLink(ctx, { venueId: id, channelId, move, reason: null })
    return { before: { state: before }, after: { state: after } }
  },
  undo: async (ctx, { channelId, move }, { id, before, after }) => {
    const now = await stateAt(ctx, channelId, id)
    if (now !== after['state']) throw changedSince(['state'])
    if (before['state'] !== back[move].from) throw new Problem('undo.impossible')
    await moveLink(ctx, { venueId: id, channelId, move: back[move].move, reason: null })
  },
}
