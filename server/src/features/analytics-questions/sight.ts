import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope, isOfChannels, ofScopedChannels, ownChannels, ownSystems } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
type Narrow = { [name in 'venueId' | 'channelId' | 'rmsId']?: readonly string[] | undefined } & {
  [name in 'companyId' | 'brandId']?: string | undefined
}

/**
 * Houses that may be asked about. For a channel's people also those that no longer sell by it and have bookings of it, as these stand in their list of
 * reservations: written so that the index is asked once for each house, however many bookings the channel has.
 */
export const inSight = (ctx: Ctx): RawBuilder<SqlBool> => {
  const inView = inScope(ctx, 'v.id')
  if (!isOfChannels(ctx)) return inView
  return sql<SqlBool>`(${inView} or (
    select true from reservations sold where ${ofScopedChannels(ctx, 'sold.channel_id')} and sold.venue_id = v.id limit 1))`
}

type Partners = Readonly<Record<'channelId' | 'rmsId', readonly string[]>>
/** On `known_systems s`: a house in sight stands in it, or has bookings of it from other days. */
const knownSystem = (ctx: Ctx): RawBuilder<SqlBool> =>
  ctx.scope.kind === 'all' || ctx.scope.kind === 'system'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(s.type = 'built_in' or exists (select from venues v where v.system_id = s.id and ${inScope(ctx, 'v.id')})
        or exists (select from reservations r where r.system_id = s.id and ${inScope(ctx, 'r.venue_id')}))`

/** Of these those that the caller may know of. All houses are sold by the same channels; of a system that no house in sight has, nobody is told that it is there. */
const partnersKnown = async (ctx: Ctx, { channelId, rmsId }: Partners): Promise<ReadonlySet<string>> => {
  if (channelId.length + rmsId.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from channel_names where id = any(${[...channelId]}::uuid[])
    union all select s.id from known_systems s where s.id = any(${[...rmsId]}::uuid[]) and ${knownSystem(ctx)}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** What is not there, or not any more, is told rather than counted as nought. */
export const requirePartners = async (ctx: Ctx, { channelId = [], rmsId = [] }: Narrow): Promise<void> => {
  const known = await partnersKnown(ctx, { channelId, rmsId })
  if (!channelId.every((id) => known.has(id.toLowerCase())))
    throw new Problem('channel.not_found', {}, { channelId: [{ issue: 'invalid' }] })
  if (!rmsId.every((id) => known.has(id.toLowerCase()))) throw new Problem('system.not_found', {}, { rmsId: [{ issue: 'invalid' }] })
}

export const requireThere = async (ctx: Ctx, { venueId, companyId, brandId }: Narrow): Promise<void> => {
  if (venueId?.length) {
    const { rows } = await sql<{ known: number }>`
      select count(*)::integer as known from venues v where v.id = any(${venueId}::uuid[]) and ${inSight(ctx)}`.execute(ctx.db)
    if (rows[0]!.known < venueId.length) throw new Problem('venue.not_found', {}, { venueId: [{ issue: 'invalid' }] })
  }
  const has = async (condition: ReturnType<typeof sql>): Promise<boolean> => {
    const { rows } = await sql`select from venues v where ${condition} and ${inSight(ctx)} limit 1`.execute(ctx.db)
    return rows.length > 0
  }
  if (companyId && !(await has(sql`v.company_id = ${companyId}`)))
    throw new Problem('company.not_found', {}, { companyId: [{ issue: 'invalid' }] })
  if (brandId && !(await has(sql`v.group_id = ${brandId}`))) throw new Problem('group.not_found', {}, { brandId: [{ issue: 'invalid' }] })
}

type Ids = Readonly<Record<'venueId' | 'companyId' | 'brandId' | 'channelId' | 'rmsId', readonly string[]>>
/** Of what questions are narrowed down by: that the caller may narrow one down by today. */
export const inSightOf = async (ctx: Ctx, { venueId, companyId, brandId, channelId, rmsId }: Ids): Promise<ReadonlySet<string>> => {
  const [channels, systems] = [ownChannels(ctx), ownSystems(ctx)]
  const known = await partnersKnown(ctx, { channelId, rmsId })
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where v.id = any(${[...venueId]}::uuid[]) and ${inSight(ctx)}
    union all select c.id from companies c where c.id = any(${[...companyId]}::uuid[])
      and exists (select from venues v where v.company_id = c.id and ${inSight(ctx)})
    union all select g.id from groups g where g.id = any(${[...brandId]}::uuid[])
      and exists (select from venues v where v.group_id = g.id and ${inSight(ctx)})`.execute(ctx.db)
  return new Set([
    ...rows.map(({ id }) => id),
    ...channelId.filter((id) => channels?.includes(id) ?? known.has(id)),
    ...rmsId.filter((id) => systems?.includes(id) ?? known.has(id)),
  ])
}
