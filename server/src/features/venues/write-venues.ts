import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Tables } from '#src/platform/db/schema.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { builtInSystemId } from './venue-rows.ts'

/** A column of `venues`, and under which key of a row its value comes. */
export type VenueColumn = { key: string; column: string; type: 'text' | 'double precision' | 'boolean' }

/** Somebody wanted to write a venue that is not, or no longer, the company's. Nothing of it is written. */
class ForeignVenue extends Error {
  override name = 'ForeignVenue'
}
export const requireAll = (written: bigint | undefined, wanted: number): void => {
  if (written !== BigInt(wanted)) throw new ForeignVenue(`of ${wanted} venues ${written ?? 0n} are of the company they are written for`)
}

export const setVenue = async (ctx: Ctx, id: string, changes: UpdateObject<Tables, 'venues'>): Promise<void> => {
  await ctx.db.updateTable('venues').set(changes).where('id', '=', id).execute()
}

/** Waits for every booking of this venue under way, and they for whoever has it. */
export const lockVenue = async (ctx: Ctx, id: string): Promise<void> => {
  await sql`select from venues where id = ${id} for update`.execute(ctx.db)
}

/** Both, one after the other in the order of their ids, so that two who want the same two never wait for each other. */
export const lockVenues = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  for (const id of [...ids].toSorted()) await lockVenue(ctx, id)
}

/** Into the archive, closed, or back as they were, which the database refuses where one is still merged into another; the book's new version turns away whoever decided by the one before. */
export const setArchived = async (ctx: Ctx, ids: readonly string[], archived: boolean): Promise<void> => {
  const now = ctx.clock().toString()
  const state = archived
    ? sql`archived_at = ${now}::timestamptz, archived_active = active, active = false`
    : sql`active = archived_active, archived_at = null, archived_active = null`
  await sql`update venues set ${state}, updated_at = ${now}::timestamptz where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  await sql`update books set version = version + 1, updated_at = ${now}::timestamptz where venue_id = any(${[...ids]}::uuid[])`.execute(
    ctx.db,
  )
}

/** Who was merged into it before goes along, so that its ids need no second look. */
export const setMerged = async (ctx: Ctx, id: string, into: string): Promise<void> => {
  await sql`update venues set merged_into = ${into} where id = ${id} or merged_into = ${id}`.execute(ctx.db)
}

/** Its ids name it again; who was merged into it before stays with the kept one. */
export const setApart = async (ctx: Ctx, id: string): Promise<void> => {
  await sql`update venues set merged_into = null where id = ${id}`.execute(ctx.db)
}

type NewVenues = { companyId: string; batchId: string | null; columns: readonly VenueColumn[] }

/** Venues of the built-in book in one statement, however many; each row has its `id`, `importKey` and a value under every column's key. */
export const insertVenues = async (
  ctx: Ctx,
  { companyId, batchId, columns }: NewVenues,
  rows: readonly { id: string; importKey: string | null }[],
): Promise<void> => {
  const into = sql.join(columns.map(({ column }) => sql.ref(column)))
  // As they stand in the rows: the query builder would write a name of ours as one of the database.
  const values = sql.raw(columns.map(({ key }) => `r."${key}"`).join(', '))
  const types = sql.raw(columns.map(({ key, type }) => `"${key}" ${type}`).join(', '))
  await sql`
    insert into venues (id, company_id, system_id, import_key, import_batch_id, ${into})
    select r.id, ${companyId}, ${builtInSystemId}, r."importKey", ${batchId}, ${values}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "importKey" text, ${types})`.execute(ctx.db)
}

/** Only what is named of each, and only in the company it is named for; whatever else a venue has been given here stays. */
export const updateVenues = async (
  ctx: Ctx,
  columns: readonly VenueColumn[],
  changes: readonly { id: string; companyId: string; fields: object }[],
): Promise<void> => {
  if (!changes.length) return
  const patched = columns.map(({ key, column, type }) => {
    const name = sql.lit(key)
    // A file opens nothing that stands in the archive.
    const open = column === 'active' ? sql`v.archived_at is null and ` : sql``
    return sql`${sql.ref(column)} = ${open}case when r.fields ? ${name} then (r.fields ->> ${name})::${sql.raw(type)} else v.${sql.ref(column)} end`
  })
  const { numAffectedRows } = await sql`
    update venues v set ${sql.join(patched)}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (id uuid, "companyId" uuid, fields jsonb)
    where v.id = r.id and v.company_id = r."companyId"`.execute(ctx.db)
  requireAll(numAffectedRows, changes.length)
}

type Place = { companyId: string; groupId: string | null }

/** Reservations, guests, book and channels stay with the venue; who sees it follows from where it is now. */
export const moveVenues = async (ctx: Ctx, ids: readonly string[], { companyId, groupId }: Place): Promise<void> => {
  await sql`update venues set company_id = ${companyId}, group_id = ${groupId}::uuid, updated_at = ${ctx.clock().toString()}::timestamptz
    where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
}

