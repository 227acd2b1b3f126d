import type { MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import { type RawBuilder, sql } from 'kysely'
import { groupOf } from '#src/features/companies/api.ts'
import { builtInSystemId, inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** What has, or could have, a page at Meta; `venueIds`: those that guests choose from there. */
export type Place = {
  kind: MetaPlaceKind
  id: string
  name: string
  companyId: string
  archived: boolean
  test: boolean
  /** A venue's wish to sign in with the company's app; a group and a company do where there is one. */
  ownSignOn: boolean
  venueIds: readonly string[]
}

const venueOf = async (ctx: Ctx, id: string): Promise<Place> => {
  const { rows } = await sql<Omit<Place, 'kind' | 'venueIds'>>`
    select v.id, v.name, v.company_id, v.archived_at is not null as archived, v.test, v.meta_sso_enabled as own_sign_on
    from venues v where v.id = ${id} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('venue.not_found')
  return { kind: 'venue', ...rows[0], venueIds: [rows[0].id] }
}

const venuesIn = async (ctx: Ctx, where: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where ${where} and v.archived_at is null and not v.test and ${inScope(ctx, 'v.id')} order by lower(v.name), v.id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

const house = { archived: false, test: false, ownSignOn: true }

/** Tenant scope: a group or company is dealt with by those who see all of it. */
const companyOf = async (ctx: Ctx, companyId: string): Promise<{ id: string; name: string } | undefined> => {
  if (ctx.scope.kind !== 'all' && !(ctx.scope.kind === 'company' && ctx.scope.companyId === companyId)) return undefined
  const { rows } = await sql<{ id: string; name: string }>`select c.id, c.name from companies c where c.id = ${companyId}`.execute(ctx.db)
  return rows[0]
}

const placeOf: Record<MetaPlaceKind, (ctx: Ctx, id: string) => Promise<Place>> = {
  venue: venueOf,
  group: async (ctx, id) => {
    const { companyId } = await groupOf(ctx, id)
    if (!(await companyOf(ctx, companyId))) throw new Problem('group.not_found')
    const { rows } = await sql<{ name: string }>`select g.name from groups g where g.id = ${id}`.execute(ctx.db)
    return { kind: 'group', id, name: rows[0]!.name, companyId, ...house, venueIds: await venuesIn(ctx, sql`v.group_id = ${id}`) }
  },
  company: async (ctx, id) => {
    const company = await companyOf(ctx, id)
    if (!company) throw new Problem('company.not_found')
    return { kind: 'company', ...company, companyId: id, ...house, venueIds: await venuesIn(ctx, sql`v.company_id = ${id}`) }
  },
}

export const readPlace = (ctx: Ctx, { kind, id }: { kind: MetaPlaceKind; id: string }): Promise<Place> => placeOf[kind](ctx, id)

/** How a connection of this place names it. */
export const ownersOf = ({ kind, id, companyId }: Pick<Place, 'kind' | 'id' | 'companyId'>) => ({
  companyId,
  groupId: kind === 'group' ? id : null,
  venueId: kind === 'venue' ? id : null,
})

/** The condition that an install (alias `i`) is of this place. */
export const isOf = ({ kind, id }: Pick<Place, 'kind' | 'id'>): RawBuilder<unknown> => {
  if (kind === 'venue') return sql`i.venue_id = ${id}`
  return kind === 'group' ? sql`i.group_id = ${id}` : sql`i.company_id = ${id} and i.group_id is null and i.venue_id is null`
}

/** HU1: with `fbOnboarding` the venues of a system connect their pages themselves; without, the platform does it for them. */
export const mayOnboard = async (ctx: Ctx, { venueIds }: Place): Promise<boolean> => {
  if (ctx.scope.kind === 'all') return true
  const { rows } = await sql`
    select from venues v join systems s on s.id = v.system_id
    where v.id = any(${[...venueIds]}::uuid[]) and s.id <> ${builtInSystemId} and not s.fb_onboarding limit 1`.execute(ctx.db)
  return rows.length === 0
}
