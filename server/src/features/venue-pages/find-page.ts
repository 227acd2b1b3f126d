import type { Brand } from '@tablewire/contracts/identity/brands'
import type { ListingProfile } from '@tablewire/contracts/listing/profile'
import { sql } from 'kysely'
import { brandOfHost, brandOfVenue } from '#src/features/brands/api.ts'
import { listingProfilesOf } from '#src/features/listing-profile/api.ts'
import { mergedInto } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './slug-rows.ts'

/** `moved`: it stands at another address now. `gone`: why there is no page. */
export type FoundPage =
  | { kind: 'page'; slug: string; profile: ListingProfile; brand: Brand }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone'; why: 'unknown' | 'off' | 'closed'; brand: Brand }

const currentSlug = async (ctx: Ctx, venueId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ slug: string }>`select s.slug from venue_slugs s where s.venue_id = ${venueId} and s.current`.execute(ctx.db)
  return rows[0]?.slug
}

/** Far more than any address of ours; what is longer, or no text, is none. */
const longestSlug = 300

/** What stands at an address, for anybody. */
export const findPage = async (ctx: Ctx, slug: string, host: string): Promise<FoundPage> => {
  if (slug.length > longestSlug || slug.includes('\0')) return { kind: 'gone', why: 'unknown', brand: await brandOfHost(ctx.db, host) }
  const { rows } = await sql<{ venueId: string; current: boolean }>`
    select s.venue_id, s.current from venue_slugs s where s.slug = ${slug.toLowerCase()}`.execute(ctx.db)
  const [row] = rows
  if (!row) return { kind: 'gone', why: 'unknown', brand: await brandOfHost(ctx.db, host) }
  const kept = await mergedInto(ctx, row.venueId)
  const moved = kept !== undefined || !row.current || slug !== slug.toLowerCase() ? await currentSlug(ctx, kept ?? row.venueId) : undefined
  if (moved !== undefined && moved !== slug) return { kind: 'moved', slug: moved }
  const [profiles, brand] = await Promise.all([listingProfilesOf(ctx, [row.venueId]), brandOfVenue(ctx, row.venueId)])
  const profile = profiles.get(row.venueId)
  if (!profile) return { kind: 'gone', why: 'unknown', brand }
  if (profile.status === 'closed_for_good') return { kind: 'gone', why: 'closed', brand }
  return profile.enabled ? { kind: 'page', slug, profile, brand } : { kind: 'gone', why: 'off', brand }
}
