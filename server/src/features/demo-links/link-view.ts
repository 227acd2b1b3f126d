import type { DemoLink, DemoLinkState } from '@tablewire/contracts/demo/demo-links'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { DemoLinkRecord } from './link-rows.ts'
import { urlOf } from './link-token.ts'

export type NamedLink = DemoLinkRecord & { brandName: string | null; venueName: string | null }

/** The columns of a link, with what it is of. */
export const named = sql`l.*, (select b.name from brands b where b.id = l.brand_id) as brand_name,
  (select coalesce(v.display_name, v.name) from venues v where v.id = l.venue_id) as venue_name`

export const stateOf = (link: DemoLinkRecord, nowMs: number): DemoLinkState => {
  if (link.revokedAt !== null) return 'revoked'
  if (link.tenantEndsAt !== null) return Date.parse(link.tenantEndsAt) > nowMs ? 'open' : 'ended'
  return Date.parse(link.expiresAt) > nowMs ? 'open' : 'expired'
}

export const linkView = async (ctx: Ctx, link: NamedLink): Promise<DemoLink> => ({
  id: link.id,
  customerEmail: link.email,
  lang: link.lang,
  brandId: link.brandId,
  brandName: link.brandName,
  venueId: link.venueId,
  venueName: link.venueName,
  status: link.openedAt === null ? 'pending' : 'done',
  state: stateOf(link, ctx.clock().epochMilliseconds),
  sentAt: link.sentAt,
  timesSent: link.timesSent,
  generatedBy: { id: link.generatedBy, name: link.generatedByName },
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
  openedAt: link.openedAt,
  tenantEndsAt: link.tenantEndsAt,
  url: await urlOf(ctx, link),
})

export const requireLink = async (ctx: Ctx, id: string, { lock = false } = {}): Promise<NamedLink> => {
  const { rows } =
    await sql<NamedLink>`select ${named} from demo_links l where l.id = ${id} ${lock ? sql`for update of l` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('demo_link.not_found')
  return rows[0]
}
