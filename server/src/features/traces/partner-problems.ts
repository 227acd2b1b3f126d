import type { InstallationProblem } from '@tablewire/contracts/operations/traces'
import { sql } from 'kysely'
import { ofTripadvisor } from '#src/features/licences/api.ts'
import type {} from '#src/features/meta/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

const namedAtMost = 10

/** GO2: pages at Meta where somebody has to do something, or Meta goes on refusing: what passes by itself within the hour is none. */
export const metaPages = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ id: string | null; name: string | null; count: number; since: string }>`
    select v.id, v.name, count(*) over ()::integer as count, i.connected_at as since
    from meta_installs i left join venues v on v.id = i.venue_id
    where (i.state = 'lost' or i.problem is not null) and i.state <> 'gone' and (i.state = 'lost' or i.problem not in ('later', 'unreachable') or i.tries > 5)
    order by i.connected_at, i.id limit ${namedAtMost}`.execute(ctx.db)
  if (!rows[0]) return []
  const venues = rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]))
  return [{ what: 'meta_pages', since: rows[0].since, count: rows[0].count, venues }]
}

/** GO2: venues on sale at Tripadvisor which it cannot tell from others: without an id, or with one that is no number of a page there. */
export const tripadvisorIds = async (ctx: Ctx): Promise<InstallationProblem[]> => {
  const { rows } = await sql<{ id: string; name: string; count: number; since: string }>`
    select v.id, v.name, count(*) over ()::integer as count, min(cv.updated_at) over () as since
    from channel_venues cv join venues v on v.id = cv.venue_id
    where cv.channel_id in (${ofTripadvisor}) and cv.state = 'live' and v.archived_at is null and not v.test
      and (v.tripadvisor_id is null or v.tripadvisor_id !~ '^[0-9]{1,12}$')
    order by lower(v.name), v.id limit ${namedAtMost}`.execute(ctx.db)
  if (!rows[0]) return []
  return [{ what: 'tripadvisor_ids', since: rows[0].since, count: rows[0].count, venues: rows.map(({ id, name }) => ({ id, name })) }]
}
