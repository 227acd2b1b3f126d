import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { isFor, slugOf } from './slug-of.ts'
import type {} from './slug-rows.ts'

type Row = { id: string; name: string; city: string | null; slug: string | null }

const isTaken = async (ctx: Ctx, slug: string, venueId: string): Promise<boolean> => {
  const { rows } = await sql`select from venue_slugs s where s.slug = ${slug} and s.venue_id <> ${venueId}`.execute(ctx.db)
  return rows.length > 0
}

const freeSlug = async (ctx: Ctx, wanted: string, venueId: string): Promise<string> => {
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    if (!(await isTaken(ctx, slug, venueId))) return slug
  }
}

const give = async (ctx: Ctx, { id, name, city, slug }: Row): Promise<void> => {
  const wanted = slugOf(name, city)
  if (slug !== null && isFor(slug, wanted)) return
  const next = await freeSlug(ctx, wanted, id)
  const now = ctx.clock().toString()
  await sql`update venue_slugs set current = false where venue_id = ${id} and current`.execute(ctx.db)
  await sql`
    insert into venue_slugs (slug, venue_id, made_at) values (${next}, ${id}, ${now})
    on conflict (slug) do update set current = true where venue_slugs.venue_id = excluded.venue_id`.execute(ctx.db)
}

/** Gives each of these venues that is listed the address its name asks for; the one it had before goes on leading to it. */
export const namePages = async (ctx: Ctx, venueIds: readonly string[]): Promise<void> =>
  transaction(ctx, async (inner) => {
    // One at a time: two venues of a name must not be given the same address.
    await sql`select pg_advisory_xact_lock(hashtext('venue_slugs'))`.execute(inner.db)
    const { rows } = await sql<Row>`
      select v.id, coalesce(v.display_name, v.name) as name, v.city, s.slug from venues v left join venue_slugs s on s.venue_id = v.id and s.current
      where v.id = any(${[...venueIds]}::uuid[]) and v.listing_enabled and v.archived_at is null order by v.id`.execute(inner.db)
    for (const row of rows) await give(inner, row)
  })

/** The path of a venue's public page; null = it has none. */
export const pagePathOf = async (ctx: Ctx, venueId: string): Promise<string | null> => {
  const { rows } = await sql<{ slug: string }>`select s.slug from venue_slugs s where s.venue_id = ${venueId} and s.current`.execute(ctx.db)
  return rows[0] ? `/r/${rows[0].slug}` : null
}
