import type { ListingPhoto, ListingProfile } from '@tablewire/contracts/listing/profile'
import { sql } from 'kysely'
import { inScope, venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { listingHoursOf } from './listing-hours.ts'
import type { NamedPhoto, OwnDay, PhotoSize } from './listing-rows.ts'

type Base = Omit<ListingProfile, 'hours' | 'photos' | 'logo'> & {
  photos: NamedPhoto[]
  ownWeek: ListingProfile['hours']['week'] | null
  ownDays: OwnDay[]
}
type PhotoRow = { id: string; width: number; height: number; sizes: PhotoSize[] }

const basesOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Base[]> => {
  const { rows } = await sql<Base>`
    select v.id as venue_id, v.external_id, v.version + coalesce(p.version, 0) as version, greatest(v.updated_at, p.updated_at) as updated_at,
      v.listing_enabled as enabled,
      case when v.archived_at is not null then 'closed_for_good' when v.active then 'open' else 'closed_for_now' end as status,
      coalesce(v.display_name, v.name) as name, coalesce(p.names, '{}') as names, coalesce(p.short_texts, '{}') as short_texts,
      coalesce(p.long_texts, '{}') as long_texts, coalesce(p.cuisines, '{}') as cuisines, coalesce(p.categories, '{}') as categories,
      v.address, v.postal_code, v.city, v.country_code, v.latitude, v.longitude, v.phone_number as phone,
      case when p.venue_id is not null then p.website when v.website ~ '^https?://[^[:space:]]+$' then v.website end as website,
      p.booking_url, p.menu_url, coalesce(p.social, '[]') as social, p.price_range, v.currency, coalesce(p.attributes, '[]') as attributes,
      coalesce(p.payments, '{}') as payments, p.dress, coalesce(p.parking, '{}') as parking, coalesce(p.photos, '[]') as photos,
      p.own_week, coalesce(p.own_days, '[]') as own_days
    from venues v left join listing_profiles p on p.venue_id = v.id
    where v.id = any(${[...new Set(venueIds)]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  return rows
}

export const shownPhoto = ({ id, width, height, sizes }: PhotoRow, { kind, alt }: Pick<NamedPhoto, 'kind' | 'alt'>): ListingPhoto => ({
  id,
  kind,
  alt,
  width,
  height,
  sizes: sizes.map((size) => ({ width: size.width, height: size.height, url: size.path, type: size.type })),
})

const photosOf = async (ctx: Ctx, bases: readonly Base[]): Promise<ReadonlyMap<string, PhotoRow>> => {
  const ids = bases.flatMap(({ photos }) => photos.map(({ id }) => id))
  if (!ids.length) return new Map()
  const { rows } = await sql<PhotoRow>`
    select f.id, f.width, f.height, f.sizes from listing_photos f where f.id = any(${ids}::uuid[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** LI1: what the public is told of these venues, by their ids; those the caller may not know of are not in it. */
export const listingProfilesOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, ListingProfile>> => {
  if (!venueIds.length) return new Map()
  const [bases, venues] = await Promise.all([basesOf(ctx, venueIds), venuesWithBooks(ctx, venueIds)])
  const books = new Map(venues.map(({ id, book, timeZone }) => [id, { book, timezone: timeZone }]))
  const rows = await photosOf(ctx, bases)
  return new Map(
    bases.map(({ photos, ownWeek, ownDays, ...base }) => {
      const { book, timezone } = books.get(base.venueId)!
      const today = ctx.clock().toZonedDateTimeISO(timezone).toPlainDate().toString()
      const shown = photos.flatMap((photo) => {
        const row = rows.get(photo.id)
        return row ? [shownPhoto(row, photo)] : []
      })
      const hours = listingHoursOf({ book, own: { week: ownWeek, days: ownDays }, timezone, countryCode: base.countryCode, today })
      const logo = shown.find(({ kind }) => kind === 'logo') ?? null
      return [base.venueId, { ...base, photos: shown.filter(({ kind }) => kind !== 'logo'), logo, hours }] as const
    }),
  )
}
