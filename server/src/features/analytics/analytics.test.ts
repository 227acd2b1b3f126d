import type { Counts } from '@tablewire/contracts/analytics/analytics'
import { canceledShare, noShowShare } from '@tablewire/contracts/analytics/outcome-shares.rules'
import { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { anyQuery, anyReservation, aYear, guestOf, type Year } from '../../../../tests/build/a-year-of-reservations.ts'
import { listReservations } from '#src/features/reservations/list-reservations.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { askOf, type Query } from '#src/features/analytics-questions/api.ts'
import { refreshDays } from '#src/features/day-sums/refresh-days.ts'
import { analyticsOf } from './reservation-analytics.ts'

let year: Year
let { open, ctx, venues, channelIds, companyId, groupId } = {} as Year
beforeAll(async () => {
  year = await aYear()
  ;({ open, ctx, venues, channelIds, companyId, groupId } = year)
})
afterAll(() => open.close())

const withoutTime = (answer: Awaited<ReturnType<typeof analyticsOf>>) => ({ ...answer, asOf: '' })
const bothWays = async (query: Query) => {
  const ask = await askOf(ctx, query)
  return [withoutTime(await analyticsOf(ctx, ask)), withoutTime(await analyticsOf(ctx, ask, { raw: true }))] as const
}
const marks = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from analytics_dirty`.execute(open.db)
  return rows[0]!.count
}

test('AN1: sums of days and the reservations themselves lead to the same figures: unsummed, summed, and while others are written', async () => {
  expect(await marks()).toBeGreaterThan(100)
  for (let asked = 0; asked < 20; asked++) {
    const [summed, raw] = await bothWays(anyQuery(year))
    expect(summed).toEqual(raw)
  }
  await refreshDays(aCtx(open.db))
  expect(await marks()).toBe(0)
  for (let asked = 0; asked < 140; asked++) {
    const [summed, raw] = await bothWays(anyQuery(year))
    expect(summed).toEqual(raw)
  }
  for (let asked = 0; asked < 40; asked++) {
    await anyReservation(year)
    await sql`update reservations set party_size = party_size % 20 + 1 where status in ('confirmed', 'completed') and id in (
      select id from reservations where status in ('confirmed', 'completed') order by md5(id::text || ${asked}::text) limit 2)`.execute(
      open.db,
    )
    if (asked % 10 === 9) await refreshDays(aCtx(open.db))
    const [summed, raw] = await bothWays(anyQuery(year))
    expect(summed).toEqual(raw)
  }
}, 300_000)

test('AN1: in the midst of bookings being written and sums being counted, both ways see the same', async () => {
  const others = { write: true }
  const write = async (): Promise<void> => {
    for (let written = 0; written < 60; written++) await anyReservation(year)
    others.write = false
  }
  const refresh = async (): Promise<void> => {
    while (others.write) {
      await refreshDays(aCtx(open.db))
      await pause(20)
    }
  }
  const ask = async (): Promise<void> => {
    for (let asked = 0; asked < 4 || others.write; asked++)
      await transaction(ctx, async (inner) => {
        await sql`set transaction isolation level repeatable read`.execute(inner.db)
        const question = await askOf(inner, anyQuery(year))
        const summed = withoutTime(await analyticsOf(inner, question))
        expect(summed).toEqual(withoutTime(await analyticsOf(inner, question, { raw: true })))
      })
  }
  await Promise.all([write(), refresh(), ask()])
})

test('AN1: a venue whose clock is set anew is counted anew', async () => {
  await open.db.updateTable('venues').set({ timeZone: 'Asia/Tokyo' }).where('id', '=', venues[3]!.id).execute()
  const asked = { from: '2026-01-01', to: '2026-12-31', basis: 'creation', venueId: [venues[3]!.id] } as const
  for (const again of [false, true]) {
    const [summed, raw] = await bothWays(asked as unknown as Query)
    expect(summed).toEqual(raw)
    if (!again) await refreshDays(aCtx(open.db))
  }
})

test('AN2: every figure opens exactly the reservations it counts', async () => {
  const listed = async (rows: Record<string, string>): Promise<number> =>
    (await listReservations(ctx, { filters: ReservationFilters.parse(rows), limit: 1 })).total
  for (let asked = 0; asked < 12; asked++) {
    const ask = await askOf(ctx, anyQuery(year))
    const answer = await analyticsOf(ctx, ask)
    const parties = new Set([
      'bookings',
      'leadTimeMedianMinutes',
      'cancellationRate',
      'canceledByGuestRate',
      'canceledByVenueRate',
      'lateCancellationRate',
      'noShowRate',
      'newGuestShare',
    ])
    const before = answer.comparedRows
    for (const { id, value, compared, parts, rows, ofRows, comparedRows } of answer.figures) {
      if (id === 'bookings' && before) expect(await listed(comparedRows!)).toBe(compared)
      if (!parties.has(id)) continue
      if (id === 'leadTimeMedianMinutes') {
        expect(await listed(rows!)).toBe(answer.leads.reduce((sum, { bookings }) => sum + bookings, 0))
        continue
      }
      expect([id, await listed(rows!)]).toEqual([id, parts ? parts.count : value])
      if (ofRows) expect([id, await listed(ofRows)]).toEqual([id, parts!.of])
    }
    for (const part of ['heat', 'sizes', 'leads', 'channels', 'systems'] as const)
      for (const one of answer[part].filter(({ bookings }) => bookings > 0).slice(0, 12)) expect(await listed(one.rows)).toBe(one.bookings)
    for (const venue of answer.league.venues) expect(await listed(venue.rows)).toBe(venue.bookings)
    for (const { parts } of answer.changes) expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length)
    for (const { parts } of answer.changes.filter(({ measure }) => measure !== 'covers'))
      for (const { rows, key, value, compared } of parts.slice(0, 3)) {
        expect([key, await listed(rows)]).toEqual([key, value])
        expect([key, await listed({ ...rows, ...before })]).toEqual([key, compared])
      }
  }
})

test('AN1: of today, which is not over, the other period counts what was booked by the same time, on each venue’s clock', async () => {
  const venue = venues[2]!
  const one = { venueId: [venue.id], from: '2027-06-10', to: '2027-06-10' }
  // Berlin: 06:00, 07:00 and 08:00 of a Thursday; it is 07:05 a week later.
  for (const hour of [4, 5, 6])
    await aReservation(open.db, venue, { date: '2027-06-03', time: '19:00', createdAt: `2027-06-03T0${hour}:00:00Z`, partySize: 2 })
  const at = (time: string): Ctx => ({ ...ctx, clock: aClock(time) })
  for (const basis of ['creation', 'meal'] as const) {
    const question = { ...one, basis }
    const ask = await askOf(at('2027-06-10T05:05:00Z'), question)
    const { figures, cutAt, compared, series, comparedRows } = await analyticsOf(ctx, ask)
    expect([figures.find(({ id }) => id === 'bookings')!.compared, cutAt]).toEqual([2, '2027-06-10T05:05:00Z'])
    expect(compared).toEqual({ from: '2027-06-03', to: '2027-06-03' })
    expect(series[0]!.compared!.bookings).toBe(2)
    expect(comparedRows).toEqual({ from: '2027-06-03', to: '2027-06-03', madeBy: '2027-06-03_2027-06-10T05:05:00Z_7' })
    const over = await analyticsOf(ctx, await askOf(at('2027-06-11T05:05:00Z'), question))
    expect([over.figures.find(({ id }) => id === 'bookings')!.compared, over.cutAt]).toEqual([3, null])
    const whole = await analyticsOf(ctx, await askOf(at('2027-06-10T05:05:00Z'), { ...question, to: '2027-06-12', whole: true }))
    expect([whole.figures.find(({ id }) => id === 'bookings')!.compared, whole.cutAt]).toEqual([3, null])
  }
  for (const now of ['2026-06-10T05:05:00Z', '2026-04-05T23:30:00Z', '2026-10-26T12:00:00Z'])
    for (const basis of ['creation', 'meal'] as const)
      for (const [before, after] of [
        [0, 0],
        [9, 3],
        [150, 9],
      ] as const) {
        const day = (ahead: number): string => new Date(Date.parse(now) + ahead * 86_400_000).toISOString().slice(0, 10)
        for (const more of [{}, { venueId: [venues[1]!.id] }, { partySize: [2, 3, 4] }]) {
          const ask = await askOf(at(now), { from: day(-before), to: day(after), today: day(0), basis, ...more })
          const answer = withoutTime(await analyticsOf(ctx, ask))
          expect(answer.cutAt).toBe(now)
          expect(answer).toEqual(withoutTime(await analyticsOf(ctx, ask, { raw: true })))
          const bookings = answer.figures.find(({ id }) => id === 'bookings')!
          const { total } = await listReservations(ctx, { filters: ReservationFilters.parse(bookings.comparedRows), limit: 1 })
          expect(total).toBe(bookings.compared)
        }
      }
})

test('AN2: what changed adds up to the difference, by venue, channel, weekday and party size', async () => {
  for (let asked = 0; asked < 30; asked++) {
    const ask = await askOf(ctx, { ...anyQuery(year), compare: 'previous' })
    const { figures, changes } = await analyticsOf(ctx, ask)
    expect(changes).toHaveLength(15)
    for (const { measure, value, compared, parts, rest } of changes) {
      expect(parts.reduce((sum, { difference }) => sum + difference, rest)).toBe(value - compared)
      const figure = figures.find(
        ({ id }) => id === ({ canceled: 'cancellationRate', noShows: 'noShowRate' } as never)[measure] || id === measure,
      )!
      expect(value).toBe(figure.parts?.count ?? figure.value)
    }
  }
})

test('AN2: the shares of a channel and of a restaurant are the rates of what stands there, whether canceled ones are counted or not', async () => {
  const sharesOf = (one: Counts) => [canceledShare(one), noShowShare(one)]
  for (const excludeCanceled of [true, false]) {
    const asked = { from: '2026-01-01', to: '2026-12-31', compare: 'none', excludeCanceled } as const
    const { league, channels } = await analyticsOf(ctx, await askOf(ctx, asked))
    for (const { venueId, canceled, ...line } of league.venues) {
      const { figures } = await analyticsOf(ctx, await askOf(ctx, { ...asked, venueId: [venueId] }))
      const rates = ['cancellationRate', 'noShowRate'].map((id) => figures.find((one) => one.id === id)!.value)
      expect(canceled).toBeGreaterThan(0)
      expect(sharesOf({ canceled, ...line })).toEqual(rates)
    }
    for (const channelId of channelIds) {
      const line = channels.find((one) => one.channelId === channelId && one.source === 'channel')!
      const rows = { ...line.rows, status: 'pending_confirmation,confirmed,seated,completed,no_show,canceled' }
      const { total } = await listReservations(ctx, { filters: ReservationFilters.parse(rows), limit: 1 })
      expect(line.agreed).toBe(total)
    }
  }
})

test('AN2: what a file brought as canceled names no side, and is not called canceled by the venue', async () => {
  const date = '2028-05-10'
  for (const cancelActor of [null, 'hub', 'venue'] as const)
    await aReservation(open.db, venues[2]!, { date, source: 'import', status: 'canceled', canceledAt: '2028-05-01T10:00:00Z', cancelActor })
  const { figures, changes } = await analyticsOf(ctx, await askOf(ctx, { from: date, to: date, venueId: [venues[2]!.id] }))
  const figure = figures.find(({ id }) => id === 'canceledByVenueRate')!
  expect([figure.parts, figure.rows!['canceledBy']]).toEqual([{ count: 1, of: 3 }, 'venue,system'])
  const sides = changes.find(({ measure, by }) => measure === 'canceled' && by === 'side')!
  expect(sides.parts.map(({ key, value }) => [key, value])).toEqual([
    ['hub', 2],
    ['venue', 1],
  ])
})

test('AN1: the lead time of few bookings is their exact middle', async () => {
  const venue = venues[2]!
  const date = '2027-03-10'
  // Berlin: the table is at 18:00 UTC.
  for (const minutes of [17, 100, 1_000, 5_011])
    await aReservation(open.db, venue, {
      date,
      time: '19:00',
      source: 'phone',
      createdAt: new Date(Date.parse('2027-03-10T18:00:00Z') - minutes * 60_000).toISOString(),
    })
  const { figures, series } = await analyticsOf(ctx, await askOf(ctx, { from: date, to: date, compare: 'none', venueId: [venue.id] }))
  expect(figures.find(({ id }) => id === 'leadTimeMedianMinutes')!.value).toBe(550)
  expect(series[0]!.values['leadTimeMedianMinutes']).toBeGreaterThan(0)
})

test('AN1: the steps over time add up to the figure, and those they are compared with to what it is compared with', async () => {
  for (let asked = 0; asked < 30; asked++) {
    const { figures, series, compared } = await analyticsOf(ctx, await askOf(ctx, anyQuery(year)))
    for (const measure of ['bookings', 'covers'] as const) {
      const figure = figures.find(({ id }) => id === measure)!
      expect(series.reduce((sum, step) => sum + step[measure], 0)).toBe(figure.value)
      if (compared) expect(series.reduce((sum, step) => sum + (step.compared?.[measure] ?? 0), 0)).toBe(figure.compared)
    }
  }
})

test('AN1: somebody of some venues counts those, and a channel its own bookings', async () => {
  const few = ctxOfUser(
    open.db,
    await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics', 'reservations'], venues: [venues[1]!.id] }),
  )
  const asked = { from: '2026-01-01', to: '2026-12-31', compare: 'none' } as const
  const answer = await analyticsOf(few, await askOf(few, asked))
  expect(answer.league.venues.map(({ venueId }) => venueId)).toEqual([venues[1]!.id])
  await expect(askOf(few, { ...asked, venueId: [venues[0]!.id] })).rejects.toMatchObject({ code: 'venue.not_found' })
  await expect(askOf(few, { ...asked, brandId: groupId })).rejects.toMatchObject({ code: 'group.not_found' })
  const agent = { ...ctx, scope: { kind: 'channels', channelIds: [channelIds[1]!] } } as Ctx
  const sold = await analyticsOf(agent, await askOf(agent, asked))
  expect([...new Set(sold.channels.map(({ channelId }) => channelId))]).toEqual([channelIds[1]])
  // Whether a guest came by another channel before is not its business.
  const [guestId] = [await guestOf(open, venues[0]!)]
  const theirs = { channelId: channelIds[0]!, source: 'channel', guestId, createdAt: '2025-01-01T10:00:00Z', date: '2025-02-01' } as const
  await aReservation(open.db, venues[0]!, theirs)
  const { id } = await aReservation(open.db, venues[0]!, { ...theirs, channelId: channelIds[1]!, createdAt: '2025-03-01T10:00:00Z' })
  const returning = async (reader: Ctx): Promise<boolean> =>
    (await listReservations(reader, { filters: { guestIs: ['returning'], from: '2025-02-01', to: '2025-02-01' } })).data.some(
      (row) => row.id === id,
    )
  expect([await returning(ctx), await returning(agent)]).toEqual([true, false])
})

test('AN1: what nobody can mean is refused beside its own field', async () => {
  const refused = (query: Partial<Query>) => askOf(ctx, { from: '2026-01-01', to: '2026-01-31', ...query }).catch((error: unknown) => error)
  expect(await refused({ to: '2025-12-31' })).toMatchObject({ code: 'range.invalid' })
  expect(await refused({ to: '2065-12-31' })).toMatchObject({ fields: { to: [{ issue: 'max' }] } })
  expect(await refused({ to: '2034-12-31', period: 'day' })).toMatchObject({ fields: { period: [{ issue: 'invalid' }] } })
  expect(await refused({ compare: 'custom', compareTo: '2025-01-01' })).toMatchObject({ fields: { compareFrom: [{ issue: 'required' }] } })
  expect(await refused({ from: '1900-01-01', to: '1900-12-31' })).toMatchObject({ fields: { from: [{ issue: 'date' }] } })
  expect(await refused({ venueId: [newId()] })).toMatchObject({ code: 'venue.not_found' })
})
