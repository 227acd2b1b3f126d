import type { ListingHours, ListingPhoto, ListingProfile } from '@tablewire/contracts/listing/profile'
import { sql } from 'kysely'
import { inScope, venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { listingHoursOf } from './listing-hours.ts'
import type { NamedPhoto, PhotoSize } from './listing-rows.ts'
import { listingValues, type ListingValues } from './listing-values.ts'

type Base = Omit<ListingProfile, 'hours' | 'photos' | 'logo' | keyof ListingValues> & ListingValues
type PhotoRow = { id: string; width: number; height: number; sizes: PhotoSize[] }
/** `bookHours`: what would be told without hours of the listing's own. */
export type Listing = { profile: ListingProfile; own: Pick<ListingValues, 'ownWeek' | 'ownDays'>; bookHours: () => ListingHours }

const basesOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Base[]> => {
  const { rows } = await sql<Base>`
    select v.id as venue_id, v.external_id, v.version + coalesce(p.version, 0) as version, greatest(v.updated_at, p.updated_at) as updated_at,
      v.listing_enabled as enabled,
      case when v.archived_at is not null then 'closed_for_good' when v.active then 'open' else 'closed_for_now' end as status,
      coalesce(v.display_name, v.name) as name, v.address, v.postal_code, v.city, v.country_code, v.latitude, v.longitude,
      v.phone_number as phone, v.currency, ${listingValues}
    from venues v left join listing_profiles p on p.venue_id = v.id
    where v.id = any(${[...new Set(venueIds)]}::uuid[]) and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  return rows
}

export const sentPhoto = ({ id, width, height, sizes }: PhotoRow): Omit<ListingPhoto, 'kind' | 'alt'> => ({
  id,
  width,
  height,
  sizes: sizes.map((size) => ({ width: size.width, height: size.height, url: `/${size.path}`, type: size.type })),
})

const photosOf = async (ctx: Ctx, named: readonly NamedPhoto[]): Promise<ReadonlyMap<string, PhotoRow>> => {
  if (!named.length) return new Map()
  const { rows } = await sql<PhotoRow>`
    select f.id, f.width, f.height, f.sizes from listing_photos f where f.id = any(${named.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

export const listingsOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, Listing>> => {
  if (!venueIds.length) return new Map()
  const [bases, venues] = await Promise.all([basesOf(ctx, venueIds), venuesWithBooks(ctx, venueIds)])
  const byId = new Map(venues.map((venue) => [venue.id, venue]))
  const rows = await photosOf(
    ctx,
    bases.flatMap(({ photos }) => photos),
  )
  return new Map(
    bases.map(({ photos, ownWeek, ownDays, ...base }) => {
      const { book, timeZone } = byId.get(base.venueId)!
      const today = ctx.clock().toZonedDateTimeISO(timeZone).toPlainDate().toString()
      const about = { book, timezone: timeZone, countryCode: base.countryCode, today }
      const shown = photos.flatMap(({ id, kind, alt }) => {
        const row = rows.get(id)
        return row ? [{ ...sentPhoto(row), kind, alt }] : []
      })
      const profile = {
        ...base,
        photos: shown.filter(({ kind }) => kind !== 'logo'),
        logo: shown.find(({ kind }) => kind === 'logo') ?? null,
        hours: listingHoursOf({ ...about, own: { week: ownWeek, days: ownDays } }),
      }
      const bookHours = (): ListingHours => listingHoursOf({ ...about, own: { week: null, days: [] } })
      return [base.venueId, { profile, own: { ownWeek, ownDays }, bookHours }] as const
    }),
  )
}

/** LI1: what the public is told of these venues, by their ids; those the caller may not know of are not in it. */
export const listingProfilesOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, ListingProfile>> =>
  new Map([...(await listingsOf(ctx, venueIds))].map(([id, { profile }]) => [id, profile]))
