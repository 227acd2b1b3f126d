import type { CompanyTree, TreeVenue } from '@tablewire/contracts/estate/companies'
import { sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readCompany } from './company-view.ts'

/** More than anybody reads as a tree. */
const most = 500

type Row = TreeVenue & { groupId: string | null }

export const companyTree = async (ctx: Ctx, id: string): Promise<CompanyTree> => {
  const { name, venueCount } = await readCompany(ctx, id)
  const [groups, venues] = await Promise.all([
    ctx.db
      .selectFrom('groups')
      .select(['id', 'name', 'logo'])
      .where('companyId', '=', id)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute(),
    sql<Row>`
      select v.id, v.name, v.city, v.active, v.group_id, (
        select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'capacity', a.capacity) order by a.position, a.id), '[]')
        from areas a where a.venue_id = v.id and a.archived_at is null) as areas
      from venues v where v.company_id = ${id} and ${notArchived('v.id')} and ${inScope(ctx, 'v.id')} order by lower(v.name), v.id limit ${most}`.execute(
      ctx.db,
    ),
  ])
  const of = (groupId: string | null): TreeVenue[] =>
    venues.rows.filter((venue) => venue.groupId === groupId).map(({ groupId: _groupId, ...venue }) => venue)
  return { id, name, groups: groups.map((group) => ({ ...group, venues: of(group.id) })), venues: of(null), venueTotal: venueCount }
}
