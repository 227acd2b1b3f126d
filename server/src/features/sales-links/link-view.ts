import type { SalesLink } from '@tablewire/contracts/rms/sales-links'
import { type RawBuilder, sql } from 'kysely'
import { brandById } from '#src/features/brands/api.ts'
import { brandOrigin, linkOrigin } from '#src/features/factors/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './sales-rows.ts'

export type LinkRow = Omit<SalesLink, 'url'> & { tokenSealed: string | null; brandId: string | null }

const stateAt = (ctx: Ctx): RawBuilder<unknown> =>
  sql`case when l.revoked_at is not null then 'revoked' when l.expires_at <= ${ctx.clock().toString()}::timestamptz then 'expired' else 'active' end`

/** Of `sales_links l join venues v`. */
export const linkColumns = (ctx: Ctx): RawBuilder<unknown> => sql`
  l.id, l.venue_id, coalesce(v.display_name, v.name) as venue_name, ${stateAt(ctx)} as state, l.lang, l.recipient, l.made_by_name as created_by,
  l.created_at, l.expires_at, l.revoked_at, l.views, l.last_viewed_at, l.token_sealed,
  (select c.brand_id from companies c where c.id = v.company_id) as brand_id,
  (select count(*)::integer from sales_enquiries e where e.link_id = l.id) as enquiries`

/** A token whose key is not here is lost to this process alone: the rest of the list is shown. */
const tokenOf = (ctx: Ctx, sealed: string): string | undefined => {
  try {
    return ctx.ports.secrets.open(sealed)
  } catch {
    return undefined
  }
}

/** At the domain of the brand that the page wears, where it has one; else where the caller is. */
const originFor = async (ctx: Ctx, brandId: string | null): Promise<string> => {
  const brand = brandId === null ? undefined : await brandById(ctx.db, brandId)
  return (brand && (await brandOrigin(ctx, brand.domains))) ?? linkOrigin(ctx)
}

const viewOf = async (ctx: Ctx, { tokenSealed, brandId, ...row }: LinkRow): Promise<SalesLink> => {
  const token = row.state === 'active' && tokenSealed !== null ? tokenOf(ctx, tokenSealed) : undefined
  return { ...row, url: token === undefined ? null : `${await originFor(ctx, brandId)}/sales/${token}` }
}
export const linksView = (ctx: Ctx, rows: readonly LinkRow[]): Promise<SalesLink[]> => Promise.all(rows.map((row) => viewOf(ctx, row)))

export const readLink = async (ctx: Ctx, id: string, { locked = false } = {}): Promise<SalesLink> => {
  const { rows } = await sql<LinkRow>`
    select ${linkColumns(ctx)} from sales_links l join venues v on v.id = l.venue_id
    where l.id = ${id} and ${inScope(ctx, 'l.venue_id')} ${locked ? sql`for update of l` : sql``}`.execute(ctx.db)
  const [link] = await linksView(ctx, rows)
  if (!link) throw new Problem('sales_link.not_found')
  return link
}
