import type { Book } from '@tablewire/contracts/estate/book'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aBook, anArea, aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import { venueWithBook, type VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { addDays, type Asker, daysOf, decidePlacement } from './api.ts'
import { askWhatIf } from './what-if.ts'

let app: TestApp
beforeAll(async () => {
  app = await aTestApp()
})
afterAll(() => app.close())

/** The same books and questions in every run. */
const diceOf = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const upTo = (most: number): number => Math.floor(next() * (most + 1))
  return { upTo, one: <T>(of: readonly T[]): T => of[upTo(of.length - 1)]!, maybe: (chance: number): boolean => next() < chance }
}
type Dice = ReturnType<typeof diceOf>

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const someShift = ({ upTo, one, maybe }: Dice, from: number, areaIds: readonly string[]) => {
  const last = from + one([60, 120, 300])
  return aShift({
    days: weekdays.filter(() => maybe(0.85)),
    from: clock(from),
    lastSeating: clock(last),
    to: clock(last + 60),
    intervalMinutes: one([15, 30, 60]),
    pacing: { covers: maybe(0.3) ? null : upTo(12), parties: maybe(0.6) ? null : upTo(3) },
    keptBackCovers: maybe(0.3) ? upTo(6) : 0,
    online: maybe(0.85),
    areaIds: maybe(0.2) ? [one(areaIds)] : null,
  })
}

const someBook = (dice: Dice, today: string): Book => {
  const { upTo, one, maybe } = dice
  const areas = [anArea({ capacity: upTo(14), online: maybe(0.9) }), anArea({ name: 'Terrace', capacity: upTo(8), byDefault: false })]
  const ids = areas.map(({ id }) => id)
  const starts = [690, 1020, 1260].filter(() => maybe(0.8))
  const closures = maybe(0.3)
    ? [
        {
          id: newId(),
          name: 'Closed',
          fromOn: addDays(today, upTo(2)),
          toOn: addDays(today, 2 + upTo(3)),
          ...(maybe(0.5) ? { from: '12:00', to: '19:00' } : { from: null, to: null }),
          areaId: maybe(0.4) ? one(ids) : null,
        },
      ]
    : []
  return aBook({
    areas,
    // The second shift may begin while the first one still runs: a start of both belongs to one of them.
    shifts: [...starts, ...(maybe(0.3) ? [1080] : [])].map((from) => someShift(dice, from, ids)),
    openingHours: weekdays.filter(() => maybe(0.8)).map((day) => ({ day, from: '12:00', to: one(['15:00', '21:00', '23:00', '02:00']) })),
    closures,
    party: { min: 1 + upTo(1), max: 2 + upTo(6) },
    noticeMinutes: maybe(0.3) ? one([60, 1440, 4320]) : 0,
    cutOffMinutes: maybe(0.3) ? one([30, 2880]) : null,
    horizonDays: one([1, 3, 365]),
    pressureReleaseHours: maybe(0.4) ? one([2, 48, 240]) : null,
  })
}

type Asked = { venue: VenueWithBook; asker: Asker; partySize: number; areaId: string | null }
/** The rule that refuses a booking of that start; undefined = it has a place. */
const refusedBy = async (ctx: Ctx, asked: Asked, startsAt: string): Promise<string | undefined> => {
  try {
    await decidePlacement(ctx, { ...asked, startsAt, override: false })
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return String(error.values['reason']).replace('rule.', '')
  }
}

test('RE5: what explains a start is what refuses a booking of it, whatever the book and the question', async () => {
  const db = app.container.db
  const house = await aVenue(db)
  const channel = await aChannel(db, { venues: [house.id] })
  const staff = aCtx(db)
  const seller = { ...staff, actor: { kind: 'channel', id: channel.id, name: 'A channel', rateLimitPerMinute: 600 } } as Ctx
  const today = dayFromNow(0, house)
  const stored = await venueWithBook(staff, house.id)
  const places = [0, 1, 2, 3].flatMap((days) => ['12:30', '18:00', '19:30', '21:00'].map((time) => ({ date: addDays(today, days), time })))
  for (const [index, { date, time }] of places.entries())
    if (index % 3 !== 0) await aReservation(db, house, { date, time, partySize: 1 + (index % 5) })
  const seen = new Set<string>()
  for (let seed = 1; seed <= 60; seed++) {
    const dice = diceOf(seed)
    const book = someBook(dice, today)
    // Who sits there sits in the areas of this book.
    book.areas[0]!.id = house.areaId
    for (const shift of book.shifts) if (shift.areaIds) shift.areaIds = [book.areas[dice.upTo(1)]!.id]
    const venue = { ...stored, book, active: dice.maybe(0.95) }
    for (const asker of ['staff', 'channel'] as const) {
      const asked = { venue, asker, partySize: 1 + dice.upTo(8), areaId: dice.maybe(0.2) ? dice.one(book.areas).id : null }
      const ctx = asker === 'channel' ? seller : staff
      const from = addDays(today, dice.upTo(3))
      const [day] = await daysOf(ctx, { ...asked, from, to: from, explain: true })
      for (const { startsAt, startsLocal, closedBy } of day!.slots) {
        const rule = closedBy![0]?.rule
        seen.add(rule ?? 'open')
        expect({ seed, asker, startsAt, rule: await refusedBy(ctx, asked, startsAt) }).toEqual({ seed, asker, startsAt, rule })
        if (asker === 'channel') continue
        // The house's own question is answered by the same rules, all of them and in their order.
        const said = await askWhatIf(ctx, { ...asked, date: from, time: startsLocal.slice(11) })
        expect({ seed, startsAt: said.startsAt, closedBy: said.closedBy }).toEqual({ seed, startsAt, closedBy })
      }
      if (!day!.slots.length) expect(day!.closedBy!.length).toBeGreaterThan(0)
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['open', 'party_max', 'notice', 'horizon', 'closure', 'opening_hours', 'pacing_covers', 'area_capacity']),
  )
}, 300_000)
