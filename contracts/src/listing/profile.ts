import { z } from 'zod/mini'
import { Weekday } from '../estate/book.ts'
import { Id, Instant, type Lang, langs, LocalDate, LocalTime, note, partnerLine } from '../kit/wire.ts'
import {
  listingAttributes,
  listingCategories,
  type ListingCategory,
  listingCuisines,
  listingDress,
  listingNetworks,
  listingParking,
  listingPayments,
  photoKinds,
} from './terms.rules.ts'

/** A text in up to five languages; a language without one falls back to English, then to any that has one. */
const inLanguages = <Text extends z.ZodMiniType>(text: Text) =>
  z.strictObject(Object.fromEntries(langs.map((lang) => [lang, z.optional(text)])) as Record<Lang, z.ZodMiniOptional<Text>>)
export const ListingNames = inLanguages(partnerLine(160))
export const ListingShortTexts = inLanguages(partnerLine(250))
export const ListingLongTexts = inLanguages(note(5000))
export const ListingAltTexts = inLanguages(partnerLine(250))

export const ListingCuisine = z.enum(listingCuisines)
export const ListingCategoryTerm = z.enum(Object.keys(listingCategories) as [ListingCategory, ...ListingCategory[]])
export const ListingAttribute = z.enum(listingAttributes)
export const ListingPayment = z.enum(listingPayments)
export const ListingDress = z.enum(listingDress)
export const ListingParking = z.enum(listingParking)
export const ListingNetwork = z.enum(listingNetworks)
export const PhotoKind = z.enum(photoKinds)

/** `to` at or before `from` is on the next day; 00:00 to 00:00 is the whole day. */
export const ListingSpan = z.object({ from: LocalTime, to: LocalTime })
export type ListingSpan = z.infer<typeof ListingSpan>
export const ListingWeekSpan = z.object({ day: Weekday, from: LocalTime, to: LocalTime })

/** One date whose hours differ from the week; no spans = closed. `own`: the listing says otherwise than the book. */
export const ListingDay = z.object({
  date: LocalDate,
  name: z.nullable(z.string()),
  why: z.enum(['special_day', 'closure', 'own']),
  spans: z.array(ListingSpan),
})
export type ListingDay = z.infer<typeof ListingDay>

/** The hours guests are told, from the venue's book; all times are of the venue's own clock. */
export const ListingHours = z.object({
  /** False = nobody has laid them down: unknown is not closed. */
  known: z.boolean(),
  timezone: z.string(),
  /** Where the week comes from: the book, or hours of the listing's own that differ on purpose. */
  source: z.enum(['book', 'own']),
  week: z.array(ListingWeekSpan),
  /** Dates from `from` to `until`, both included, that differ from the week. */
  days: z.array(ListingDay),
  from: LocalDate,
  until: LocalDate,
  /** Public holidays of the country in that time; confirmed = the book or the listing says something of that date. */
  holidays: z.array(z.object({ date: LocalDate, name: z.string(), confirmed: z.boolean() })),
})
export type ListingHours = z.infer<typeof ListingHours>

/** Sizes are addresses on this server: WebP from small to large, then one JPEG for those who take no other. */
export const ListingPhoto = z.object({
  id: Id,
  kind: PhotoKind,
  alt: ListingAltTexts,
  width: z.int(),
  height: z.int(),
  sizes: z.array(z.object({ width: z.int(), height: z.int(), url: z.string(), type: z.string() })),
})
export type ListingPhoto = z.infer<typeof ListingPhoto>

/** Everything the public is told of a venue, as it is true now. */
export const ListingProfile = z.object({
  venueId: Id,
  externalId: z.nullable(z.string()),
  /** Rises with every change of the listing or the venue; hours follow the book and the calendar beside it. */
  version: z.int(),
  updatedAt: Instant,
  /** Whether the venue has the listing and review product. */
  enabled: z.boolean(),
  status: z.enum(['open', 'closed_for_now', 'closed_for_good']),
  name: z.string(),
  names: ListingNames,
  shortTexts: ListingShortTexts,
  longTexts: ListingLongTexts,
  cuisines: z.array(ListingCuisine),
  /** The first one is the main one. */
  categories: z.array(ListingCategoryTerm),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  countryCode: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  phone: z.nullable(z.string()),
  website: z.nullable(z.string()),
  bookingUrl: z.nullable(z.string()),
  menuUrl: z.nullable(z.string()),
  social: z.array(z.object({ network: ListingNetwork, url: z.string() })),
  /** 1 = cheap, 4 = expensive. */
  priceRange: z.nullable(z.int()),
  currency: z.string(),
  attributes: z.array(z.object({ attribute: ListingAttribute, has: z.boolean() })),
  payments: z.array(ListingPayment),
  dress: z.nullable(ListingDress),
  parking: z.array(ListingParking),
  /** In the order in which they are shown, without the logo. */
  photos: z.array(ListingPhoto),
  logo: z.nullable(ListingPhoto),
  hours: ListingHours,
})
export type ListingProfile = z.infer<typeof ListingProfile>
