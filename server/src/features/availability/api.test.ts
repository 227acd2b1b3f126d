import type { Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { anArea, aShift, aVenue, type VenueOverrides } from '../../../../tests/build/a-venue.ts'
import { abilityOf } from '@tablewire/contracts/identity/access'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { checkMany, daysOf, decidePlacement, type PlacementRequest } from './api.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const now = '2026-11-20T10:00:00Z'
const ctxAt = (instant = now, overrides: Partial<Ctx> = {}): Ctx => aCtx(open.db, { clock: aClock(instant), ...overrides })
const venueOf = async (overrides: VenueOverrides = {}) => {
  const made = await aVenue(open.db, { timeZone: 'Europe/Paris', ...overrides })
  return venueWithBook(ctxAt(), made.id)
}
type Venue = Awaited<ReturnType<typeof venueOf>>
const wanted = (venue: Venue, over: Partial<PlacementRequest> = {}): PlacementRequest => ({
  venue,
  startsAt: '2026-11-20T18:00:00Z',
  partySize: 2,
  areaId: null,
  asker: 'channel',
  override: false,
  ...over,
})
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'placed',
    (error: { code: string }) => error.code,
  )

/** A party written straight into the table, the way another process would. */
const seat = async (venue: Venue, over: Partial<PlacementRequest> & { status?: string; holdExpiresAt?: string } = {}): Promise<string> => {
  const { type: _, ...placement } = await decidePlacement(ctxAt(), wanted(venue, over))
  const id = newId()
  await open.db
    .insertInto('reservations')
    .values({
      ...placement,
      venueId: venue.id,
      id,
      reference: newReference(),
      status: (over.status ?? 'confirmed') as 'confirmed',
      partySize: over.partySize ?? 2,
      source: 'phone',
      holdExpiresAt: over.holdExpiresAt ?? null,
      channelId: null,
      systemId: null,
      channelReference: null,
      guestId: null,
      guestEmail: null,
      guestPhone: null,
      guestLang: null,
      notes: null,
      cancelActor: null,
      cancelReason: null,
      importBatchId: null,
    })
    .execute()
  return id
}

describe('a start is decided', () => {
  test('with its stay, evening, interval and limits', async () => {
    const venue = await venueOf()
    expect(await decidePlacement(ctxAt(), wanted(venue))).toMatchObject({
      startsAt: '2026-11-20T18:00:00Z',
      endsAt: '2026-11-20T19:30:00Z',
      startsLocal: '2026-11-20T19:00',
      serviceOn: '2026-11-20',
      pacingAt: '2026-11-20T18:00:00Z',
      pacingUntil: '2026-11-20T18:15:00Z',
      coversMax: 40,
      partiesMax: null,
      override: false,
      type: 'book',
    })
    expect((await decidePlacement(ctxAt(), wanted(venue, { partySize: 6 }))).endsAt).toBe('2026-11-20T20:00:00Z')
  })
  test('after midnight it belongs to the evening before', async () => {
    const late = {
      openingHours: [{ day: 5, from: '18:00', to: '02:00' }],
      shifts: [aShift({ from: '18:00', to: '02:00', lastSeating: '01:00' })],
    }
    const placement = await decidePlacement(ctxAt(), wanted(await venueOf({ book: late }), { startsAt: '2026-11-20T23:30:00Z' }))
    expect(placement).toMatchObject({ serviceOn: '2026-11-20', startsLocal: '2026-11-21T00:30' })
  })
  test('staff may book between the offered starts, a channel only the starts themselves', async () => {
    const venue = await venueOf()
    const between = { startsAt: '2026-11-20T18:07:00Z' }
    expect(await decidePlacement(ctxAt(), wanted(venue, { ...between, asker: 'staff' }))).toMatchObject({
      pacingAt: '2026-11-20T18:00:00Z',
    })
    expect(await code(decidePlacement(ctxAt(), wanted(venue, between)))).toBe('slot.closed')
  })
  test('a large party becomes a request', async () => {
    const venue = await venueOf({ book: { shifts: [aShift({ requestFromParty: 6 })] } })
    expect((await decidePlacement(ctxAt(), wanted(venue, { partySize: 6 }))).type).toBe('request')
  })
})

