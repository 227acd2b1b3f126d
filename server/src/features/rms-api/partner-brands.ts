import type { ChannelProduct } from '@tablewire/contracts/channels/channel-objects'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { PartnerBrand } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { type RawBuilder, sql } from 'kysely'
import { insertGroup, ownIdOf, setGroup } from '#src/features/access/api.ts'
import { invalidateAllUsers } from '#src/features/people/api.ts'
import { inScope, placeInGroup, venueIdOf } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { readPartnerCompany } from './partner-companies.ts'
import { giveOwnId, partnerIdOf } from './partner-ids.ts'
import { companiesInScope } from './companies-in-scope.ts'

/** Tenant scope: of companies the caller sees; with a scope of single venues the groups that hold one of them. */
const seenGroups = (ctx: Ctx): RawBuilder<unknown> =>
  ctx.scope.kind === 'venues'
    ? sql`exists (select from venues v where v.group_id = g.id and ${inScope(ctx, 'v.id')})`
    : companiesInScope(ctx)

/** A channel of Meta as a whole stands for both. */
const soldOn = (place: ChannelProduct): RawBuilder<unknown> => sql`exists (
  select from venues v join channel_venues cv on cv.venue_id = v.id and cv.state = 'live' join channels ch on ch.id = cv.channel_id and ch.active
  where v.group_id = g.id and v.archived_at is null and ch.product in ('meta', ${place}))`

type Listed = PartnerBrand & { sortKey: string }
/** The partners' brands are our groups of venues; of their venues only those the caller sees are named. */
const select = async (ctx: Ctx, rest: RawBuilder<unknown>): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select lower(g.name) as sort_key, g.id, ${ownIdOf(ctx, 'group', sql`g.id`)} as external_id, g.name,
      json_build_object('id', c.id, 'externalId', ${ownIdOf(ctx, 'company', sql`c.id`)}, 'name', c.name) as company, nullif(g.logo, '') as logo, g.fb_install_link,
      ${soldOn('facebook')} as fb_installed, ${soldOn('instagram')} as ig_installed, (
      select coalesce(json_agg(json_build_object('id', v.id, 'externalId', v.external_id, 'name', v.name) order by lower(v.name), v.id), '[]')
      from venues v where v.group_id = g.id and v.archived_at is null and ${inScope(ctx, 'v.id')}) as venues, g.created_at, g.updated_at
    from groups g join companies c on c.id = g.company_id where ${seenGroups(ctx)} and ${rest}`.execute(ctx.db)
  return rows
}

export const listPartnerBrands = async (
  ctx: Ctx,
  { filters, offset = 0, limit = 50, after }: Received<typeof partners.brands>['query'],
): Promise<Result<typeof partners.brands>> => {
  const like = filters?.criteria ? sql`lower(g.name) like lower(${containing(filters.criteria)})` : sql`true`
  const place = after === undefined ? undefined : readNameCursor(after, 'name')
  const beyond = place ? sql`and (lower(g.name), g.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    select(ctx, sql`${like} ${beyond} order by lower(g.name), g.id limit ${limit + 1} offset ${offset}`),
    sql<{ total: number }>`
      select count(*)::integer as total from groups g join companies c on c.id = g.company_id where ${seenGroups(ctx)} and ${like}`.execute(
      ctx.db,
    ),
  ])
  const cut = cutNames(page, limit, { sort: 'name', placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...cut, total: counted.rows[0]!.total }
}

export const readPartnerBrand = async (ctx: Ctx, id: string): Promise<PartnerBrand> => {
  const [brand] = await select(ctx, sql`g.id = ${id}`)
  if (!brand) throw new Problem('group.not_found')
  return brand
}

const toldOf = ({ externalId, name, venues }: PartnerBrand) => ({ partnerId: externalId, name, venues: venues.map(({ id }) => id) })

const placeVenues = async (ctx: Ctx, group: { id: string; companyId: string }, refs: readonly string[]): Promise<void> => {
  const ids: string[] = []
  for (const ref of new Set(refs)) ids.push(await venueIdOf(ctx, ref))
  await placeInGroup(ctx, group, { venues: ids, only: false })
}

const requireOwn = async (ctx: Ctx, companyId: string): Promise<void> => {
  if (!(await readPartnerCompany(ctx, companyId)).own) throw new Problem('access.denied')
}

export const createPartnerBrand = async (
  ctx: Ctx,
  { companyId: company, externalId, name, venues = [] }: Received<typeof partners.createBrand>['body'],
): Promise<PartnerBrand> =>
  transaction(ctx, async (inner) => {
    const companyId = await partnerIdOf(inner, 'company', company)
    await requireOwn(inner, companyId)
    const id = newId()
    await insertGroup(inner, { id, companyId, name, logo: '' })
    await giveOwnId(inner, { kind: 'group', id }, externalId)
    await placeVenues(inner, { id, companyId }, venues)
    const brand = await readPartnerBrand(inner, id)
    await audit(inner, { action: 'group.created', subject: 'group', subjectId: id, companyId, after: toldOf(brand) })
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
    return brand
  })

export const updatePartnerBrand = async (ctx: Ctx, { params, body }: Received<typeof partners.updateBrand>): Promise<PartnerBrand> =>
  transaction(ctx, async (inner) => {
    const id = await partnerIdOf(inner, 'group', params.id)
    await sql`select from groups where id = ${id} for update`.execute(inner.db)
    const before = await readPartnerBrand(inner, id)
    const companyId = before.company.id
    await requireOwn(inner, companyId)
    await setGroup(inner, id, { name: body.name ?? before.name, version: sql<number>`version + 1`, updatedAt: inner.clock().toString() })
    await giveOwnId(inner, { kind: 'group', id }, body.externalId)
    if (body.venues) await placeVenues(inner, { id, companyId }, body.venues)
    const after = await readPartnerBrand(inner, id)
    await audit(inner, {
      action: 'group.updated',
      subject: 'group',
      subjectId: id,
      companyId,
      before: toldOf(before),
      after: toldOf(after),
    })
    inner.unitOfWork.afterCommit.push(invalidateAllUsers)
    return after
  })
