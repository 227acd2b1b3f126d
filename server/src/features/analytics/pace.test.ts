import { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { anyReservation, aYear, below, oneOf, type Year } from '../../../../tests/build/a-year-of-reservations.ts'
import { listReservations } from '#src/features/reservations/list-reservations.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { narrowingOf } from '#src/features/analytics-questions/api.ts'
import { paceOf } from './pace.ts'
import { refreshDays } from '#src/features/day-sums/refresh-days.ts'

let year: Year
beforeAll(async () => {
  year = await aYear()
})
afterAll(() => year.open.close())

const on = (instant: string): Ctx => ({ ...year.ctx, clock: () => Temporal.Instant.from(instant) })
/** Moments around which clocks are set, and on which Chatham and Marquesas have different days. */
const moments = ['2026-03-28T23:30:00Z', '2026-04-04T12:00:00Z', '2026-09-26T10:20:00Z', '2026-10-25T01:00:00Z', '2026-11-20T18:00:00Z']
const anyAsk = () => {
  const { venues, channelIds, companyId } = year
  const which = [{}, { venueId: [oneOf(venues).id] }, { companyId }, { channelId: [oneOf(channelIds)] }, { partySize: [2, 4] }]
  return oneOf(which)
}
const bothWays = async () => {
  const ctx = on(oneOf(moments))
  const ask = await narrowingOf(ctx, anyAsk())
  return [await paceOf(ctx, ask), await paceOf(ctx, ask, { raw: true })]
}

test('AN1: what was on the books comes out the same from sums and from reservations: unsummed, summed, and while others are written', async () => {
  for (let asked = 0; asked < 10; asked++) {
    const [summed, raw] = await bothWays()
    expect(summed).toEqual(raw)
  }
  await refreshDays(aCtx(year.open.db))
  for (let asked = 0; asked < 20; asked++) {
    const [summed, raw] = await bothWays()
    expect(summed).toEqual(raw)
  }
  for (let asked = 0; asked < 20; asked++) {
    await anyReservation(year)
    await sql`update reservations set party_size = party_size % 20 + 1 where status = 'confirmed' and id in (
      select id from reservations where status = 'confirmed' order by md5(id::text || ${asked}::text) limit 2)`.execute(year.open.db)
    if (below(5) === 0) await refreshDays(aCtx(year.open.db))
    const [summed, raw] = await bothWays()
    expect(summed).toEqual(raw)
  }
})

test('AN2: each number of the pace opens exactly the reservations that were on the books', async () => {
  let checked = 0
  for (let asked = 0; asked < 8; asked++) {
    const ctx = on(oneOf(moments))
    const { days, rows } = await paceOf(ctx, await narrowingOf(ctx, anyAsk()))
    const stood = days.flatMap((one) => [one.year, ...one.weeks]).filter(({ covers }) => covers > 0)
    for (const { day, at, covers } of [...stood.slice(0, 12), ...stood.slice(-12)]) {
      const filters = ReservationFilters.parse({ ...rows, from: day, to: day, onBooks: at })
      const { data } = await listReservations(ctx, { filters, limit: 500 })
      expect([day, at, data.reduce((sum, { partySize }) => sum + partySize, 0)]).toEqual([day, at, covers])
      checked++
    }
  }
  expect(checked).toBeGreaterThan(60)
})

test('AN1: a booking counts from the day after it was made until the day it was canceled, on the clock of its venue', async () => {
  const venue = year.venues[0]!
  const ctx = on('2026-07-13T12:00:00Z')
  const ask = { venueId: [venue.id], today: '2026-07-13' }
  const evening = '2026-07-20'
  const stoodOn = async (): Promise<Record<string, number>> => {
    const { days } = await paceOf(ctx, await narrowingOf(ctx, ask))
    const { weeks, books, since } = days.find(({ day }) => day === evening)!
    return { books, since, weekBefore: weeks[0]!.covers }
  }
  const before = await stoodOn()
  // 10:00 UTC is 22:45 in Chatham, and 12:00 UTC the next day already.
  await aReservation(year.open.db, venue, { date: evening, partySize: 7, createdAt: '2026-07-12T10:00:00Z' })
  await aReservation(year.open.db, venue, { date: evening, partySize: 5, createdAt: '2026-07-12T12:00:00Z' })
  expect(await stoodOn()).toEqual({ ...before, books: before['books']! + 7, since: before['since']! + 5 })
  const canceled = { status: 'canceled', cancelActor: 'guest', createdAt: '2026-07-01T10:00:00Z' } as const
  await aReservation(year.open.db, venue, { date: evening, partySize: 3, ...canceled, canceledAt: '2026-07-12T10:00:00Z' })
  expect((await stoodOn())['books']).toBe(before['books']! + 7)
  await aReservation(year.open.db, venue, { date: evening, partySize: 4, ...canceled, canceledAt: '2026-07-12T12:00:00Z' })
  expect(await stoodOn()).toEqual({ ...before, books: before['books']! + 11, since: before['since']! + 1 })
  await aReservation(year.open.db, venue, { date: '2026-07-13', partySize: 6, createdAt: '2026-07-05T10:00:00Z' })
  expect((await stoodOn())['weekBefore']).toBe(before['weekBefore']! + 6)
})

test('AN1: today is the day of the reader where it is one, else that of most venues', async () => {
  const today = async (query: object): Promise<string> => (await narrowingOf(on('2026-07-13T12:00:00Z'), query)).today
  // One of four venues lives in the next day already.
  expect(await today({})).toBe('2026-07-13')
  expect(await today({ venueId: [year.venues[0]!.id] })).toBe('2026-07-14')
  expect(await today({ venueId: [year.venues[0]!.id], today: '2026-07-13' })).toBe('2026-07-13')
  expect(await today({ today: '2026-07-20' })).toBe('2026-07-13')
})