describe('a start is refused', () => {
  const closed = (over: Partial<Book['closures'][number]> = {}) => ({
    id: newId(),
    name: 'Works',
    fromOn: '2026-11-20',
    toOn: '2026-11-20',
    from: null,
    to: null,
    areaId: null,
    ...over,
  })
  const cases: [string, Partial<Book>, Partial<PlacementRequest>, string][] = [
    ['below the smallest party', { party: { min: 2, max: 8 } }, { partySize: 1 }, 'party.too_small'],
    ['above the largest party', { party: { min: 2, max: 8 } }, { partySize: 9 }, 'party.too_large'],
    ['in the past', {}, { startsAt: '2026-11-19T18:00:00Z' }, 'slot.past'],
    ['within the notice', { noticeMinutes: 600 }, {}, 'slot.too_soon'],
    ['after the cut-off', { cutOffMinutes: 420 }, {}, 'slot.too_soon'],
    ['beyond the horizon', { horizonDays: 10 }, { startsAt: '2026-12-20T18:00:00Z' }, 'slot.too_far'],
    ['on a closed day', { closures: [closed()] }, {}, 'slot.closed'],
    ['in closed hours', { closures: [closed({ from: '18:00', to: '20:00' })] }, {}, 'slot.closed'],
    ['outside the opening hours', { openingHours: [{ day: 5, from: '12:00', to: '18:00' }] }, {}, 'slot.closed'],
    [
      'on a special day with other hours',
      {
        specialDays: [
          {
            id: newId(),
            name: 'Eve',
            fromOn: '2026-11-20',
            toOn: '2026-11-20',
            openingHours: [{ from: '12:00', to: '16:00' }],
            shifts: null,
          },
        ],
      },
      {},
      'slot.closed',
    ],
    ['after the last seating', {}, { startsAt: '2026-11-20T21:15:00Z' }, 'slot.closed'],
    ['in a shift that is not online', { shifts: [aShift({ online: false })] }, {}, 'slot.closed'],
    [
      'when the party alone exceeds the interval',
      { shifts: [aShift({ pacing: { covers: 4, parties: null } })] },
      { partySize: 5 },
      'slot.too_small',
    ],
    ['when no party may arrive', { shifts: [aShift({ pacing: { covers: null, parties: 0 } })] }, {}, 'slot.taken'],
    ['when no area is large enough', { areas: [anArea({ capacity: 3 })] }, { partySize: 4 }, 'slot.too_small'],
    ['without an area where one must be named', { bookableAreas: true }, {}, 'area.required'],
    ['in an unknown area', {}, { areaId: newId() }, 'area.not_found'],
  ]
  test.each(cases)('%s', async (_, book, over, refusal) =>
    expect(await code(decidePlacement(ctxAt(), wanted(await venueOf({ book }), over)))).toBe(refusal),
  )
  test('rules for channels do not bind staff, those of the room do unless overridden', async () => {
    const venue = await venueOf({ book: { party: { min: 2, max: 4 }, noticeMinutes: 900, areas: [anArea({ capacity: 6 })] } })
    expect(await code(decidePlacement(ctxAt(), wanted(venue, { asker: 'staff', partySize: 6 })))).toBe('placed')
    expect(await code(decidePlacement(ctxAt(), wanted(venue, { asker: 'staff', partySize: 7 })))).toBe('slot.too_small')
    expect((await decidePlacement(ctxAt(), wanted(venue, { asker: 'staff', partySize: 7, override: true }))).override).toBe(true)
    const host = abilityOf({ roles: ['ROLE_MANAGER'], permissions: [] })
    expect(await code(decidePlacement(ctxAt(now, { ability: host }), wanted(venue, { asker: 'staff', override: true })))).toBe(
      'override.denied',
    )
  })
})

