import { sql } from 'kysely'
import { occupancyOf } from '#src/features/availability/api.ts'
import { hashPassword } from '#src/features/people/api.ts'
import { venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { ChannelKey } from './demo-channels.ts'
import { actorsOf, type SeedLookups, lookupsIn, noLookups, type Plan, planEstate, writeEstate, writePeople } from './demo-estate.ts'
import { writeListingCourse } from './demo-listing-course.ts'
import { openWaitlists, writeRefusedDemand } from './demo-demand.ts'
import { writeGoogleAccount } from './demo-google.ts'
import { writeOnboarding } from './demo-onboarding.ts'
import { demoPassword, demoPeople } from './demo-people.ts'
import { writeReviews } from './demo-reviews.ts'
import { seatParties, writeTables } from './demo-tables.ts'
import { demoVenues, importKeyOf } from './demo-venues.ts'
import { type GuestIds, guestKey } from './evening-rows.ts'
import { daysAhead } from './evenings.ts'
import { closePastBookings } from './close-past-bookings.ts'
import type { OpenVenue } from './booking-requests.ts'
import { type EveningsChunk, thinkEvenings, writeEvenings } from './write-evenings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The demo around that moment, thought up and not yet written. */
export type GeneratedDemo = {
  nowMs: number
  plan: Plan
  passwordHash: Promise<string>
  portions: AsyncIterable<EveningsChunk> | Iterable<EveningsChunk>
}

const generate = (nowMs: number, known: SeedLookups): GeneratedDemo => {
  const plan = planEstate(nowMs, known)
  const portions = thinkEvenings({
    venues: plan.venues,
    span: { nowMs, sinceMs: null },
    cast: actorsOf(plan),
    guestIds: new Map(),
    taken: new Map(),
  })
  // Slow on purpose, and on other threads: it is ready when the evenings are.
  return { nowMs, plan, portions, passwordHash: hashPassword(demoPassword) }
}

/** Thinks it all up for a database with nothing in it, while that database is still starting. */
export const generateDemo = async (nowMs: number): Promise<GeneratedDemo> => {
  const thought = generate(nowMs, noLookups)
  const portions: EveningsChunk[] = []
  for await (const portion of thought.portions) portions.push(portion)
  return { ...thought, portions }
}

/** Houses, books, channels, people and the evenings around now. What was thought of before holds only where nothing was known before. */
export const populateDemo = async (ctx: Ctx, thought?: GeneratedDemo): Promise<{ until: string; reservations: number }> => {
  const known = await lookupsIn(ctx)
  const usable = known.channelIds.size + known.personIds.size === 0 ? thought : undefined
  const { nowMs, plan, passwordHash, portions } = usable ?? generate(ctx.clock().epochMilliseconds, known)
  const reservations = await writeEvenings(ctx.db, portions, writeEstate(ctx, plan))
  await writePeople(ctx, plan, await passwordHash)
  await writeGoogleAccount(ctx, plan.channelIds.get('google')!)
  await writeListingCourse(ctx, { ...plan, nowMs })
  await openWaitlists(ctx, plan)
  await writeTables(ctx, plan.venues)
  await writeOnboarding(ctx, { ...plan, nowMs })
  await writeReviews(ctx, { ...plan, nowMs, officeId: plan.personIds.get(demoPeople[0]!.email)! })
  await writeRefusedDemand(ctx, plan, { nowMs, sinceMs: null })
  return { until: new Date(nowMs).toISOString(), reservations }
}

/** The demo's venues as they are today, whatever people made of their books meanwhile. */
const openVenues = async (ctx: Ctx, channelIds: ReadonlyMap<ChannelKey, string>): Promise<OpenVenue[]> => {
  const rows = await ctx.db.selectFrom('venues').select(['id', 'importKey']).where('importKey', 'in', demoVenues.map(importKeyOf)).execute()
  if (!rows.length) return []
  const keys = new Map(rows.map(({ id, importKey }) => [id, importKey]))
  const live = await ctx.db
    .selectFrom('channelVenues')
    .select(['venueId', 'channelId'])
    .where('state', '=', 'live')
    .where('venueId', 'in', [...keys.keys()])
    .execute()
  const links = new Set(live.map(({ venueId, channelId }) => `${venueId} ${channelId}`))
  const venues = await venuesWithBooks(ctx, [...keys.keys()])
  return venues
    .filter(({ active }) => active)
    .map(({ id, systemId, timeZone, book }) => ({
      demo: demoVenues.find((venue) => importKeyOf(venue) === keys.get(id))!,
      id,
      systemId,
      zone: timeZone,
      book,
      channels: [...channelIds].filter(([, channelId]) => links.has(`${id} ${channelId}`)).map(([key]) => key),
    }))
}

const guestsOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<GuestIds> => {
  const rows = await ctx.db
    .selectFrom('guests')
    .select(['venueId', 'id', 'email', 'phone'])
    .where('venueId', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ venueId, id, email, phone }) => [guestKey(venueId, email ?? phone ?? id), id]))
}

/** Settles what was left open and adds what was booked since; touches only the demo's own venues. Answers how many were added. */
export const continueDemo = async (ctx: Ctx, span: { nowMs: number; sinceMs: number }): Promise<number> => {
  const known = await lookupsIn(ctx)
  const venues = await openVenues(ctx, known.channelIds)
  const ids = venues.map(({ id }) => id)
  await closePastBookings(ctx, ids, span.nowMs - 2 * hourMs)
  const fromMs = span.sinceMs - 2 * dayMs
  const toMs = span.nowMs + (daysAhead + 2) * dayMs
  const taken = await occupancyOf(
    ctx,
    ids.map((venueId) => ({ venueId, fromMs, toMs })),
  )
  const added = await writeEvenings(
    ctx.db,
    thinkEvenings({ venues, span, cast: actorsOf(known), guestIds: await guestsOf(ctx, ids), taken }),
  )
  await seatParties(ctx, venues)
  await writeRefusedDemand(ctx, { venues, channelIds: known.channelIds }, span)
  return added
}
