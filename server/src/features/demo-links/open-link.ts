import { type demo, demoPages } from '@tablewire/contracts/demo/demo-links'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandById, brandOfCompany } from '#src/features/brands/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { isZone } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { secretHash } from '#src/platform/id.ts'
import type { TenantAsk } from '#src/platform/demos.ts'
import { Problem } from '#src/platform/problem.ts'
import { named, type NamedLink, stateOf } from './link-view.ts'

/** A demo lives so long from its first opening. */
export const tenantHours = 48

/** The open link of a token; says why another one opens nothing. */
const openLink = async (ctx: Ctx, token: string, { lock = false } = {}): Promise<NamedLink> => {
  const { rows } = await sql<NamedLink>`
    select ${named} from demo_links l where l.token_hash = ${secretHash(token)} ${lock ? sql`for update of l` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('demo_link.unknown')
  const state = stateOf(rows[0], ctx.clock().epochMilliseconds)
  if (state !== 'open') throw new Problem(`demo_link.${state}`)
  return rows[0]
}

/** What the page of a link wears and speaks, whether it opens or not: first seen is the brand that was promised. */
export const faceOfLink = async (ctx: Pick<Ctx, 'db'>, token: string): Promise<{ brand: Brand | undefined; lang: Lang } | undefined> => {
  const link = await ctx.db
    .selectFrom('demoLinks')
    .select(['lang', 'brandId'])
    .where('tokenHash', '=', secretHash(token))
    .executeTakeFirst()
  return link && { lang: link.lang, brand: link.brandId === null ? undefined : await brandById(ctx.db, link.brandId) }
}

export const lookAtLink = async (ctx: Ctx, token: string): Promise<Result<typeof demo.look>> => {
  const { brandName, venueName, lang, tenantEndsAt, expiresAt } = await openLink(ctx, token)
  const brand = brandName ?? (await brandOfCompany(ctx, null, ctx.origin.host)).name
  return { brandName: brand, venueName, lang, running: tenantEndsAt !== null, endsAt: tenantEndsAt ?? expiresAt }
}

const tenantOf = async (
  ctx: Ctx,
  link: NamedLink,
  { timeZone, endsAt }: { timeZone: string | undefined; endsAt: string },
): Promise<TenantAsk> => {
  const [brand, venue] = await Promise.all([
    link.brandId === null ? undefined : ctx.db.selectFrom('brands').selectAll().where('id', '=', link.brandId).executeTakeFirst(),
    link.venueId === null
      ? undefined
      : ctx.db.selectFrom('venues').select(['name', 'cuisine', 'city', 'timeZone']).where('id', '=', link.venueId).executeTakeFirst(),
  ])
  const zone = timeZone !== undefined && isZone(timeZone) ? timeZone : (venue?.timeZone ?? null)
  const restaurant = venue ? { name: venue.name, cuisine: venue.cuisine, city: venue.city } : null
  return { linkId: link.id, lang: link.lang, zone, endsAt, brand: brand ?? null, restaurant }
}

/** The first opening makes the demo, every later one comes back into it. Locked: two who press at once find the same one. */
export const startDemo = async (
  ctx: Ctx,
  token: string,
  { timeZone }: { timeZone?: string | undefined },
): Promise<Result<typeof demo.start>> => {
  if (ctx.ports.demos.most === 0) throw new Problem('demo_link.none_here')
  return transaction(ctx, async (inner) => {
    const link = await openLink(inner, token, { lock: true })
    const now = inner.clock()
    const endsAt = link.tenantEndsAt ?? now.add({ hours: tenantHours }).toString()
    const tenant = await inner.ports.demos.start(await tenantOf(inner, link, { timeZone, endsAt }))
    if (tenant === 'full') throw new Problem('demo_link.full')
    if (link.openedAt === null)
      await inner.db
        .updateTable('demoLinks')
        .set({ openedAt: now.toString(), tenantId: tenant.tenantId, tenantEndsAt: endsAt })
        .where('id', '=', link.id)
        .execute()
    await audit(inner, { action: 'demo_link.opened', subject: 'demo_link', subjectId: link.id, after: { email: link.email } })
    const expiresIn = Math.max(0, Math.floor((Date.parse(endsAt) - now.epochMilliseconds) / 1000))
    return {
      token: {
        access_token: tenant.accessToken,
        // Nothing renews it: the session ends with the demo, and the link opens another one while that lives.
        refresh_token: '',
        token_type: 'Bearer' as const,
        expires_in: expiresIn,
        roles: ['ROLE_MANAGER' as const],
      },
      endsAt,
      lang: link.lang,
    }
  })
}

/** Counts a look at a page of the portal; what is no page of ours is not noted. */
export const noteVisit = async (ctx: Ctx, token: string, page: string): Promise<{ noted: boolean }> => {
  const link = await openLink(ctx, token)
  if (link.openedAt === null || !demoPages.some((known) => known === page)) return { noted: false }
  const now = ctx.clock().toString()
  await ctx.db
    .insertInto('demoVisits')
    .values({ linkId: link.id, page, firstAt: now, lastAt: now })
    .onConflict((conflict) => conflict.columns(['linkId', 'page']).doUpdateSet({ times: sql`demo_visits.times + 1`, lastAt: now }))
    .execute()
  return { noted: true }
}
