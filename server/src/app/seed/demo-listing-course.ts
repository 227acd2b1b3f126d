import { sql } from 'kysely'
import type { ListingField, ShownFacts } from '@tablewire/contracts/listing/copies'
import { localOf } from '#src/features/availability/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { OpenVenue } from './booking-requests.ts'
import type { ChannelKey } from './demo-channels.ts'
import { hasListing } from './demo-listings.ts'
import { type Random, randomFor } from './random.ts'

const dayMs = 86_400_000
/** So many days the demo looks back on. */
const courseDays = 90
const showing: readonly ChannelKey[] = ['google', 'tripadvisor', 'guide', 'meta']

type Houses = { nowMs: number; venues: readonly OpenVenue[]; channelIds: ReadonlyMap<ChannelKey, string> }
type Listed = { id: string; name: string; phoneNumber: string; website: string; score: number }
type Field = Extract<ListingField, 'name' | 'phone' | 'website'>
/** From when until when a channel showed something otherwise; null = it still does. */
type Episode = { venueId: string; channelId: string; field: Field; openedMs: number; settledMs: number | null; asked: boolean }
type Shown = 'not_sent' | 'pending' | 'rejected' | 'shown'
type House = { venue: OpenVenue; listed: Listed; random: Random; nowMs: number }
type Place = { channelId: string; shown: Shown; episodes: readonly Episode[] }

const iso = (ms: number): string => new Date(ms).toISOString()
/** As they stood years ago. */
const wrongs: Readonly<Record<Field, (listed: Listed) => ShownFacts>> = {
  phone: ({ phoneNumber }) => ({ phone: `${phoneNumber.slice(0, -1)}${phoneNumber.endsWith('7') ? '3' : '7'}` }),
  website: ({ website }) => ({ website: `${website}/old` }),
  name: ({ name }) => ({ name: `${name} Bar & Grill` }),
}
const rights: typeof wrongs = {
  phone: ({ phoneNumber }) => ({ phone: phoneNumber }),
  website: ({ website }) => ({ website }),
  name: ({ name }) => ({ name }),
}

const episodesOf = ({ venue, random, nowMs }: House, channelId: string): Episode[] =>
  (['phone', 'website', 'name'] as const).flatMap((field) => {
    if (!random.chance(0.3)) return []
    const openedMs = Math.floor(nowMs - random.next() * courseDays * dayMs)
    const endMs = Math.floor(openedMs + (1 + random.next() ** 2 * 40) * dayMs)
    return [{ venueId: venue.id, channelId, field, openedMs, settledMs: endMs < nowMs ? endMs : null, asked: random.chance(0.25) }]
  })

const placesOf = (house: House, channelIds: Houses['channelIds']): Place[] =>
  showing
    .filter((key) => house.venue.channels.includes(key))
    .map((key) => {
      const channelId = channelIds.get(key)!
      const shown = house.random.weighted<Shown>([
        ['shown', 70],
        ['pending', 12],
        ['not_sent', 14],
        ['rejected', 4],
      ])
      return { channelId, shown, episodes: shown === 'shown' ? episodesOf(house, channelId) : [] }
    })

const isOpen = ({ settledMs }: Episode): boolean => settledMs === null
const factsOf = (listed: Listed, { episodes }: Place): ShownFacts => ({
  ...rights.name(listed),
  ...rights.phone(listed),
  ...rights.website(listed),
  ...Object.assign({}, ...episodes.filter(isOpen).map(({ field }) => wrongs[field](listed))),
})

const copyOf = ({ listed, nowMs }: House, place: Place) => {
  const seen = place.shown === 'shown' || place.shown === 'rejected'
  return {
    venueId: listed.id,
    channelId: place.channelId,
    sentMark: 'demo',
    sentAt: iso(nowMs - 30 * dayMs),
    askedAt: place.episodes.some((one) => isOpen(one) && one.asked) ? iso(nowMs - dayMs) : null,
    facts: place.shown === 'shown' ? JSON.stringify(factsOf(listed, place)) : null,
    observedAt: place.shown === 'shown' ? iso(nowMs - dayMs / 2) : null,
    origin: seen ? ('report' as const) : null,
    status: place.shown === 'shown' || place.shown === 'rejected' ? place.shown : null,
    reason: place.shown === 'rejected' ? 'The category of this place is not one we list.' : null,
    url: null,
    probedAt: null,
    probeFailure: null,
  }
}

