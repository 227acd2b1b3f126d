import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { anArea, aShift, aVenue, type TestVenue, type VenueOverrides } from '../../../../tests/build/a-venue.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { bookSlot, cancelBooking, changeBooking, commitHold, holdSlot, releaseHold } from './api.ts'
import { createReservation } from './create-reservation.ts'
import { reservationsHandlers } from './routes.ts'

let open: OpenDb
/** A second pool, as a second process would have. */
let other: ReturnType<typeof makeDb>
beforeAll(async () => {
  open = await aDb(16)
  other = makeDb(makePool({ url: open.url, max: 16, name: 'test two' }))
})
afterAll(async () => {
  await other.destroy()
  await open.close()
})

const contact = {
  firstName: 'Ana',
  lastName: 'García',
  email: null,
  phone: null,
  lang: null,
  optIn: false,
  address: null,
  phoneField: 'phone',
}
type Place = { startsAt: string; partySize: number; areaId?: string | null }
const slotOf = (venue: TestVenue, { areaId = null, ...place }: Place) => ({
  venueId: venue.id,
  venueOf: (ctx: Ctx) => venueWithBook(ctx, venue.id),
  areaId,
  ...place,
})

const setUp = async (book: VenueOverrides['book']): Promise<{ venue: TestVenue; channel: TestChannel; callers: Ctx[] }> => {
  const venue = await aVenue(open.db, { book: book ?? {} })
  const channel = await aChannel(open.db, { venues: [venue.id] })
  return { venue, channel, callers: [ctxOfChannel(open.db, channel), ctxOfChannel(other, channel), aCtx(open.db), aCtx(other)] }
}

/** 64 concurrent bookings, from channels and staff, over two pools; the outcome of each. */
const rush = async (callers: readonly Ctx[], venue: TestVenue, placeOf: (n: number) => Place): Promise<Record<string, number>> => {
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, n) => {
      const ctx = callers[n % callers.length]!
      const place = placeOf(n)
      if (ctx.actor.kind !== 'channel')
        return refusal(createReservation(ctx, { venueId: venue.id, ...place, guest: { firstName: 'Ana', lastName: 'García' } }))
      return refusal(n % 8 < 4 ? bookSlot(ctx, { ...slotOf(venue, place), contact, notes: null }) : holdSlot(ctx, slotOf(venue, place)))
    }),
  )
  const counts: Record<string, number> = {}
  // Whoever asks for two where one is left is told that by the house; to a channel somebody was faster.
  for (const found of outcomes) {
    const outcome = found === 'slot.too_small' ? 'slot.taken' : found
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** The most covers and parties of any interval, and the most covers of any area at any moment, counted from the rows. */
const fullest = async (
  venueId: string,
  intervalMinutes = 15,
): Promise<{ covers: number; parties: number; areas: Record<string, number> }> => {
  const taking = sql`occupies(status) and (status <> 'held' or hold_expires_at > clock_timestamp())`
  const { rows } = await sql<{ covers: number; parties: number }>`
    select coalesce(max(covers), 0)::int as covers, coalesce(max(parties), 0)::int as parties from (
      select sum(party_size) as covers, count(*) as parties from reservations where venue_id = ${venueId} and ${taking}
      group by date_bin(make_interval(mins => ${intervalMinutes}), starts_at, timestamptz '2020-01-01')) i`.execute(open.db)
  const { rows: areas } = await sql<{ areaId: string; peak: number }>`
    with taken as (select * from reservations where venue_id = ${venueId} and ${taking})
    select a.area_id, max((select sum(b.party_size) from taken b where b.area_id = a.area_id and b.starts_at <= a.starts_at and b.ends_at > a.starts_at))::int as peak
    from taken a group by a.area_id`.execute(open.db)
  return { ...rows[0]!, areas: Object.fromEntries(areas.map(({ areaId, peak }) => [areaId, peak])) }
}

test('64 at once for the last covers of an interval: exactly the limit, all others are told it is taken', async () => {
  const { venue, callers } = await setUp({
    areas: [anArea({ capacity: 500 })],
    shifts: [aShift({ pacing: { covers: 21, parties: null } })],
  })
  const startsAt = instantAt(venue, dayFromNow(3, venue), '20:00')
  expect(await rush(callers, venue, () => ({ startsAt, partySize: 2 }))).toEqual({ done: 10, 'slot.taken': 54 })
  expect(await fullest(venue.id)).toMatchObject({ covers: 20, parties: 10 })
})

test('64 at once for the last parties of an interval', async () => {
  const { venue, callers } = await setUp({ areas: [anArea({ capacity: 500 })], shifts: [aShift({ pacing: { covers: null, parties: 7 } })] })
  const startsAt = instantAt(venue, dayFromNow(3, venue), '20:00')
  expect(await rush(callers, venue, (n) => ({ startsAt, partySize: 1 + (n % 3) }))).toEqual({ done: 7, 'slot.taken': 57 })
  expect((await fullest(venue.id)).parties).toBe(7)
})

test('64 at once for the last seats of one area, at starts that overlap', async () => {
  const [room, terrace] = [anArea({ capacity: 9 }), anArea({ name: 'Terrace', capacity: 4, byDefault: false })]
  const { venue, callers } = await setUp({ areas: [room, terrace], shifts: [aShift({ pacing: { covers: null, parties: null } })] })
  const day = dayFromNow(3, venue)
  const starts = ['20:00', '20:15', '20:30', '20:45'].map((time) => instantAt(venue, day, time))
  const counts = await rush(callers, venue, (n) => ({ startsAt: starts[n % 4]!, partySize: 2, areaId: n % 5 === 0 ? terrace.id : null }))
  expect(Object.keys(counts).toSorted()).toEqual(['done', 'slot.taken'])
  // 90 minutes each: all of them overlap, so four pairs in the room and two on the terrace.
  expect(counts['done']).toBe(6)
  expect(await fullest(venue.id)).toMatchObject({ areas: { [room.id]: 8, [terrace.id]: 4 } })
})

test('while a hold runs out, its seats go to one party, not two', async () => {
  const { venue, callers } = await setUp({
    areas: [anArea({ capacity: 2 })],
    shifts: [aShift({ pacing: { covers: null, parties: null } })],
    holdingTimeSeconds: 30,
  })
  const day = dayFromNow(3, venue)
  const [ctx, rival] = [callers[0]!, callers[1]!]
  for (const time of ['17:00', '19:00', '21:00']) {
    const place = slotOf(venue, { startsAt: instantAt(venue, day, time), partySize: 2 })
    const hold = await holdSlot(ctx, place)
    await open.db
      .updateTable('reservations')
      .set({ holdExpiresAt: new Date(Date.now() + 60).toISOString() })
      .where('id', '=', hold.id)
      .execute()
    const rivals = Array.from({ length: 40 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 3))
      return refusal(bookSlot(n % 2 ? ctx : rival, { ...place, contact, notes: null }))
    })
    const commits = Array.from({ length: 10 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, 40 + n * 4))
      return refusal(commitHold(ctx, { id: hold.id, contact: { ...contact, email: `${n}@example.test` }, notes: null }))
    })
    const outcomes = await Promise.all([...rivals, ...commits])
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(1)
  }
  expect((await fullest(venue.id)).areas[venue.areaId]).toBeLessThanOrEqual(2)
})

