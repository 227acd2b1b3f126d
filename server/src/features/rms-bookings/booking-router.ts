import { sql } from 'kysely'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'

type Place = { venueId: string; remote: boolean }
/** Cache; neither value ever changes for a reservation. */
const places = makeTtlCache<Place | undefined>({ keepMs: 600_000, max: 20_000 })

/** Where a reservation is kept, to route calls; undefined when there is none. No check of permissions. */
export const placeOf = (ctx: Ctx, id: string): Promise<Place | undefined> =>
  places.getOrLoad(id, async () => (await sql<Place>`select venue_id, remote from reservations where id = ${id}`.execute(ctx.db)).rows[0])

/** Cached, as a hold just made is mostly the next one to be committed. */
export const rememberRemote = async (id: string, venueId: string): Promise<void> =>
  void (await places.getOrLoad(id, async () => ({ venueId, remote: true })))

type RoutedVenue = { id: string; systemId: string | null }
const memory = makeTtlCache<RoutedVenue>({ keepMs: 2000, max: 20_000 })

/** Whether a reservation is remote. One the caller may not see is left to the operation, which refuses it. */
const isRemoteReservation = async (ctx: Ctx, id: string): Promise<boolean> => (await placeOf(ctx, id))?.remote === true

/** The venue of this id, or the one it was merged into; as it was two seconds ago at most. */
const routedVenue = (ctx: Ctx, venueId: string): Promise<RoutedVenue> =>
  memory.getOrLoad(venueId, async () => {
    const { rows } = await sql<RoutedVenue>`
      select k.id, k.system_id from venues v join venues k on k.id = coalesce(v.merged_into, v.id) where v.id = ${venueId}`.execute(ctx.db)
    return rows[0] ?? { id: venueId, systemId: null }
  })

/** Where a booking for this venue is made: whoever still names one that was merged means the one that is kept. */
export const bookedVenueId = async (ctx: Ctx, venueId: string): Promise<string> => (await routedVenue(ctx, venueId)).id

/** Whether bookings at this venue are made at a system of its own. */
const isRemoteVenue = async (ctx: Ctx, venueId: string): Promise<boolean> => isRemote(ctx, await routedVenue(ctx, venueId))

/** A booking that is to be made at a venue, or one that is there. */
export type Target = { venueId: string } | { reservationId: string }

/** Routes local or remote: the one decision used both where a call is mounted and where it is executed. */
export const isRemoteBooking = (ctx: Ctx, target: Target): Promise<boolean> =>
  'venueId' in target ? isRemoteVenue(ctx, target.venueId) : isRemoteReservation(ctx, target.reservationId)

type Ways<T> = { ownBook: () => Promise<T>; remote: () => Promise<T> }
/** Routes a booking request to our own book or to the venue's own system. */
export const routeBooking = async <T>(ctx: Ctx, target: Target, { ownBook, remote }: Ways<T>): Promise<T> =>
  (await isRemoteBooking(ctx, target)) ? remote() : ownBook()
