import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { bcListings, ListingReport, ShownFacts } from '@tablewire/contracts/listing/copies'
import { sql } from 'kysely'
import { type Clock, isAhead } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { copyStateOf } from './copy-rows.ts'
import { listedVenue } from './listed-venue.ts'
import { type Observation, takeCopies } from './take-copies.ts'

/** A report as what somebody saw. One from the future would turn away all that follow. */
export const observationOf = (
  { observedAt, status = 'shown', reason, changedBy, url, ...facts }: ListingReport,
  { clock, origin }: { clock: Clock; origin: Observation['origin'] },
): Observation => {
  if (isAhead(clock, observedAt)) throw new Problem('request.invalid', {}, { observedAt: [{ issue: 'date' }] })
  const shown = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)) as ShownFacts
  return { facts: shown, observedAt, origin, status, reason: reason || null, url: url ?? null, changedBy }
}

/** LI1: what the calling channel shows of a venue. */
export const reportCopy = async (
  ctx: Ctx,
  { params, body }: Received<typeof bcListings.report>,
): Promise<Result<typeof bcListings.report>> =>
  transaction(ctx, async (inner) => {
    const { listing } = await listedVenue(inner, params.id)
    const place = { venueId: listing.venueId, channelId: inner.actor.id! }
    const observation = observationOf(body, { clock: inner.clock, origin: 'report' })
    const [taken] = await takeCopies(inner, [{ ...place, observation }], 'listing.reported')
    // Nothing to tell: the call is no event.
    if (!inner.unitOfWork.audited.includes('listing.reported')) inner.unitOfWork.audited.push('listing.reported')
    const { rows } = await sql<Parameters<typeof copyStateOf>[0]>`
      select k.status, k.facts is not null as has_facts, k.sent_at, k.asked_at,
        (select count(*)::integer from listing_differences d where d.venue_id = k.venue_id and d.channel_id = k.channel_id and d.state <> 'ignored') as open_differences
      from listing_copies k where k.venue_id = ${place.venueId} and k.channel_id = ${place.channelId}`.execute(inner.db)
    return { outcome: taken!.outcome, state: copyStateOf(rows[0]!), differences: taken!.differences }
  })
