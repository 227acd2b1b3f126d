import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import type { ReplyState } from '@tablewire/contracts/reviews/reviews'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Cell, Table } from '#src/platform/excel/write-workbook.ts'
import { conditionsOf, type Filters } from './list-reviews.ts'

const columns = ['day', 'venue', 'source', 'rating', 'scale', 'stars', 'title', 'text', 'language', 'author', 'reply', 'id'] as const
const widths: Partial<Record<(typeof columns)[number], number>> = { venue: 28, title: 28, text: 60, author: 18, reply: 18, id: 38 }
export type ReviewWords = {
  columns: Readonly<Record<(typeof columns)[number], string>>
  replies: Readonly<Record<ReplyState | 'none', string>>
  own: string
}

type Row = {
  id: string
  day: string
  venue: string
  source: string
  rating: number | null
  scale: number | null
  stars: number | null
  title: string | null
  text: string | null
  language: string | null
  author: string | null
  reply: ReplyState | null
}

const cellsOf = (row: Row, words: ReviewWords): Cell[] => [
  { value: new Date(`${row.day}T00:00Z`), format: 'day' },
  row.venue,
  sourceName(row.source, words.own),
  row.rating,
  row.scale,
  row.stars,
  row.title,
  row.text,
  row.language,
  row.author,
  words.replies[row.reply ?? 'none'],
  row.id,
]

const rowsAtOnce = 1000
/** One pass over all rows, a chunk in memory at a time (a database cursor). */
const rowsOf = async function* (ctx: Ctx, filters: Filters, words: ReviewWords) {
  await sql`declare exported_reviews no scroll cursor for
    select r.id, (r.published_at at time zone v.time_zone)::date as day, v.name as venue, r.source, r.rating::float8 as rating, r.scale::float8 as scale,
      r.stars, r.title, r.content as text, r.lang as language, r.author, r.reply_state as reply
    from reviews r join venues v on v.id = r.venue_id where ${conditionsOf(ctx, filters)} order by r.published_at, r.id`.execute(ctx.db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from exported_reviews`.execute(ctx.db)
    for (const row of rows) yield cellsOf(row, words)
    if (rows.length < rowsAtOnce) return
  }
}

/** Exactly the reviews of the inbox with that filter, the oldest first, each on the day that it was at its venue. */
export const reviewTable = async (
  ctx: Ctx,
  filters: Filters,
  { name, words }: { name: string; words: ReviewWords },
): Promise<{ table: Table; total: number }> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from reviews r where ${conditionsOf(ctx, filters)}`.execute(ctx.db)
  const table = {
    name,
    columns: columns.map((column) => ({ header: words.columns[column], width: widths[column] ?? 11 })),
    rows: rowsOf(ctx, filters, words),
  }
  return { table, total: rows[0]!.total }
}
