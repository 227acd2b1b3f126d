import type { RuleName } from '@tablewire/contracts/booking/availability'
import { checkMany, type PlacementRequest } from '#src/features/availability/api.ts'
import { mergeTargets, venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type MovedTo, placesMoved } from '#src/platform/db/where-moved.ts'
import { lookingFrom } from '#src/platform/memory/looking-from.ts'
import { instantOf } from './bc-view.ts'
import { shownArea } from './sellable-venue.ts'

export type BatchSlot = { venueId: string; date: number; partySize: number; areaId?: string | null | undefined }
type Reason = RuleName | 'venue_not_found' | 'venue_moved' | 'venue_moving' | 'area_not_found' | 'area_required'
type Checked = { available: boolean; type: 'book' | 'request'; reason: Reason | null; url?: string }

const closed = (reason: Reason): Checked => ({ available: false, type: 'book', reason })
/** As single calls are told by 421 and 503: where it is asked for now, or that it is on its way there. */
const elsewhere = ({ url, arrived }: MovedTo): Checked => (arrived ? { ...closed('venue_moved'), url } : closed('venue_moving'))

const areaFor = (ctx: Ctx, venue: VenueWithBook | undefined, areaId: string | null | undefined): string | null =>
  areaId ? areaId : venue ? shownArea(ctx, venue, null) : null

/** Checks that close a slot before any reservation is read. */
const closedFirst = (venue: VenueWithBook | undefined, areaId: string | null): Reason | undefined => {
  if (!venue) return 'venue_not_found'
  if (areaId === null) return venue.book.bookableAreas ? 'area_required' : undefined
  return venue.book.areas.some((area) => area.id === areaId && area.online) ? undefined : 'area_not_found'
}

/** Many exact starts over many venues, with one query of the books and one of the reservations (no N+1). */
export const checkBatch = async (caller: Ctx, slots: readonly BatchSlot[]) => {
  const ctx = await lookingFrom(caller)
  const venues = await venuesNamed(ctx, [...new Set(slots.map((slot) => slot.venueId))])
  const unknown = [...new Set(slots.map(({ venueId }) => venueId).filter((id) => !venues.has(id)))]
  const paused = await pausedAmong(ctx, unknown)
  const moved = await placesMoved(
    ctx.db,
    unknown.filter((id) => !paused.has(id)),
  )
  const areaIds = slots.map(({ venueId, areaId }) => areaFor(ctx, venues.get(venueId), areaId))
  const refused = slots.map(({ venueId }, index) =>
    paused.has(venueId) ? 'channel_paused' : closedFirst(venues.get(venueId), areaIds[index]!),
  )
  const wanted = slots.flatMap((slot, index): PlacementRequest[] =>
    refused[index] === undefined
      ? [
          {
            venue: venues.get(slot.venueId)!,
            startsAt: instantOf(slot.date),
            partySize: slot.partySize,
            areaId: areaIds[index]!,
            asker: 'channel',
            override: false,
          },
        ]
      : [],
  )
  const checked = (await checkMany(ctx, wanted)).values()
  const data = slots.map(({ venueId, date, partySize, areaId = null }, index) => {
    const reason = refused[index]
    const to = moved.get(venueId)
    const result = to ? elsewhere(to) : reason === undefined ? resultOf(checked.next().value!) : closed(reason)
    return { venueId, date, partySize, areaId, ...result }
  })
  return { total: data.length, data }
}

const resultOf = (checked: Awaited<ReturnType<typeof checkMany>>[number]): Checked =>
  checked.open ? { available: true, type: checked.type, reason: null } : closed(checked.rule)

/** Each under the id it was asked by, which may be the old one of a venue that was merged. */
const venuesNamed = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, VenueWithBook>> => {
  const venues = new Map((await venuesWithBooks(ctx, ids)).map((venue) => [venue.id, venue]))
  const kept = [
    ...(await mergeTargets(
      ctx,
      ids.filter((id) => !venues.has(id)),
    )),
  ]
  if (!kept.length) return venues
  const byId = new Map(
    (
      await venuesWithBooks(
        ctx,
        kept.map(([, id]) => id),
      )
    ).map((venue) => [venue.id, venue]),
  )
  for (const [old, id] of kept) if (byId.has(id)) venues.set(old, byId.get(id)!)
  return venues
}

/** Venues this channel is linked to without selling them now. */
const pausedAmong = async (ctx: Ctx, venueIds: readonly string[]): Promise<Set<string>> => {
  if (!venueIds.length || ctx.actor.kind !== 'channel') return new Set()
  const links = await ctx.db
    .selectFrom('channelVenues')
    .select('venueId')
    .where('channelId', '=', ctx.actor.id)
    .where('venueId', 'in', [...new Set(venueIds)])
    .execute()
  return new Set(links.map((link) => link.venueId))
}
