import { sql } from 'kysely'
import { occupancyOf } from '#src/features/availability/api.ts'
import { hashPassword } from '#src/features/people/api.ts'
import { venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { ChannelKey } from './demo-channels.ts'
import { castOf, type SeedLookups, knownIn, nobodyKnown, type Plan, planHouses, writeHouses, writePeople } from './demo-houses.ts'
import { demoPassword } from './demo-people.ts'
import { demoVenues, importKeyOf } from './demo-venues.ts'
import { type GuestIds, guestKey } from './evening-rows.ts'
import { daysAhead } from './evenings.ts'
import { settlePast } from './settle.ts'
import type { OpenVenue } from './wishes.ts'
import { type Portion, thinkEvenings, writeEvenings } from './write-evenings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The demo around that moment, thought up and not yet written. */
export type ThoughtDemo = { nowMs: number; plan: Plan; passwordHash: Promise<string>; portions: AsyncIterable<Portion> | Iterable<Portion> }

const think = (nowMs: number, known: SeedLookups): ThoughtDemo => {
  const plan = planHouses(nowMs, known)
  const portions = thinkEvenings({
    venues: plan.venues,
    span: { nowMs, sinceMs: null },
    cast: castOf(plan),
    guestIds: new Map(),
    taken: new Map(),
  })
  // Slow on purpose, and on other threads: it is ready when the evenings are.
  return { nowMs, plan, portions, passwordHash: hashPassword(demoPassword) }
}

/** Thinks it all up for a database with nothing in it, while that database is still starting. */
export const thinkDemo = async (nowMs: number): Promise<ThoughtDemo> => {
  const thought = think(nowMs, nobodyKnown)
  const portions: Portion[] = []
  for await (const portion of thought.portions) portions.push(portion)
  return { ...thought, portions }
}

/** Houses, books, channels, people and the evenings around now. What was thought of before holds only where nothing was known before. */
export const furnishDemo = async (ctx: Ctx, thought?: ThoughtDemo): Promise<{ until: string; reservations: number }> => {
  const known = await knownIn(ctx)
  const usable = known.channelIds.size + known.personIds.size === 0 ? thought : undefined
  const { nowMs, plan, passwordHash, portions } = usable ?? think(ctx.clock().epochMilliseconds, known)
  const reservations = await writeEvenings(ctx.db, portions, writeHouses(ctx, plan))
  await writePeople(ctx, plan, await passwordHash)
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
  const known = await knownIn(ctx)
  const venues = await openVenues(ctx, known.channelIds)
  const ids = venues.map(({ id }) => id)
  await settlePast(ctx, ids, span.nowMs - 2 * hourMs)
  const fromMs = span.sinceMs - 2 * dayMs
  const toMs = span.nowMs + (daysAhead + 2) * dayMs
  const taken = await occupancyOf(
    ctx,
    ids.map((venueId) => ({ venueId, fromMs, toMs })),
  )
  return writeEvenings(ctx.db, thinkEvenings({ venues, span, cast: castOf(known), guestIds: await guestsOf(ctx, ids), taken }))
}