const differenceOf = ({ listed }: House, { venueId, channelId, field, openedMs, asked }: Episode) => ({
  id: newId(),
  venueId,
  channelId,
  field,
  ours: JSON.stringify(rights[field](listed)),
  theirs: JSON.stringify(wrongs[field](listed)),
  changedBy: field === 'phone' ? ('guest' as const) : ('channel' as const),
  since: iso(openedMs),
  state: asked ? ('asked' as const) : ('open' as const),
})

const movesOf = ({ venue: { zone } }: House, { venueId, channelId, field, openedMs, settledMs }: Episode) =>
  [openedMs, settledMs].flatMap((ms, at) =>
    ms === null ? [] : [{ venueId, channelId, field, opened: at === 0, at: iso(ms), day: localOf(ms, zone).date }],
  )

/** Filled in bit by bit, as an owner finds the time; what stood open on a day follows from the episodes. */
const daysOf = ({ listed, random, nowMs, venue: { zone } }: House, episodes: readonly Episode[]) => {
  const steps = [0.2, 0.5, 0.8].map((part) => ({ ms: nowMs - (1 - part * random.next()) * courseDays * dayMs, less: random.whole(2, 9) }))
  return Array.from({ length: courseDays }, (_, back) => {
    const endMs = nowMs - back * dayMs
    const open = episodes.filter((one) => one.openedMs < endMs && (one.settledMs === null || one.settledMs >= endMs))
    const byChannel = Object.fromEntries([...Map.groupBy(open, ({ channelId }) => channelId)].map(([id, { length }]) => [id, length]))
    const missing = steps.reduce((sum, { ms, less }) => sum + (endMs < ms ? less : 0), 0)
    const day = localOf(endMs - dayMs, zone).date
    return { venueId: listed.id, day, score: Math.max(5, listed.score - missing), differences: open.length, byChannel }
  })
}

const listedHouses = async (ctx: Ctx, { nowMs, venues }: Houses): Promise<House[]> => {
  const wanted = new Map(venues.filter((_, index) => hasListing(index)).map((venue) => [venue.id, venue]))
  const { rows } = await sql<Listed>`
    select v.id, coalesce(v.display_name, v.name) as name, v.phone_number, p.website, s.score
    from venues v join listing_profiles p on p.venue_id = v.id join listing_scores s on s.venue_id = v.id
    where v.id = any(${[...wanted.keys()]}::uuid[])`.execute(ctx.db)
  return rows.map((listed) => {
    const venue = wanted.get(listed.id)!
    return { venue, listed, nowMs, random: randomFor(`shown ${venue.demo.key}`) }
  })
}

/** Where the demo's houses are shown, what differs there, and how that came about: days that nobody kept, and marked as such. */
export const writeListingCourse = async (ctx: Ctx, houses: Houses): Promise<void> => {
  const all = (await listedHouses(ctx, houses)).map((house) => ({ house, places: placesOf(house, houses.channelIds) }))
  const copies = all.flatMap(({ house, places }) => places.filter(({ shown }) => shown !== 'not_sent').map((place) => copyOf(house, place)))
  const told = all.map(({ house, places }) => ({ house, episodes: places.flatMap(({ episodes }) => episodes) }))
  const differences = told.flatMap(({ house, episodes }) => episodes.filter(isOpen).map((one) => differenceOf(house, one)))
  const moves = told.flatMap(({ house, episodes }) => episodes.flatMap((one) => movesOf(house, one)))
  const days = told.flatMap(({ house, episodes }) => daysOf(house, episodes))
  if (copies.length > 0) await ctx.db.insertInto('listingCopies').values(copies).execute()
  if (differences.length > 0) await ctx.db.insertInto('listingDifferences').values(differences).execute()
  // They were opened just now, as far as the database can tell.
  await sql`delete from listing_difference_moves where venue_id = any(${all.map(({ house }) => house.listed.id)}::uuid[])`.execute(ctx.db)
  await sql`
    insert into listing_difference_moves (venue_id, channel_id, field, opened, at, day, demo)
    select r."venueId", r."channelId", r.field, r.opened, r.at, r.day, true
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as r ("venueId" uuid, "channelId" uuid, field text, opened boolean, at timestamptz, day date)`.execute(
    ctx.db,
  )
  await sql`
    insert into listing_days (venue_id, day, score, differences, by_channel, demo)
    select r."venueId", r.day, r.score, r.differences, r."byChannel", true
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r ("venueId" uuid, day date, score smallint, differences integer, "byChannel" jsonb)
    on conflict do nothing`.execute(ctx.db)
}
