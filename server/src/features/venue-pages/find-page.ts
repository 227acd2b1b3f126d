import type { Brand } from '@tablewire/contracts/identity/brands'
import type { ListingProfile, ListingSpan } from '@tablewire/contracts/listing/profile'
import { sql } from 'kysely'
import { brandOfHost, brandOfVenue } from '#src/features/brands/api.ts'
import { listingProfilesOf } from '#src/features/listing-profile/api.ts'
import { mergedInto } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { bookingPageOf } from './booking-link.ts'
import { todaySpans } from './hours-lines.ts'
import type {} from './slug-rows.ts'

/** `tonight`: what began yesterday and still is open, after midnight. `moved`: it stands at another address now. `gone`: why there is no page. */
export type FoundPage =
  | { kind: 'page'; slug: string; profile: ListingProfile; brand: Brand; tonight: readonly ListingSpan[] }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone'; why: 'unknown' | 'off' | 'closed'; brand: Brand }

const currentSlug = async (ctx: Ctx, venueId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ slug: string }>`select s.slug from venue_slugs s where s.venue_id = ${venueId} and s.current`.execute(ctx.db)
  return rows[0]?.slug
}

/** No house is open longer into the next day. */
const nightHours = 8
/** Hours of the evening before that last beyond now: after midnight, guests mean these by "today". */
const tonightAt = async (ctx: Ctx, { venueId, hours }: ListingProfile): Promise<readonly ListingSpan[]> => {
  const now = ctx.clock().toZonedDateTimeISO(hours.timezone)
  if (now.hour >= nightHours) return []
  const evening = { ...ctx, clock: () => ctx.clock().subtract({ hours: nightHours }) }
  const before = (await listingProfilesOf(evening, [venueId])).get(venueId)
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' })
  return before ? todaySpans(before.hours).filter(({ from, to }) => to <= from && time < to) : []
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
  if (!profile.enabled) return { kind: 'gone', why: 'off', brand }
  const bookingUrl = profile.bookingUrl ?? (await bookingPageOf(ctx, row.venueId))
  return { kind: 'page', slug, profile: { ...profile, bookingUrl }, brand, tonight: await tonightAt(ctx, profile) }
}