describe('what is taken', () => {
  test('stays taken until the stay is over, and moves to the next area first', async () => {
    const venue = await venueOf({
      book: {
        areas: [anArea({ capacity: 4 }), anArea({ name: 'Terrace', capacity: 4, byDefault: false })],
        shifts: [aShift({ pacing: { covers: null, parties: null } })],
      },
    })
    await seat(venue, { partySize: 4 })
    expect((await decidePlacement(ctxAt(), wanted(venue, { partySize: 4 }))).areaId).toBe(venue.book.areas[1]!.id)
    await seat(venue, { partySize: 4 })
    expect(await code(decidePlacement(ctxAt(), wanted(venue, { startsAt: '2026-11-20T19:15:00Z' })))).toBe('slot.taken')
    expect(await code(decidePlacement(ctxAt(), wanted(venue, { startsAt: '2026-11-20T19:30:00Z', partySize: 4 })))).toBe('placed')
  })
  test('is free again when a hold has run out, also before anybody has tidied up', async () => {
    const venue = await venueOf({ book: { areas: [anArea({ capacity: 2 })] } })
    await seat(venue, { status: 'held', holdExpiresAt: '2026-11-20T10:05:00Z' })
    expect(await code(decidePlacement(ctxAt('2026-11-20T10:04:59Z'), wanted(venue)))).toBe('slot.taken')
    expect(await code(decidePlacement(ctxAt('2026-11-20T10:05:00Z'), wanted(venue)))).toBe('placed')
  })
  test('counts once in a batch that asks about neighbouring times', async () => {
    const venue = await venueOf({ book: { areas: [anArea({ capacity: 4 })] } })
    await seat(venue)
    const asked = ['18:00', '18:15', '19:15'].map((time) => wanted(venue, { startsAt: `2026-11-20T${time}:00Z` }))
    expect(await checkMany(ctxAt(), asked)).toMatchObject(asked.map(() => ({ open: true, type: 'book' })))
  })
  test('kept-back covers open to channels at the pressure release', async () => {
    const venue = await venueOf({
      book: { pressureReleaseHours: 4, shifts: [aShift({ pacing: { covers: 10, parties: null }, keptBackCovers: 8 })] },
    })
    const ask = (instant: string, over: Partial<PlacementRequest> = {}) =>
      code(decidePlacement(ctxAt(instant), wanted(venue, { partySize: 4, ...over })))
    expect(await ask('2026-11-20T13:59:00Z')).toBe('slot.taken')
    expect(await ask('2026-11-20T13:59:00Z', { asker: 'staff' })).toBe('placed')
    expect(await ask('2026-11-20T14:00:00Z')).toBe('placed')
  })
})

