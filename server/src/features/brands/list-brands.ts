import type { BrandDetail, brands } from '@tablewire/contracts/identity/brands'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { detailColumns } from './brand-view.ts'

type Page = { data: BrandDetail[]; total: number; next: string | null }

const sort = 'brand name'

/** All brands by name; `criteria` looks into names and domains. */
export const listBrands = async (
  ctx: Ctx,
  { filters, limit = 50, offset = 0, after }: Received<typeof brands.list>['query'],
): Promise<Page> => {
  const wanted = filters?.criteria?.trim().toLowerCase()
  const where = wanted
    ? sql`(lower(b.name) like ${containing(wanted)} or exists (select from unnest(b.domains) as d (name) where d.name like ${containing(wanted)}))`
    : sql`true`
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`and (lower(b.name), b.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<BrandDetail & { sortKey: string }>`
    select ${detailColumns}, lower(b.name) as sort_key from brands b where ${where} ${beyond}
    order by lower(b.name), b.id limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from brands b where ${where}`.execute(ctx.db)
  const page = cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...page, total: counted.rows[0]!.total }
}
