import { venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

const isLinked = async (ctx: Ctx, venueId: string): Promise<boolean> => {
  if (ctx.actor.kind !== 'channel') return false
  const link = await ctx.db
    .selectFrom('channelVenues')
    .select('state')
    .where('venueId', '=', venueId)
    .where('channelId', '=', ctx.actor.id)
    .executeTakeFirst()
  return link !== undefined
}

/** A venue this channel may book: its link is live and the venue active. One it never sold is unknown to it. */
export const sellableVenue = async (ctx: Ctx, venueId: string): Promise<VenueWithBook> => {
  const [venue] = await venuesWithBooks(ctx, [venueId])
  if (venue?.active) return venue
  throw new Problem(venue || (await isLinked(ctx, venueId)) ? 'channel.not_linked' : 'venue.not_found')
}

/** Areas that are not offered online do not exist for a channel. */
export const shownArea = ({ book }: VenueWithBook, areaId: string | null | undefined): string | null => {
  if (areaId === undefined || areaId === null) return null
  if (!book.areas.some((area) => area.id === areaId && area.online)) throw new Problem('area.not_found')
  return areaId
}

/** For looking only: what is not on sale now is not there. */
export const shownVenue = async (ctx: Ctx, venueId: string): Promise<VenueWithBook> => {
  const [venue] = await venuesWithBooks(ctx, [venueId])
  if (!venue?.active) throw new Problem('venue.not_found')
  return venue
}
