import type { Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { requireAll } from './write-venues.ts'
import type { BookRules } from './venue-rows.ts'

type WithBook = { venueId: string; book: Book }

/** The books of venues that have none yet; belongs into the transaction that makes the venues. */
export const insertBooks = async (ctx: Ctx, venues: readonly WithBook[]): Promise<void> => {
  if (!venues.length) return
  const books = venues.map(({ venueId, book: { version, areas: _areas, ...rules } }) => ({ venueId, version, rules }))
  await sql`insert into books (venue_id, version, rules)
    select r."venueId", r.version, r.rules from jsonb_to_recordset(${JSON.stringify(books)}::jsonb) as r ("venueId" uuid, version integer, rules jsonb)`.execute(
    ctx.db,
  )
  const areas = venues.flatMap(({ venueId, book }) => book.areas.map((area, position) => ({ ...area, venueId, position })))
  await ctx.db.insertInto('areas').values(areas).execute()
}

/** The version rises, so that nobody books by the hours of before. Areas stay as they are: reservations sit in them. */
export const updateBooks = async (
  ctx: Ctx,
  changes: readonly { venueId: string; companyId: string; rules: BookRules }[],
): Promise<void> => {
  if (!changes.length) return
  const { numAffectedRows } = await sql`
    update books b set rules = r.rules, version = b.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r ("venueId" uuid, "companyId" uuid, rules jsonb)
      join venues v on v.id = r."venueId" and v.company_id = r."companyId"
    where b.venue_id = v.id`.execute(ctx.db)
  requireAll(numAffectedRows, changes.length)
}

type SystemArea = { id: string; name: string; description: string | null; capacity: number | null }

/**
 * Areas by the system's own ids: a known one takes the system's name where it says another, one of the hub with the same name gets the id, and a new
 * one is added. None is taken away here, reservations may sit in it. How many of them changed; then the book's version has risen as well, as
 * whoever edits it now has not seen them.
 */
export const takeSystemAreas = async (ctx: Ctx, venueId: string, areas: readonly SystemArea[]): Promise<number> => {
  await sql`select 1 from books where venue_id = ${venueId} for update`.execute(ctx.db)
  const { rows } = await sql<{ changed: number }>`
    with told as (
        select t.*, row_number() over () as nth from json_to_recordset(${JSON.stringify(areas.map((area) => ({ ...area, own: newId() })))}::json)
          as t (id text, name text, description text, capacity integer, own uuid)),
      named as (
        update areas a set external_id = t.id from told t
        where a.venue_id = ${venueId} and a.external_id is null and a.archived_at is null and lower(a.name) = lower(t.name)
          and not exists (select from areas k where k.venue_id = a.venue_id and k.external_id = t.id)
        returning a.external_id),
      renamed as (
        update areas a set name = t.name from told t
        where a.venue_id = ${venueId} and a.external_id = t.id and a.name <> t.name
          and not exists (select from areas k where k.venue_id = a.venue_id and lower(k.name) = lower(t.name) and k.id <> a.id and k.archived_at is null)
        returning a.external_id),
      added as (
        insert into areas (venue_id, id, name, description, capacity, by_default, position, external_id)
        select ${venueId}, t.own, t.name, coalesce(t.description, ''), coalesce(nullif(t.capacity, 0), 1), false,
          (select coalesce(max(k.position), 0) from areas k where k.venue_id = ${venueId}) + t.nth, t.id
        from told t where not exists (
          select from areas k where k.venue_id = ${venueId}
            and (k.external_id = t.id or (k.archived_at is null and lower(k.name) = lower(t.name))))
        returning external_id)
    select (select count(*) from named)::int + (select count(*) from renamed)::int + (select count(*) from added)::int as changed`.execute(
    ctx.db,
  )
  const { changed } = rows[0]!
  if (changed) await sql`update books set version = version + 1 where venue_id = ${venueId}`.execute(ctx.db)
  return changed
}
