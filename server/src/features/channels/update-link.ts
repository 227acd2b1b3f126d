import type { LinkSettings } from '@tablewire/contracts/channels/channel-objects'
import type { channels } from '@tablewire/contracts/channels/channels'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { VenueLimits } from '@tablewire/contracts/channels/links'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { lockLinks } from './apply-moves.ts'
import { commissionJson, requirePlatform, requireTerms } from './channel-fields.ts'
import { channelOf } from './channel-of.ts'
import { readChannel } from './channel-view.ts'
import { invalidateChannel } from './known-channel.ts'

const find = async (ctx: Ctx, { id, venueId }: { id: string; venueId: string }): Promise<LinkSettings | undefined> =>
  ctx.db
    .selectFrom('channelVenues')
    .select(['venueId', 'channelId', 'state', 'version', 'limits', 'commission', 'bookingMessage'])
    .where('channelId', '=', id)
    .where('venueId', '=', venueId)
    .executeTakeFirst()

const requireBoth = async (ctx: Ctx, { id, venueId }: { id: string; venueId: string }): Promise<void> => {
  await channelOf(ctx, id)
  const venue = await sql`select from venues v where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!venue.rows.length) throw new Problem('venue.not_found')
}

/** Also of a venue that was never linked: nothing holds for it alone then. */
export const readLink = async (ctx: Ctx, params: { id: string; venueId: string }): Promise<LinkSettings> => {
  requirePlatform(ctx)
  await requireBoth(ctx, params)
  const none = { venueId: params.venueId, channelId: params.id, state: 'not_enabled', version: 1 } as const
  return (await find(ctx, params)) ?? { ...none, limits: null, commission: null, bookingMessage: null }
}

/** What holds for one venue on the channel alone; a field that is not named stays. */
export const updateLink = async (ctx: Ctx, { params, body }: Received<typeof channels.updateLink>): Promise<LinkSettings> => {
  requirePlatform(ctx)
  return writeTerms(ctx, params, body)
}

/** What the audit calls the writes that make a link newer. */
const linkActions = ['channel.link_updated', 'channel.link_moved', 'channel.connected', 'channel.disconnected']

type Terms = Received<typeof channels.updateLink>['body']
const writeTerms = (ctx: Ctx, params: { id: string; venueId: string }, body: Terms): Promise<LinkSettings> => {
  requireTerms(body)
  return transaction(ctx, async (inner) => {
    await requireBoth(inner, params)
    await lockLinks(inner, params.id, [params.venueId])
    const before = (await find(inner, params))!
    await refuseStale(inner, {
      code: 'channel.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: params.id,
      venueId: params.venueId,
      actions: linkActions,
    })
    const json = (value: object | null): string | null => value && JSON.stringify(value)
    await inner.db
      .updateTable('channelVenues')
      .set({
        version: before.version + 1,
        ...(body.limits === undefined ? {} : { limits: json(body.limits) }),
        ...(body.commission === undefined ? {} : { commission: commissionJson(body.commission) }),
        ...(body.bookingMessage === undefined ? {} : { bookingMessage: json(body.bookingMessage) }),
      })
      .where('channelId', '=', params.id)
      .where('venueId', '=', params.venueId)
      .execute()
    const after = (await find(inner, params))!
    const { venueId } = params
    await audit(inner, { action: 'channel.link_updated', subject: 'channel', subjectId: params.id, venueId, before, after })
    inner.unitOfWork.afterCommit.push(() => invalidateChannel(params.id))
    return after
  })
}

/** What a venue's own people may see of it: the limits, not what the platform and the channel have agreed on. */
export const readLimits = async (ctx: Ctx, params: { id: string; venueId: string }): Promise<VenueLimits> => {
  await requireBoth(ctx, params)
  const link = await find(ctx, params)
  const channel = await readChannel(ctx, params.id)
  return { limits: link?.limits ?? null, usual: channel.limits, version: link?.version ?? 1 }
}

/** Set by the venue's own people: how much of the house they give to a channel is theirs to say. */
export const limitChannel = async (
  ctx: Ctx,
  { params, body }: { params: { id: string; venueId: string }; body: Pick<Terms, 'limits'> & { version: number } },
): Promise<VenueLimits> => {
  await writeTerms(ctx, params, { limits: body.limits, version: body.version })
  return readLimits(ctx, params)
}
