import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'

/** A review of a file, judged and placed. */
export type ImportedReview = {
  line: number
  venueId: string
  source: string
  externalId: string
  rating: number | null
  scale: number | null
  title: string | null
  content: string | null
  lang: string | null
  author: string | null
  url: string | null
  visitedOn: string | null
  reservationId: string | null
  publishedAt: string
}
type Named = Pick<ImportedReview, 'venueId' | 'source' | 'externalId'>

/** Which of these are here already, as `venue source id`. */
export const knownReviews = async (ctx: Ctx, rows: readonly Named[]): Promise<Set<string>> => {
  const { rows: known } = await sql<Named>`
    select r.venue_id, r.source, r.external_id from unnest(${rows.map(({ venueId }) => venueId)}::uuid[], ${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ externalId }) => externalId)}::text[]) as x(v, s, e)
    join reviews r on r.venue_id = x.v and r.source = x.s and r.external_id = x.e`.execute(ctx.db)
  return new Set(known.map(({ venueId, source, externalId }) => `${venueId} ${source} ${externalId}`))
}

/**
 * All rows of a chunk in one statement. What is here already stays as it is: a file is older than what channels bring. Returns the lines that came in,
 * with their ids. Must run inside `transaction()`; nobody's bell rings.
 */
export const insertImportedReviews = async (
  ctx: Ctx,
  batchId: string,
  rows: readonly ImportedReview[],
): Promise<{ line: number; id: string }[]> => {
  if (rows.length === 0) return []
  const now = ctx.clock().toString()
  const values = JSON.stringify(rows.map((row) => ({ ...row, id: newId() })))
  const { rows: written } = await sql<{ line: number; id: string }>`
    insert into reviews (id, venue_id, source, external_id, rating, scale, title, content, lang, author, url, visited_on, reservation_id, subratings, media,
      published_at, received_at, import_batch_id, import_line)
    select g.id, g."venueId", g.source, g."externalId", g.rating, g.scale, g.title, g.content, g.lang, g.author, g.url, g."visitedOn", g."reservationId", '[]', '[]',
      g."publishedAt", ${now}::timestamptz, ${batchId}, g.line
    from jsonb_to_recordset(${values}::jsonb) as g (id uuid, line integer, "venueId" uuid, source text, "externalId" text, rating numeric, scale numeric,
      title text, content text, lang text, author text, url text, "visitedOn" date, "reservationId" uuid, "publishedAt" timestamptz)
    order by g."venueId", g.source, g."externalId"
    on conflict do nothing returning import_line as line, id`.execute(ctx.db)
  for (const venueId of new Set(rows.map((row) => row.venueId)))
    await ctx.ports.live.publish(ctx, { type: 'review', venueId, id: null, kind: 'received' })
  return written
}

/** Of an import that is taken back; in the caller's transaction. */
export const removeReviews = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await sql`delete from reviews where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
}
