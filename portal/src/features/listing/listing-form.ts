import type { ListingGap } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingDetail, ListingUpdate } from '@tablewire/contracts/listing/listings'
import type { ListingPhoto } from '@tablewire/contracts/listing/profile'
import { listingAttributes, listingNetworks } from '@tablewire/contracts/listing/terms.rules'

export const tabs = ['texts', 'place', 'offer', 'photos', 'hours'] as const
export type Tab = (typeof tabs)[number]
const langs = ['en', 'de', 'es', 'fr', 'nl'] as const
type Texts = { [K in (typeof langs)[number]]?: string | undefined }
export type Attribute = (typeof listingAttributes)[number]
export type Network = (typeof listingNetworks)[number]
export type Span = { from: string; to: string }
export type OwnDay = { fromOn: string; toOn: string; name: string; spans: Span[] }

/** What is edited: texts are '' where nothing is said, numbers null. */
export type ListingForm = {
  displayName: string
  names: Texts
  shortTexts: Texts
  longTexts: Texts
  categories: ListingDetail['categories']
  cuisines: ListingDetail['cuisines']
  address: string
  postalCode: string
  city: string
  phone: string
  latitude: number | null
  longitude: number | null
  website: string
  bookingUrl: string
  menuUrl: string
  social: Record<Network, string>
  priceRange: '' | '1' | '2' | '3' | '4'
  payments: ListingDetail['payments']
  dress: NonNullable<ListingDetail['dress']> | ''
  parking: ListingDetail['parking']
  attributes: Record<Attribute, '' | 'yes' | 'no'>
  photos: ListingPhoto[]
  ownWeek: ListingDetail['ownWeek']
  ownDays: OwnDay[]
}
export type Field = keyof ListingForm

const fieldsOf: Record<Tab, readonly Field[]> = {
  texts: ['displayName', 'names', 'shortTexts', 'longTexts', 'categories', 'cuisines'],
  place: ['address', 'postalCode', 'city', 'phone', 'latitude', 'longitude', 'website', 'bookingUrl', 'menuUrl', 'social'],
  offer: ['priceRange', 'payments', 'dress', 'parking', 'attributes'],
  photos: ['photos'],
  hours: ['ownWeek', 'ownDays'],
}
export const fields: readonly Field[] = tabs.flatMap((tab) => fieldsOf[tab])
export const tabOf = (field: string): Tab => tabs.find((tab) => fieldsOf[tab].includes(field.split('.')[0] as Field)) ?? 'texts'

/** Where what is missing is filled in: the tab, and the name or id of the place to be in. */
export const placeOfGap: Record<ListingGap, { tab: Tab; at: string }> = {
  photos: { tab: 'photos', at: 'listing-photo-add' },
  more_photos: { tab: 'photos', at: 'listing-photo-add' },
  logo: { tab: 'photos', at: 'listing-photo-add' },
  alt_texts: { tab: 'photos', at: 'photo-alt-0' },
  hours: { tab: 'hours', at: 'listing-own-week' },
  address: { tab: 'place', at: 'address' },
  position: { tab: 'place', at: 'listing-map' },
  phone: { tab: 'place', at: 'phone' },
  website: { tab: 'place', at: 'website' },
  menu: { tab: 'place', at: 'menuUrl' },
  social: { tab: 'place', at: 'social.facebook' },
  short_text: { tab: 'texts', at: 'shortTexts' },
  languages: { tab: 'texts', at: 'shortTexts' },
  long_text: { tab: 'texts', at: 'longTexts' },
  categories: { tab: 'texts', at: 'categories' },
  cuisines: { tab: 'texts', at: 'cuisines' },
  price: { tab: 'offer', at: 'priceRange' },
  payments: { tab: 'offer', at: 'payments' },
  attributes: { tab: 'offer', at: 'attributes.terrace' },
}

const textsOf = (said: Texts): Texts => Object.fromEntries(langs.map((lang) => [lang, said[lang] ?? '']))
const written = (value: string | null): string => value ?? ''

export const formOf = (listing: ListingDetail): ListingForm => ({
  displayName: written(listing.displayName),
  names: textsOf(listing.names),
  shortTexts: textsOf(listing.shortTexts),
  longTexts: textsOf(listing.longTexts),
  categories: listing.categories,
  cuisines: listing.cuisines,
  address: written(listing.address),
  postalCode: written(listing.postalCode),
  city: written(listing.city),
  phone: written(listing.phone),
  latitude: listing.latitude,
  longitude: listing.longitude,
  website: written(listing.website),
  bookingUrl: written(listing.bookingUrl),
  menuUrl: written(listing.menuUrl),
  social: Object.fromEntries(
    listingNetworks.map((one) => [one, listing.social.find(({ network }) => network === one)?.url ?? '']),
  ) as ListingForm['social'],
  priceRange: String(listing.priceRange ?? '') as ListingForm['priceRange'],
  payments: listing.payments,
  dress: listing.dress ?? '',
  parking: listing.parking,
  attributes: Object.fromEntries(
    listingAttributes.map((one) => {
      const said = listing.attributes.find(({ attribute }) => attribute === one)
      return [one, said ? (said.has ? 'yes' : 'no') : '']
    }),
  ) as ListingForm['attributes'],
  photos: [...listing.photos, ...(listing.logo ? [listing.logo] : [])],
  ownWeek: listing.ownWeek,
  ownDays: listing.ownDays,
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const sent = (form: ListingForm): { [K in Field]: unknown } => ({
  ...form,
  displayName: orNull(form.displayName),
  address: orNull(form.address),
  postalCode: orNull(form.postalCode),
  city: orNull(form.city),
  phone: orNull(form.phone),
  website: orNull(form.website),
  bookingUrl: orNull(form.bookingUrl),
  menuUrl: orNull(form.menuUrl),
  social: listingNetworks.flatMap((network) => (form.social[network].trim() ? [{ network, url: form.social[network].trim() }] : [])),
  priceRange: form.priceRange === '' ? null : Number(form.priceRange),
  dress: form.dress || null,
  attributes: listingAttributes.flatMap((attribute) =>
    form.attributes[attribute] ? [{ attribute, has: form.attributes[attribute] === 'yes' }] : [],
  ),
  photos: form.photos.map(({ id, kind, alt }) => ({ id, kind, alt })),
})

/** Only what somebody changed: what others change meanwhile elsewhere stays. A position is one value. */
export const bodyOf = (before: ListingForm, now: ListingForm): Omit<ListingUpdate, 'version'> => {
  const moved = before.latitude !== now.latitude || before.longitude !== now.longitude
  const isChanged = (field: Field): boolean => (field === 'latitude' || field === 'longitude' ? moved : !same(before[field], now[field]))
  const all = sent(now)
  return Object.fromEntries(fields.filter(isChanged).map((field) => [field, all[field]]))
}

export const isHttps = (given: string): boolean =>
  given.trim() === '' || (/^https:\/\/[^\s/]+\.[^\s]+$/i.test(given.trim()) && URL.canParse(given.trim()))