describe('a day explains itself', () => {
  const day = async (venue: Venue, over: { partySize?: number; date?: string } = {}) => {
    const date = over.date ?? '2026-11-20'
    return (
      await daysOf(ctxAt(), { venue, from: date, to: date, partySize: over.partySize ?? 2, areaId: null, asker: 'channel', explain: true })
    )[0]!
  }
  test('says which rule closed a start, where it stands and what would open it', async () => {
    const venue = await venueOf({
      book: { pressureReleaseHours: 4, shifts: [aShift({ pacing: { covers: 10, parties: null }, keptBackCovers: 8 })] },
    })
    await seat(venue, { partySize: 8, asker: 'staff' })
    const slots = (await day(venue, { partySize: 4 })).slots
    const full = slots.find((slot) => slot.startsLocal === '2026-11-20T19:00')!
    expect(full).toMatchObject({ open: false, coversLeft: 0 })
    expect(full.closedBy).toEqual([
      {
        rule: 'pacing_covers',
        setting: `shifts/${venue.book.shifts[0]!.id}/pacing`,
        limit: 10,
        used: 8,
        opens: { by: 'smaller_party', partySize: 2 },
      },
    ])
    expect(slots.find((slot) => slot.startsLocal === '2026-11-20T19:15')!.closedBy).toMatchObject([
      { rule: 'pressure_release', limit: 2, opens: { by: 'at', at: '2026-11-20T14:15:00Z' } },
    ])
  })
  test('limits of a single date hold on that date alone, and are named as the place to change', async () => {
    const shift = aShift({ pacing: { covers: 10, parties: null } })
    const own = { id: newId(), on: '2026-11-20', shiftId: shift.id, targetCovers: null, pacing: { covers: 10, parties: null } }
    const dayLimits = [{ ...own, pacingAt: [{ at: '19:00', covers: 2, parties: null }] }]
    const venue = await venueOf({ book: { shifts: [shift], dayLimits } })
    const [tonight, later] = [await day(venue, { partySize: 4 }), await day(venue, { partySize: 4, date: '2026-11-27' })]
    const at = ({ slots }: Awaited<ReturnType<typeof day>>, time: string) => slots.find((slot) => slot.startsLocal.endsWith(time))
    expect(at(tonight, '19:00')!.closedBy).toEqual([
      { rule: 'pacing_covers', setting: `dayLimits/${own.id}`, limit: 2, used: 0, opens: { by: 'smaller_party', partySize: 2 } },
    ])
    expect(at(tonight, '19:15')).toMatchObject({ open: true, coversLeft: 10 })
    expect(at(later, '19:00')).toMatchObject({ open: true, coversLeft: 10 })
  })
  test('says how much has to be canceled where more are booked than fit, and that only the limit helps a party beyond it', async () => {
    const shift = aShift({ pacing: { covers: 10, parties: null } })
    const venue = await venueOf({ book: { shifts: [shift] } })
    await seat(venue, { partySize: 9, asker: 'staff' })
    const own = { id: newId(), on: '2026-11-20', shiftId: shift.id, targetCovers: null, pacingAt: [] }
    const limited = (covers: number | null, parties: number | null): Venue => ({
      ...venue,
      book: { ...venue.book, dayLimits: [{ ...own, pacing: { covers, parties } }] },
    })
    const opens = async (at: Venue, partySize: number) =>
      (await day(at, { partySize })).slots
        .find(({ startsLocal }) => startsLocal.endsWith('19:00'))!
        .closedBy!.flatMap((one) => (one.rule.startsWith('pacing') ? [one.opens] : []))
    expect(await opens(limited(3, null), 2)).toEqual([{ by: 'cancellation', covers: 8 }])
    expect(await opens(limited(3, null), 4)).toEqual([{ by: 'setting' }])
    expect(await opens(limited(3, 1), 2)).toEqual([
      { by: 'cancellation', covers: 8 },
      { by: 'cancellation', parties: 1 },
    ])
    expect(await opens(limited(null, 0), 2)).toEqual([{ by: 'setting' }])
  })
  test('says why there is no start at all', async () => {
    const venue = await venueOf({ book: { shifts: [aShift({ days: [1] })] } })
    expect((await day(venue)).closedBy?.map((verdict) => verdict.rule)).toEqual(['no_shift'])
  })
  test('has no start in the hour that does not exist, and goes on after it', async () => {
    const book = {
      openingHours: [{ day: 7, from: '00:00', to: '06:00' }],
      shifts: [aShift({ from: '01:00', to: '05:00', lastSeating: '04:00', intervalMinutes: 30 })],
    }
    const starts = (await day(await venueOf({ book }), { date: '2027-03-28' })).slots.map(
      (slot) => `${slot.startsLocal.slice(11)} ${slot.startsAt}`,
    )
    expect(starts).toEqual([
      '01:00 2027-03-28T00:00:00Z',
      '01:30 2027-03-28T00:30:00Z',
      '03:00 2027-03-28T01:00:00Z',
      '03:30 2027-03-28T01:30:00Z',
      '04:00 2027-03-28T02:00:00Z',
    ])
  })
})

test('the guard in the database refuses what the book does not allow, whoever writes', async () => {
  const venue = await venueOf({ book: { areas: [anArea({ capacity: 2 })] } })
  const id = await seat(venue)
  const other = await seat(await venueOf())
  const refused = (statement: ReturnType<typeof sql>) =>
    statement.execute(open.db).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  expect(await refused(sql`update reservations set party_size = 3 where id = ${id}`)).toBe('TW005')
  expect(await refused(sql`update reservations set status = 'completed' where id = ${id}`)).toBe('TW001')
  expect(await refused(sql`update reservations set party_size = 41 where id = ${other}`)).toBe('TW003')
  await sql`update books set version = version + 1 where venue_id = ${venue.id}`.execute(open.db)
  expect(await refused(sql`update reservations set starts_at = starts_at + interval '1 minute' where id = ${id}`)).toBe('TW002')
  // Whoever may go beyond the limits still sits in an area of the book as it is now.
  expect(await refused(sql`update reservations set override = true, starts_at = starts_at + interval '1 minute' where id = ${id}`)).toBe(
    'TW002',
  )
})
