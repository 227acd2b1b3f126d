import type { ListingProfile } from '@tablewire/contracts/listing/profile'
import type { Generated } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableJson } from '#src/platform/db/schema.ts'

type Texts = ListingProfile['names']
export type OwnDay = { fromOn: string; toOn: string; name: string; spans: { from: string; to: string }[] }
export type NamedPhoto = Pick<ListingProfile['photos'][number], 'id' | 'kind' | 'alt'>
type ListingProfiles = {
  venueId: string
  version: Generated<number>
  names: JsonColumn<Texts>
  shortTexts: JsonColumn<Texts>
  longTexts: JsonColumn<Texts>
  cuisines: ListingProfile['cuisines']
  categories: ListingProfile['categories']
  website: string | null
  bookingUrl: string | null
  menuUrl: string | null
  social: JsonColumn<ListingProfile['social']>
  priceRange: number | null
  attributes: JsonColumn<ListingProfile['attributes']>
  payments: ListingProfile['payments']
  dress: ListingProfile['dress']
  parking: ListingProfile['parking']
  photos: JsonColumn<NamedPhoto[]>
  ownWeek: NullableJson<ListingProfile['hours']['week']>
  ownDays: JsonColumn<OwnDay[]>
  updatedAt: DefaultedInstant
}
export type PhotoSize = { width: number; height: number; path: string; type: string; bytes: number }
export type Cut = { left: number; top: number; width: number; height: number }
type ListingPhotos = {
  id: string
  venueId: string
  width: number
  height: number
  sizes: JsonColumn<PhotoSize[]>
  original: string
  cut: NullableJson<Cut>
  createdAt: InstantColumn
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    listingProfiles: ListingProfiles
    listingPhotos: ListingPhotos
  }
}
