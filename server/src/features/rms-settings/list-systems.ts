import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { SystemRow, systems } from '@tablewire/contracts/rms/systems'
import { sql, type SqlBool } from 'kysely'
import { inScope, isOfChannels, notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'

type Page = { data: SystemRow[]; total: number; next: string | null }

/** Systems the caller may see venues of, and the built-in book; for the platform all. */
const seenSystems = (ctx: Ctx) =>
  ctx.scope.kind === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(s.type = 'built_in' or exists (select from venues v where v.system_id = s.id and ${inScope(ctx, 'v.id')}))`

/** All systems by name for the platform; for anybody else those that serve venues he may see, and the built-in book. */
export const listSystems = async (ctx: Ctx, query: Received<typeof systems.list>['query']): Promise<Page> => {
  const { filters = {}, limit = 50, offset = 0, after, sort = 'name' } = query
  const wanted = filters.criteria?.trim()
  const now = ctx.clock().toString()
  const where = sql.join(
    [
      seenSystems(ctx),
      ...(wanted ? [sql`(lower(s.name) like lower(${containing(wanted)}) or s.code like lower(${containing(wanted)}))`] : []),
      ...(filters.active === undefined ? [] : [sql`s.active = ${filters.active}`]),
      ...(filters.type === undefined ? [] : [sql`s.type = ${filters.type}`]),
    ],
    sql` and `,
  )
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const [going, beyondSign] = sort === 'name' ? ['asc', '>'] : ['desc', '<']
  const beyond = place ? sql`and (lower(s.name), s.id) ${sql.raw(beyondSign!)} (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<SystemRow & { sortKey: string }>`
    select s.id, s.code, s.name, s.type, s.test, s.sync_algorithm, s.rwg_enabled, s.active, lower(s.name) as sort_key,
      (select count(*)::integer from venues v where v.system_id = s.id and ${notArchived('v.id')} and ${inScope(ctx, 'v.id')}) as venue_count,
      (select count(*)::integer from system_keys k where k.system_id = s.id and (k.expires_at is null or k.expires_at > ${now}::timestamptz)) as key_count,
      (select max(k.last_used_at) from system_keys k where k.system_id = s.id) as last_call_at
    from systems s where ${where} ${beyond}
    order by lower(s.name) ${sql.raw(going!)}, s.id ${sql.raw(going!)} limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from systems s where ${where}`.execute(ctx.db)
  const page = cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...page, total: counted.rows[0]!.total }
}

/** For choosing one: those that serve what the caller sees. */
/** A channel may ask any system for a venue, so that their names are no secret to its people. */
export const listSystemNames = async (
  ctx: Ctx,
  { limit = 1000, onboarding = false }: Received<typeof systems.names>['query'],
): Promise<Result<typeof systems.names>> => {
  const any = onboarding && isOfChannels(ctx) && ctx.ability.can('create', 'onboarding')
  const { rows } = await sql<Result<typeof systems.names>[number]>`
    select s.id, s.code, s.name, s.type from systems s where s.active and not s.test and ${any ? sql`true` : seenSystems(ctx)} order by lower(s.name), s.id limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}
