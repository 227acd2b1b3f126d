import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, line, LocalDate, pageOf, pageQuery, queryFlag, queryInt, queryList, text, whole } from '../kit/wire.ts'
import { CopyState } from './copies.ts'
import { listingGaps } from './completeness.rules.ts'
import { listingPhotosMax, photoBytesMax } from './photo.rules.ts'
import {
  ListingAltTexts,
  ListingAttribute,
  ListingCategoryTerm,
  ListingCuisine,
  ListingDress,
  ListingHours,
  ListingLongTexts,
  ListingNames,
  ListingNetwork,
  ListingParking,
  ListingPayment,
  ListingPhoto,
  ListingProfile,
  ListingShortTexts,
  ListingSpan,
  ListingWeekSpan,
  PhotoKind,
} from './profile.ts'
import { listingAttributes, listingCategories, listingCuisines, listingNetworks, listingParking, listingPayments } from './terms.rules.ts'

export const ListingGap = z.enum(listingGaps)

/** Days on which the listing says other hours than the book; no spans = closed. */
export const ListingOwnDay = z.object({
  fromOn: LocalDate,
  toOn: LocalDate,
  name: line(80),
  spans: z.array(ListingSpan).check(z.maxLength(8)),
})
export type ListingOwnDay = z.infer<typeof ListingOwnDay>
const OwnWeek = z.nullable(z.array(ListingWeekSpan).check(z.maxLength(60)))

/** What somebody edits, beside what guests are told of it. */
export const ListingDetail = z.extend(ListingProfile, {
  /** The venue's. */
  id: Id,
  venueName: z.string(),
  /** What guests call it where that is not its name; null = its name. */
  displayName: z.nullable(z.string()),
  /** Null = the book's week. */
  ownWeek: OwnWeek,
  ownDays: z.array(ListingOwnDay),
  /** What guests would be told without hours of its own. */
  bookHours: ListingHours,
  /** Of 100. */
  score: z.int(),
  gaps: z.array(z.object({ gap: ListingGap, points: z.int() })),
})
export type ListingDetail = z.infer<typeof ListingDetail>