/**
 * Venues of the group's own company join it; `only`: nobody else is in it afterwards, but those in the archive, which nobody saw when choosing. Who is in
 * it already is not written. One of another company is `venue.not_found`. Answers who came and who had to go.
 */
export const placeInGroup = async (
  ctx: Ctx,
  group: { id: string; companyId: string },
  { venues, only }: { venues: readonly string[]; only: boolean },
): Promise<{ came: string[]; left: string[] }> => {
  const ids = [...new Set(venues)]
  const now = ctx.clock().toString()
  const left = only
    ? await sql<{ id: string }>`
      update venues set group_id = null, updated_at = ${now}::timestamptz
      where group_id = ${group.id} and archived_at is null and id not in (select unnest(${ids}::uuid[])) returning id`.execute(ctx.db)
    : { rows: [] }
  const { rows } = await sql<{ count: number; came: string[] }>`
    with wanted as (select v.id, v.group_id from venues v where v.id = any(${ids}::uuid[]) and v.company_id = ${group.companyId} for update),
      placed as (
        update venues v set group_id = ${group.id}, updated_at = ${now}::timestamptz from wanted w where v.id = w.id and w.group_id is distinct from ${group.id} returning v.id)
    select (select count(*)::integer from wanted) as count, (select coalesce(array_agg(id order by id), '{}')::text[] from placed) as came`.execute(
    ctx.db,
  )
  const { count, came } = rows[0]!
  if (count !== ids.length) throw new Problem('venue.not_found')
  return { came, left: left.rows.map(({ id }) => id) }
}

/** They stay in the company, in no group; who is not in it stays where he is. Answers who left. */
export const leaveGroup = async (ctx: Ctx, groupId: string, venues: readonly string[]): Promise<string[]> => {
  if (!venues.length) return []
  const { rows } = await sql<{ id: string }>`
    update venues set group_id = null, updated_at = ${ctx.clock().toString()}::timestamptz
    where group_id = ${groupId} and id = any(${[...venues]}::uuid[]) returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

const referenced = '23503'

/** In one go; where something here holds on to one of them, one by one, and that one stays. `unless`: a condition on `venues v`. */
export const removeVenues = async (ctx: Ctx, ids: readonly string[], { unless }: { unless: RawBuilder<unknown> }): Promise<void> => {
  try {
    await sql`delete from venues v where v.id = any(${[...ids]}::uuid[]) and not ${unless}`.execute(ctx.db)
  } catch (error) {
    if (sqlCodeOf(error) !== referenced) throw error
    if (ids.length > 1) for (const id of ids) await removeVenues(ctx, [id], { unless })
  }
}

/** The Meta licence begins where there was none; `pageId`: the page that carries the button of this one venue. */
export const grantMeta = async (ctx: Ctx, ids: readonly string[], pageId?: string): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    update venues v set meta_enabled = true, meta_enabled_at = coalesce(v.meta_enabled_at, ${now}::timestamptz),
      meta_page_id = coalesce(${pageId ?? null}, v.meta_page_id), updated_at = ${now}::timestamptz
    where v.id = any(${[...ids]}::uuid[]) and (not v.meta_enabled or v.meta_page_id is distinct from coalesce(${pageId ?? null}, v.meta_page_id))`.execute(
    ctx.db,
  )
}
