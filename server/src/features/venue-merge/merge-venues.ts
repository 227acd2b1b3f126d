import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { sql } from 'kysely'
import { grantAlike } from '#src/features/access/api.ts'
import { carryLinks } from '#src/features/channels/api.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { lockVenues, readVenue, setArchived, setMerged, setVenue } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { type Pair, productsToCarry, readPair, requireMergeable } from './merge-forecast.ts'

/** Two venues became one: what others keep by venue goes over to the one that is kept. */
export const venueMergedJob = defineJob<{ from: string; to: string }>('venues.merged')
/** Requests to be sold by a channel follow as well. */
export const venueRequestsJob = defineJob<{ from: string; to: string }>('venues.merged_requests')

/** The kept venue joins the other's group where it is in none. */
const carryGroup = async (ctx: Ctx, { kept, other }: Pair): Promise<void> => {
  const { rows } = await sql<{ groupId: string }>`
    select o.group_id from venues o join venues k on k.id = ${kept.id} where o.id = ${other.id} and o.group_id is not null and k.group_id is null`.execute(
    ctx.db,
  )
  if (rows[0]) await setVenue(ctx, kept.id, { groupId: rows[0].groupId })
}

/** A product counts from the day it was switched on, at whichever of the two; the other has it no more. */
const carryProducts = async (ctx: Ctx, pair: Pair): Promise<void> => {
  const { kept, other } = pair
  const carried = productsToCarry(pair)
  const { metaEnabledAt, metaPageId, metaSSOEnabled, metaSSOClientId, listingEnabledAt, tripadvisorId } = other
  const meta = { metaEnabled: true, metaEnabledAt, metaPageId, metaSsoEnabled: metaSSOEnabled, metaSsoClientId: metaSSOClientId }
  // Two that are on the way to become one never both have it.
  if (carried.includes('tripadvisor')) await setVenue(ctx, other.id, { tripadvisorId: null })
  await setVenue(ctx, kept.id, {
    ...(carried.includes('meta') ? meta : {}),
    ...(carried.includes('listing') ? { listingEnabled: true, listingEnabledAt } : {}),
    ...(carried.includes('tripadvisor') ? { tripadvisorId } : {}),
    updatedAt: ctx.clock().toString(),
  })
  const off = { metaEnabled: false, metaEnabledAt: null, metaSsoEnabled: false, listingEnabled: false, listingEnabledAt: null }
  await setVenue(ctx, other.id, off)
}

const auditMerge = async (ctx: Ctx, { kept, other }: Pair, after: object): Promise<void> => {
  const entry = { action: 'venue.merged', subject: 'venue' } as const
  await audit(ctx, { ...entry, subjectId: kept.id, venueId: kept.id, after: { mergedFrom: other.id, ...after } })
  const state = { before: { archived: false }, after: { mergedInto: kept.id, archived: true } }
  await audit(ctx, { ...entry, subjectId: other.id, venueId: other.id, ...state })
  for (const { id } of [kept, other]) await ctx.ports.live.publish(ctx, { type: 'venue', venueId: id, id, kind: 'updated' })
}

/**
 * One of two venues that are the same house is kept. Bookings under way at either are waited for; one that comes later finds the other archived and is
 * refused. Reservations stay with the venue they were placed at, so that whoever calls them by id or reference finds them as ever.
 */
export const mergeVenues = async (ctx: Ctx, { kept: keptId, other: otherId }: { kept: string; other: string }): Promise<VenueDetail> =>
  transaction(ctx, async (inner) => {
    // Who may not see them does not make anybody wait.
    await readPair(inner, keptId, otherId)
    await lockVenues(inner, [keptId.toLowerCase(), otherId.toLowerCase()])
    const pair = await readPair(inner, keptId, otherId)
    await requireMergeable(inner, pair)
    const { carried } = await carryLinks(inner, { from: pair.other.id, to: pair.kept.id })
    const people = await grantAlike(inner, { from: pair.other.id, to: pair.kept.id })
    await carryGroup(inner, pair)
    await carryProducts(inner, pair)
    await setArchived(inner, [pair.other.id], true)
    await setMerged(inner, pair.other.id, pair.kept.id)
    await auditMerge(inner, pair, { channels: carried.map(({ name }) => name), people: people.length, products: productsToCarry(pair) })
    for (const job of [venueMergedJob, venueRequestsJob])
      await inner.ports.jobs.enqueue(inner, job, { from: pair.other.id, to: pair.kept.id })
    inner.unitOfWork.afterCommit.push(() => people.forEach((id) => invalidateUser(id)))
    return readVenue(inner, pair.kept.id)
  })