type Step = {
  act: 'book' | 'hold' | 'commit' | 'release' | 'runOut' | 'change' | 'cancel' | 'seat' | 'complete' | 'noShow' | 'reopen'
  which: number
  time: number
  party: number
  area: number
}
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'book',
    'book',
    'book',
    'hold',
    'hold',
    'commit',
    'release',
    'runOut',
    'change',
    'change',
    'cancel',
    'seat',
    'complete',
    'noShow',
    'reopen',
  ),
  which: fc.nat(1000),
  time: fc.nat(7),
  party: fc.integer({ min: 1, max: 6 }),
  area: fc.nat(2),
})

test('whatever happens in whatever order, side by side: no interval and no area ever holds more than its limit', async () => {
  const limits = { covers: 12, parties: 4 }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 14 }), async (rounds) => {
      const { venue, callers } = await setUp({
        areas: [anArea({ capacity: 14 }), anArea({ name: 'Terrace', capacity: 7, byDefault: false })],
        shifts: [aShift({ intervalMinutes: 30, pacing: limits, keptBackCovers: 3 })],
        pressureReleaseHours: 24,
      })
      const [channel, , staff] = callers as [Ctx, Ctx, Ctx]
      const known: string[] = []
      const day = dayFromNow(5, venue)
      const take = async ({ act, which, time, party, area }: Step): Promise<string> => {
        const startsAt = instantAt(venue, day, `${19 + Math.floor(time / 2)}:${time % 2 ? '30' : '00'}`)
        const place = { startsAt, partySize: party, areaId: area === 2 ? null : venue.book.areas[area]!.id }
        const id = known[which % Math.max(1, known.length)] ?? '019ab000-0000-7000-8000-000000000000'
        const params = { id }
        const keep = <T extends { id: string }>(made: T): T => (known.push(made.id), made)
        switch (act) {
          case 'book':
            return which % 2
              ? refusal(bookSlot(channel, { ...slotOf(venue, place), contact, notes: null }).then(keep))
              : refusal(createReservation(staff, { venueId: venue.id, ...place, guest: { firstName: '', lastName: 'X' } }).then(keep))
          case 'hold':
            return refusal(holdSlot(channel, slotOf(venue, place)).then(keep))
          case 'commit':
            return refusal(commitHold(channel, { id, contact, notes: null }))
          case 'release':
            return refusal(releaseHold(channel, id))
          case 'runOut':
            return refusal(
              sql`update reservations set hold_expires_at = clock_timestamp() where id = ${id} and status = 'held'`.execute(open.db),
            )
          case 'change':
            return refusal(
              changeBooking(channel, {
                id,
                patch: { startsAt, partySize: party },
                dialect: { phoneField: 'phone', international: true },
                confirmed: false,
              }),
            )
          case 'cancel':
            return refusal(cancelBooking(channel, { id, cancelActor: 'guest', reason: null }))
          default:
            return refusal(reservationsHandlers[act](staff, { params, body: undefined }))
        }
      }
      for (const round of rounds) {
        await Promise.all(round.map(take))
        const { covers, parties, areas } = await fullest(venue.id, 30)
        expect(covers).toBeLessThanOrEqual(limits.covers)
        expect(parties).toBeLessThanOrEqual(limits.parties)
        for (const area of venue.book.areas) expect(areas[area.id] ?? 0).toBeLessThanOrEqual(area.capacity)
      }
    }),
    { numRuns: 25 },
  )
})
