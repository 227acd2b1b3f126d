import { partBytesMax } from '@tablewire/contracts/import/import'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** What of a tenant lies in files: they go before its rows, which alone know where they are. */
export const removeFiles = async (ctx: Ctx, companyId: string): Promise<void> => {
  const { rows } = await sql<{ key: string }>`
    with houses as (select id from venues where company_id = ${companyId}), people as (select id from users where company_id = ${companyId})
    select e.file_key as key from exports e where e.file_key is not null and e.user_id in (select id from people)
    union select s ->> 'path' from listing_photos f cross join jsonb_array_elements(f.sizes) s where f.venue_id in (select id from houses)
    union select f.original from listing_photos f where f.venue_id in (select id from houses)
    union select a.file_key from onboarding_attachments a where a.author_id in (select id from people)
    union select 'imports/' || b.id || '/' || lpad(n::text, 5, '0') from import_batches b
      cross join generate_series(0, ceil(b.file_bytes / ${partBytesMax}::numeric)::integer - 1) n
      where b.company_id = ${companyId} or b.venue_id in (select id from houses)`.execute(ctx.db)
  for (const { key } of rows) await ctx.ports.files.remove(key)
}
