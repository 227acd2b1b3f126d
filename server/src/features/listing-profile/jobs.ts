import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import type { PhotoSize } from './listing-rows.ts'

/** As long as a change can be taken back, with a day to spare. */
const keepDays = 31
const batchSize = 100

/** Photos that no listing names, and that no undo brings back any more. Row and files go in one transaction. */
export const clearPhotos = async (ctx: Ctx): Promise<number> =>
  transaction(ctx, async (inner) => {
    const before = inner
      .clock()
      .subtract({ hours: 24 * keepDays })
      .toString()
    const { rows } = await sql<{ sizes: PhotoSize[]; original: string }>`
      delete from listing_photos f where f.id in (
        select o.id from listing_photos o left join listing_profiles p on p.venue_id = o.venue_id
        where o.created_at < ${before}::timestamptz and coalesce(p.updated_at, o.created_at) < ${before}::timestamptz
          and not coalesce(p.photos, '[]') @> jsonb_build_array(jsonb_build_object('id', o.id))
        limit ${batchSize} for update of o skip locked)
      returning f.sizes, f.original`.execute(inner.db)
    const originals = [...new Set(rows.map(({ original }) => original))]
    const { rows: used } = await sql<{ original: string }>`
      select distinct f.original from listing_photos f where f.original = any(${originals}::text[])`.execute(inner.db)
    const still = new Set(used.map(({ original }) => original))
    for (const { sizes } of rows) for (const { path } of sizes) await inner.ports.files.remove(path)
    for (const original of originals) if (!still.has(original)) await inner.ports.files.remove(original)
    return rows.length
  })

export const listingJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('listings.clearPhotos', 0), async (ctx) => void (await clearPhotos(ctx)), '23 * * * *'),
]