const isHttps = (given: unknown): boolean => {
  if (typeof given !== 'string' || !/^https:\/\//i.test(given) || /\s/.test(given) || !URL.canParse(given)) return false
  const { hostname, username, password } = new URL(given)
  return hostname.includes('.') && username === '' && password === ''
}
/** For guests' browsers; nothing here opens it. */
const Link = z.string().check(z.trim(), z.maxLength(2000), z.refine(isHttps, 'https'))
const link = z.optional(z.nullable(Link))
const listOf = <T extends z.ZodMiniType>(term: T, max: number) =>
  z.optional(
    z.array(term).check(
      z.maxLength(max),
      z.refine((all) => new Set(all as unknown[]).size === (all as unknown[]).length, 'twice'),
    ),
  )
const optionalText = (max: number) => z.optional(z.nullable(text(max)))

/** Only what is named changes, and only for whoever has seen the listing as it is now. */
export const ListingUpdate = z.object({
  version: whole(0, 2_000_000_000),
  displayName: optionalText(160),
  address: optionalText(200),
  postalCode: optionalText(20),
  city: optionalText(120),
  latitude: z.optional(z.nullable(z.number().check(z.gte(-90), z.lte(90)))),
  longitude: z.optional(z.nullable(z.number().check(z.gte(-180), z.lte(180)))),
  phone: optionalText(40),
  names: z.optional(ListingNames),
  shortTexts: z.optional(ListingShortTexts),
  longTexts: z.optional(ListingLongTexts),
  cuisines: listOf(ListingCuisine, listingCuisines.length),
  categories: listOf(ListingCategoryTerm, Object.keys(listingCategories).length),
  website: link,
  bookingUrl: link,
  menuUrl: link,
  social: z.optional(z.array(z.object({ network: ListingNetwork, url: Link })).check(z.maxLength(listingNetworks.length))),
  priceRange: z.optional(z.nullable(whole(1, 4))),
  attributes: z.optional(z.array(z.object({ attribute: ListingAttribute, has: z.boolean() })).check(z.maxLength(listingAttributes.length))),
  payments: listOf(ListingPayment, listingPayments.length),
  dress: z.optional(z.nullable(ListingDress)),
  parking: listOf(ListingParking, listingParking.length),
  /** All photos in their order; one of them may be the logo. */
  photos: z.optional(z.array(z.object({ id: Id, kind: PhotoKind, alt: ListingAltTexts })).check(z.maxLength(listingPhotosMax))),
  ownWeek: z.optional(OwnWeek),
  ownDays: z.optional(z.array(ListingOwnDay).check(z.maxLength(200))),
})
export type ListingUpdate = z.infer<typeof ListingUpdate>

export const ListingRow = z.object({
  id: Id,
  name: z.string(),
  city: z.nullable(z.string()),
  countryCode: z.string(),
  enabled: z.boolean(),
  score: z.int(),
  gaps: z.array(ListingGap),
  /** The smallest size of its first photo. */
  photo: z.nullable(z.string()),
  updatedAt: z.nullable(Instant),
})
export type ListingRow = z.infer<typeof ListingRow>

/** What is kept of a photo, in its own pixels; null brings back what it was cut from. */
export const PhotoCut = z.object({ left: whole(0, 12_000), top: whole(0, 12_000), width: whole(1, 12_000), height: whole(1, 12_000) })
const SentPhoto = z.omit(ListingPhoto, { kind: true, alt: true })
const filters = {
  /** A part of the name or the city. */
  q: z.optional(z.string().check(z.maxLength(120))),
  /** Lacks all of these. */
  missing: z.optional(queryList(ListingGap)),
  /** Whether it has the product; those that have it unless said. */
  enabled: z.optional(queryFlag),
  venueId: z.optional(queryList(Id)),
  companyId: z.optional(Id),
  /** A brand: a group of venues. */
  groupId: z.optional(Id),
  /** Of venues that are there to try things out, or of the others. */
  test: z.optional(queryFlag),
  /** Of 100, both included. */
  minScore: z.optional(queryInt(0, 100)),
  maxScore: z.optional(queryInt(0, 100)),
  /** Sold by one of these channels … */
  channelId: z.optional(queryList(Id)),
  /** … and shown so there; without a channel, by any. */
  shown: z.optional(queryList(CopyState)),
}

export const listings = defineArea('listings', {
  list: {
    method: 'GET',
    path: '/v1/listings',
    summary: 'Listings of the venues the caller sees, the least complete first, with what each lacks.',
    can: ['read', 'listing'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      sort: z.optional(z.enum(['score', '-score', 'name', '-name'])),
      filters: z.optional(z.object(filters)),
    }),
    result: pageOf(ListingRow),
    envelope: 'page',
    errors: [],
  },
  completeness: {
    method: 'GET',
    path: '/v1/listings/completeness',
    summary: 'How complete all these listings are, and how many lack what.',
    can: ['read', 'listing'],
    audit: 'none',
    result: z.object({
      venues: z.int(),
      complete: z.int(),
      /** Of 100; null where there are no listings. */
      average: z.nullable(z.number()),
      gaps: z.array(z.object({ gap: ListingGap, points: z.int(), venues: z.int() })),
    }),
    envelope: 'data',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/listings/:id',
    summary: 'What the public is told of a venue, and how complete that is.',
    can: ['read', 'listing'],
    audit: 'none',
    params: IdParams,
    oddId: 'venue.not_found',
    result: ListingDetail,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  update: {
    method: 'PUT',
    path: '/v1/listings/:id',
    summary:
      'Change what is named of a listing. Address, position, phone and what guests call it are the venue’s own, and change there too.',
    can: ['update', 'listing'],
    audit: 'listing.updated',
    params: IdParams,
    oddId: 'venue.not_found',
    body: ListingUpdate,
    result: ListingDetail,
    envelope: 'data',
    errors: ['venue.not_found', 'listing.disabled', 'listing.version_stale', 'photo.not_found'],
  },
  addPhoto: {
    method: 'POST',
    path: '/v1/listings/:id/photos',
    summary:
      'Send a photo: the file itself as the body (application/octet-stream or image/*), or as base64 in JSON. It is checked by its content and made anew in all sizes, without what cameras note; nothing shows it until the listing names it.',
    status: 201,
    can: ['update', 'listing'],
    audit: 'listing.photo_added',
    params: IdParams,
    oddId: 'venue.not_found',
    body: z.object({ content: z.string().check(z.minLength(4), z.maxLength(Math.ceil((photoBytesMax * 4) / 3) + 8)) }),
    result: SentPhoto,
    envelope: 'data',
    callsPerMinute: 60,
    errors: [
      'venue.not_found',
      'listing.disabled',
      'picture.too_large',
      'picture.type_refused',
      'picture.broken',
      'picture.size_refused',
      'photo.too_many',
    ],
  },
  cutPhoto: {
    method: 'POST',
    path: '/v1/listings/:id/photo-cuts',
    summary: 'A part of a photo as a photo of its own, in all sizes; the one it was cut from stays as it is.',
    status: 201,
    can: ['update', 'listing'],
    audit: 'listing.photo_added',
    params: IdParams,
    oddId: 'venue.not_found',
    body: z.object({ photoId: Id, cut: z.nullable(PhotoCut) }),
    result: SentPhoto,
    envelope: 'data',
    callsPerMinute: 60,
    errors: ['venue.not_found', 'listing.disabled', 'photo.not_found', 'picture.size_refused', 'photo.too_many'],
  },
})
