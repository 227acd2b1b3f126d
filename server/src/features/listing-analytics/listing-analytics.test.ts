import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import { listingCopies } from '@tablewire/contracts/listing/copies'
import { listings } from '@tablewire/contracts/listing/listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aListedVenue } from '../../../../tests/build/a-listed-venue.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { copyStateOf } from '#src/features/listing-copies/copy-rows.ts'
import { listDifferences } from '#src/features/listing-copies/list-copies.ts'
import { listListings } from '#src/features/listing-profile/list-listings.ts'
import { newId } from '#src/platform/id.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readListingAnalytics } from './read-analytics.ts'

let open: OpenDb
let ctx: Ctx
let companyId: string
let venues: TestVenue[]
let channels: TestChannel[]
const now = '2026-11-20T18:00:00Z'
const november = { from: '2026-11-01', to: '2026-11-30', today: '2026-11-20', compare: 'previous', align: 'date' } as const

const aCopy = async (venueId: string, channelId: string, over: object = {}): Promise<void> => {
  await open.db
    .insertInto('listingCopies')
    .values({ venueId, channelId, facts: '{}', observedAt: now, ...over } as never)
    .execute()
}
const aDifference = async (venueId: string, channelId: string, over: { field?: string; since?: string; state?: string } = {}) => {
  const { field = 'phone', since = now, state = 'open' } = over
  await sql`
    insert into listing_differences (id, venue_id, channel_id, field, ours, theirs, changed_by, since, state)
    values (${newId()}, ${venueId}, ${channelId}, ${field}, '{}', '{}', 'guest', ${since}, ${state})`.execute(open.db)
}
const count = async (condition: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n ${condition}`.execute(open.db)
  return rows[0]!.n
}

beforeAll(async () => {
  open = await aDb()
  companyId = await aCompany(open.db)
  venues = [
    await aListedVenue(open.db, { companyId, name: 'Alba' }),
    await aListedVenue(open.db, { companyId, name: 'Bruna' }),
    await aListedVenue(open.db, { name: 'Cora' }),
  ]
  const ids = venues.map(({ id }) => id)
  channels = [await aChannel(open.db, { venues: ids }), await aChannel(open.db, { venues: [ids[0]!] })]
  const [one, two] = channels.map(({ id }) => id) as [string, string]
  const [alba, bruna, cora] = ids as [string, string, string]
  await open.db.updateTable('venues').set({ phoneNumber: null }).where('id', '=', bruna).execute()
  await aCopy(alba, one)
  await aCopy(alba, two, { status: 'rejected', reason: 'No' })
  await aCopy(bruna, one, { askedAt: now })
  await aCopy(cora, one)
  await aDifference(alba, one, { since: '2026-11-10T18:00:00Z' })
  await aDifference(alba, one, { field: 'hours', since: '2026-11-18T18:00:00Z' })
  await aDifference(alba, two, { field: 'hours', since: '2026-11-20T16:59:20Z' })
  await aDifference(bruna, one, { state: 'asked', since: '2026-11-01T18:00:00Z' })
  await aDifference(cora, one, { state: 'ignored' })
  ctx = { ...ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN'] })), clock: aClock(now) }
})
afterAll(() => open.close())

test('AN2: each figure of listings is what SQL counts', async () => {
  const { standing, now: stands } = await readListingAnalytics(ctx, november)
  const scores = (
    await sql<{ score: number; gaps: string[] }>`select score, gaps from listing_scores order by score, venue_id`.execute(open.db)
  ).rows
  expect(standing).toMatchObject({ live: true, compared: null, now: { listings: 3, complete: 0, differences: 4 } })
  expect(standing.now!.average).toBe(Math.round((scores.reduce((sum, { score }) => sum + score, 0) / 3) * 10) / 10)
  expect(stands.venues.map(({ score }) => score)).toEqual(scores.map(({ score }) => score))
  expect(stands.scores.reduce((sum, { listings: of }) => sum + of, 0)).toBe(3)
  for (const { gap, listings: of } of stands.gaps) expect(of).toBe(scores.filter(({ gaps }) => gaps.includes(gap)).length)
  expect(stands.gaps.map(({ points, listings: of }) => points * of)).toEqual(
    stands.gaps.map(({ points, listings: of }) => points * of).toSorted((a, b) => b - a),
  )
  const day = 24 * 60
  expect(stands.open).toMatchObject({ differences: 4, middleMinutes: 6 * day, longestMinutes: 19 * day })
  expect(stands.channels.map(({ channelId, differences }) => [channelId, differences])).toEqual([
    [channels[0]!.id, 3],
    [channels[1]!.id, 1],
  ])
  // One alone is as old as the oldest, whatever its seconds are.
  expect(stands.channels[1]).toMatchObject({ middleMinutes: 60, longestMinutes: 60 })
  expect(stands.fields.map(({ field, differences, longestMinutes }) => [field, differences, longestMinutes])).toEqual([
    ['hours', 2, 2 * day],
    ['phone', 2, 19 * day],
  ])
  expect(
    stands.places.map(({ channelId, venues: of, states }) => [channelId, of, states.map(({ state, venues: n }) => [state, n])]),
  ).toEqual(
    [
      [
        channels[0]!.id,
        3,
        [
          ['differs', 1],
          ['pending', 1],
          ['shown', 1],
        ],
      ],
      [channels[1]!.id, 1, [['rejected', 1]]],
    ].toSorted(([a], [b]) => channels.findIndex(({ id }) => id === a) - channels.findIndex(({ id }) => id === b)),
  )
})

test('AN2: every figure of listings opens exactly what it counts', async () => {
  const listed = async (filters: RowFilters) =>
    (await listListings(ctx, { filters: listings.list.query.parse({ filters }).filters!, limit: 1 })).total
  const differing = async (filters: RowFilters) =>
    (await listDifferences(ctx, { filters: listingCopies.differences.query.parse({ filters }).filters!, limit: 1 })).total
  for (const narrow of [{}, { venueId: [venues[0]!.id] }, { companyId }]) {
    const { standing, now: stands } = await readListingAnalytics(ctx, { ...november, ...narrow })
    expect(await listed(standing.rows!)).toBe(standing.now!.listings)
    expect(await listed(standing.completeRows!)).toBe(standing.now!.complete)
    for (const one of [...stands.scores, ...stands.gaps]) expect(await listed(one.rows)).toBe(one.listings)
    for (const one of [stands.open, ...stands.channels, ...stands.fields, ...stands.venues])
      expect(await differing(one.rows)).toBe(one.differences)
    for (const one of stands.places) {
      expect(await listed(one.rows)).toBe(one.venues)
      for (const of of one.states) expect(await listed(of.rows)).toBe(of.venues)
    }
  }
})

test('AN2: what was opened and settled is counted when it happened, by the day at the venue', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Madrid').toString()
  const days = { from: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10), to: '2099-12-31', today }
  const asked = { ...ctx, clock: aCtx(open.db).clock }
  const read = async () => (await readListingAnalytics(asked, { ...days, to: today < days.from ? days.from : addDay(today) })).moves
  const before = await read()
  const mine = { venue: venues[2]!.id, channel: channels[0]!.id }
  await aDifference(mine.venue, mine.channel, { field: 'website' })
  await sql`update listing_differences set state = 'asked' where venue_id = ${mine.venue} and field = 'website'`.execute(open.db)
  await sql`update listing_differences set state = 'ignored' where venue_id = ${mine.venue} and field = 'website'`.execute(open.db)
  await sql`update listing_differences set state = 'open' where venue_id = ${mine.venue} and field = 'website'`.execute(open.db)
  await sql`delete from listing_differences where venue_id = ${mine.venue} and field = 'website'`.execute(open.db)
  const after = await read()
  expect([after.opened - before.opened, after.settled - before.settled]).toEqual([2, 2])
  expect(after.opened).toBe(await count(sql`from listing_difference_moves where opened`))
})

const addDay = (date: string): string => new Date(Date.parse(`${date}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)

