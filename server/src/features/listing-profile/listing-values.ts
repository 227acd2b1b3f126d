import type { ListingProfile } from '@tablewire/contracts/listing/profile'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { NamedPhoto, OwnDay } from './listing-rows.ts'

/** What a listing says of itself, beside what its venue and its book say. */
export type ListingValues = Pick<
  ListingProfile,
  | 'names'
  | 'shortTexts'
  | 'longTexts'
  | 'cuisines'
  | 'categories'
  | 'website'
  | 'bookingUrl'
  | 'menuUrl'
  | 'social'
  | 'priceRange'
  | 'attributes'
  | 'payments'
  | 'dress'
  | 'parking'
> & { photos: NamedPhoto[]; ownWeek: ListingProfile['hours']['week'] | null; ownDays: OwnDay[] }

const asJson = ['names', 'shortTexts', 'longTexts', 'social', 'attributes', 'photos', 'ownWeek', 'ownDays'] as const
const isJson = (field: string): boolean => (asJson as readonly string[]).includes(field)

/** Of `venues v left join listing_profiles p`. A listing that nobody wrote begins with the web address the venue came with. */
export const listingValues = sql`coalesce(p.names, '{}') as names, coalesce(p.short_texts, '{}') as short_texts, coalesce(p.long_texts, '{}') as long_texts,
  coalesce(p.cuisines, '{}') as cuisines, coalesce(p.categories, '{}') as categories,
  case when p.venue_id is not null then p.website when v.website ~ '^https?://[^[:space:]]+$' then v.website end as website,
  p.booking_url, p.menu_url, coalesce(p.social, '[]') as social, p.price_range, coalesce(p.attributes, '[]') as attributes,
  coalesce(p.payments, '{}') as payments, p.dress, coalesce(p.parking, '{}') as parking, coalesce(p.photos, '[]') as photos,
  p.own_week, coalesce(p.own_days, '[]') as own_days`

/** Whoever writes holds the venue's row: one at a time. */
export const readListingValues = async (ctx: Ctx, venueId: string): Promise<ListingValues> => {
  const { rows } = await sql<ListingValues>`
    select ${listingValues} from venues v left join listing_profiles p on p.venue_id = v.id where v.id = ${venueId}`.execute(ctx.db)
  return rows[0]!
}

export const writeListingValues = async (ctx: Ctx, venueId: string, values: ListingValues): Promise<void> => {
  const updatedAt = ctx.clock().toString()
  const row = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isJson(field) && value !== null ? JSON.stringify(value) : value]),
  ) as never as Record<'names' | 'shortTexts' | 'longTexts' | 'social' | 'attributes' | 'photos' | 'ownDays', string> &
    Omit<ListingValues, (typeof asJson)[number]> & { ownWeek: string | null }
  await ctx.db
    .insertInto('listingProfiles')
    .values({ venueId, ...row, updatedAt })
    .onConflict((same) => same.column('venueId').doUpdateSet({ ...row, updatedAt, version: sql`listing_profiles.version + 1` }))
    .execute()
}
