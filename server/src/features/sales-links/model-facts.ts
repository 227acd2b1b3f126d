import { createHash } from 'node:crypto'
import type { SalesFigures } from './figures.ts'

/** All that a model is told, and so all it may say. */
export const modelFacts = ({ name, city, demand, listing, channels }: SalesFigures) => ({
  restaurant: name,
  city,
  bookableThrough: channels.live,
  channelsNotConnected: channels.lacked.map((one) => ({
    channel: one.name,
    restaurantsThereThatAre: one.venues,
    ofRestaurants: channels.of,
  })),
  searchesThatFoundNoTable: demand && { days: demand.days, searches: demand.searches, covers: demand.covers },
  publicListing: listing && {
    percentComplete: listing.score,
    photos: listing.photos,
    openingHours: listing.hoursKnown,
    missing: listing.gaps.slice(0, 5).map(({ gap, points }) => ({ what: gap, points })),
  },
})
export type ModelFacts = ReturnType<typeof modelFacts>

export const hashOf = (facts: ModelFacts): string => createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
