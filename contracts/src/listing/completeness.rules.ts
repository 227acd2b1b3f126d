/**
 * What a listing may lack, and what having it is worth; all of it together is 100. The database rates by the same numbers (`listing_points`), so that
 * lists are sorted and counted there; a test holds both against each other.
 */
export const listingPoints = {
  photos: 15,
  hours: 12,
  address: 7,
  position: 7,
  short_text: 7,
  categories: 6,
  long_text: 5,
  phone: 5,
  menu: 5,
  more_photos: 5,
  languages: 4,
  cuisines: 4,
  website: 4,
  price: 3,
  attributes: 3,
  logo: 3,
  payments: 2,
  alt_texts: 2,
  social: 1,
} as const
export type ListingGap = keyof typeof listingPoints
export const listingGaps = Object.keys(listingPoints) as [ListingGap, ...ListingGap[]]
