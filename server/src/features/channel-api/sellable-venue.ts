import { mergedInto, venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
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

/** Google does not let its guests choose: it books the area the venue named for it, where it named one that is offered online. */
export const areaOfGoogle = ({ actor }: Ctx, { book }: VenueWithBook): string | null =>
  actor.kind === 'channel' && actor.product === 'google'
    ? (book.areas.find(({ rwgDefault, online }) => rwgDefault && online)?.id ?? null)
    : null

/** The area a channel asks for; those that are not offered online do not exist for it. */
export const shownArea = (ctx: Ctx, venue: VenueWithBook, areaId: string | null | undefined): string | null => {
  const { book } = venue
  if (areaId === undefined || areaId === null) return areaOfGoogle(ctx, venue)
  if (!book.areas.some((area) => area.id === areaId && area.online)) throw new Problem('area.not_found')
  return areaId
}

/** The area to book, asked before the booking is placed: only Google's is not the one that was sent. */
export const wantedArea = async (ctx: Ctx, { venueId, areaId }: { venueId: string; areaId?: string | null | undefined }) => {
  if (areaId || ctx.actor.kind !== 'channel' || ctx.actor.product !== 'google') return areaId ?? null
  const [venue] = await venuesWithBooks(ctx, [venueId])
  return venue ? areaOfGoogle(ctx, venue) : null
}

/** For looking only: what is not on sale now is not there. Only what is not found is looked for among those that were merged. */
export const shownVenue = async (ctx: Ctx, venueId: string): Promise<VenueWithBook> => {
  const [venue] = await venuesWithBooks(ctx, [venueId])
  if (venue?.active) return venue
  const kept = await mergedInto(ctx, venueId)
  if (kept === undefined) throw new Problem('venue.not_found')
  return shownVenue(ctx, kept)
}