test('LI1: the state of a place is the same in lists as on its own', async () => {
  const { rows } = await sql<Parameters<typeof copyStateOf>[0] & { state: string }>`
    select x.state, k.status, coalesce(k.facts is not null, false) as has_facts, k.sent_at, k.asked_at,
      (select count(*)::integer from listing_differences d where d.venue_id = x.venue_id and d.channel_id = x.channel_id and d.state <> 'ignored') as open_differences
    from shown_listings x left join listing_copies k on k.venue_id = x.venue_id and k.channel_id = x.channel_id`.execute(open.db)
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) expect(row.state).toBe(copyStateOf(row))
})

test('AN2: who is of some venues counts theirs, who sells for a channel what it shows, and what nobody can mean is refused', async () => {
  const user = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics'], venues: [venues[1]!.id] })
  const few = { ...ctxOfUser(open.db, user), clock: aClock(now) }
  const theirs = await readListingAnalytics(few, november)
  expect([theirs.venues, theirs.now.listings, theirs.now.open.differences]).toEqual([1, 1, 1])
  await expect(readListingAnalytics(few, { ...november, venueId: [venues[0]!.id] })).rejects.toMatchObject({ code: 'venue.not_found' })
  const agent = { ...ctx, scope: { kind: 'channels', channelIds: [channels[1]!.id] } } as Ctx
  const seen = await readListingAnalytics(agent, november)
  expect([seen.venues, seen.now.open.differences, seen.now.places.length, seen.now.venues[0]!.differences]).toEqual([1, 1, 1, 1])
  await expect(readListingAnalytics(ctx, { ...november, to: '2026-10-31' })).rejects.toMatchObject({ code: 'range.invalid' })
})
