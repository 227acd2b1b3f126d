import { AnalyticsQuery, bases, comparisons, periods } from '@tablewire/contracts/analytics/analytics'
import { ReservationFilters, sources } from '@tablewire/contracts/booking/reservations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { listReservations } from '#src/features/reservations/list-reservations.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { askOf, type Query } from './ask.ts'
import { refreshDays } from './refresh-days.ts'
import { analyticsOf } from './reservation-analytics.ts'

/** The same numbers in every run, so that a failing one can be looked at. */
let seed = 17
const chance = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const below = (max: number): number => Math.floor(chance() * max)
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!

const outcomes = ['pending_confirmation', 'confirmed', 'seated', 'completed', 'no_show', 'canceled', 'rejected', 'held', 'expired'] as const
const sides = ['guest', 'venue', 'channel', 'system', 'hub', null] as const
/** Among them the nights in which Berlin and Chatham set their clocks. */
const nights = [
  '2026-03-28',
  '2026-03-29',
  '2026-04-04',
  '2026-04-05',
  '2026-09-26',
  '2026-09-27',
  '2026-10-24',
  '2026-10-25',
  '2026-10-26',
]
const day = (): string =>
  below(4) === 0 ? oneOf(nights) : `2026-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
const two = (value: number): string => String(value).padStart(2, '0')

let open: OpenDb
let ctx: Ctx
let venues: TestVenue[]
let channelIds: string[]
let companyId: string
let groupId: string

const guestOf = async (venue: TestVenue): Promise<string> => {
  const id = newId()
  await open.db
    .insertInto('guests')
    .values({
      venueId: venue.id,
      id,
      firstName: 'Ana',
      lastName: 'García',
      email: null,
      phone: null,
      lang: null,
      notes: null,
      importBatchId: null,
    })
    .execute()
  return id
}

const guests = new Map<string, string[]>()
/** Any reservation there may be, made and due on any days. */
const anyReservation = async (): Promise<void> => {
  const venue = oneOf(venues)
  const source = oneOf(sources)
  const status = oneOf(outcomes)
  const known = guests.get(venue.id)!
  const made = `${day()}T${two(below(24))}:${two(below(60))}:00Z`
  const date = day()
  const { id } = await aReservation(open.db, venue, {
    date,
    time: `${two(2 + below(22))}:${oneOf(['00', '15', '30', '45'])}`,
    minutes: 60,
    source,
    status,
    partySize: below(12) === 0 ? 20 + below(30) : 1 + below(8),
    channelId: source === 'channel' ? oneOf(channelIds) : null,
    guestId: below(3) === 0 ? null : oneOf(known),
    createdAt: made,
    ...(status === 'canceled' ? { canceledAt: `${date}T${two(below(24))}:00:00Z`, cancelActor: oneOf(sides) } : {}),
  })
  const steps = { completed: ['seated', 'completed'], confirmed: ['pending_confirmation', 'confirmed'] }[status as string] ?? []
  for (const [at, toStatus] of steps.entries())
    await sql`insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_name, at)
      values (${venue.id}, ${id}, ${newId()}, 'moved', ${toStatus}, 'venue', 'user', 'x', ${made}::timestamptz + ${at * (10 + below(100))} * interval '1 minute')`.execute(
      open.db,
    )
}

beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  companyId = await aCompany(open.db)
  groupId = newId()
  await open.db.insertInto('groups').values({ id: groupId, companyId, name: 'Coast' }).execute()
  const zones = ['Pacific/Chatham', 'Pacific/Marquesas', 'Europe/Berlin', 'America/New_York']
  venues = []
  for (const [at, timeZone] of zones.entries())
    venues.push(await aVenue(open.db, { companyId: at < 2 ? companyId : await aCompany(open.db), timeZone }))
  await open.db.updateTable('venues').set({ groupId }).where('id', '=', venues[0]!.id).execute()
  channelIds = [
    (await aChannel(open.db, { venues: venues.map(({ id }) => id) })).id,
    (await aChannel(open.db, { venues: [venues[0]!.id] })).id,
  ]
  for (const venue of venues) guests.set(venue.id, [await guestOf(venue), await guestOf(venue), await guestOf(venue)])
  for (let made = 0; made < 400; made++) await anyReservation()
}, 120_000)
afterAll(() => open.close())

/** Any question, as it stands in an address. */
const anyQuery = (): Query => {
  const [first, second] = [day(), day()].toSorted()
  const compare = oneOf(comparisons)
  const maybe = <T>(value: T, one = 4): T | undefined => (below(one) === 0 ? value : undefined)
  const query = {
    from: first!,
    to: second!,
    basis: oneOf(bases),
    period: oneOf(periods),
    compare,
    align: oneOf(['weekday', 'date'] as const),
    ...(compare === 'custom' ? { compareFrom: '2026-02-01', compareTo: '2026-05-31' } : {}),
    venueId: maybe(oneOf(venues).id),
    companyId: undefined as string | undefined,
    brandId: undefined as string | undefined,
    channelId: maybe(oneOf(channelIds)),
    partySize: maybe('2,4,25', 6),
    excludeCanceled: maybe('1', 2),
  }
  if (!query.venueId) Object.assign(query, below(3) === 0 ? { companyId } : below(3) === 0 ? { brandId: groupId } : {})
  return AnalyticsQuery.parse(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)))
}

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
    const [summed, raw] = await bothWays(anyQuery())
    expect(summed).toEqual(raw)
  }
  await refreshDays(aCtx(open.db))
  expect(await marks()).toBe(0)
  for (let asked = 0; asked < 140; asked++) {
    const [summed, raw] = await bothWays(anyQuery())
    expect(summed).toEqual(raw)
  }
  for (let asked = 0; asked < 40; asked++) {
    await anyReservation()
    await sql`update reservations set party_size = party_size % 20 + 1 where status in ('confirmed', 'completed') and id in (
      select id from reservations where status in ('confirmed', 'completed') order by md5(id::text || ${asked}::text) limit 2)`.execute(
      open.db,
    )
    if (asked % 10 === 9) await refreshDays(aCtx(open.db))
    const [summed, raw] = await bothWays(anyQuery())
    expect(summed).toEqual(raw)
  }
}, 300_000)

test('AN1: a venue whose clock is set anew is counted anew', async () => {
  await open.db.updateTable('venues').set({ timeZone: 'Asia/Tokyo' }).where('id', '=', venues[3]!.id).execute()
  const year = { from: '2026-01-01', to: '2026-12-31', basis: 'creation', venueId: [venues[3]!.id] } as const
  for (const again of [false, true]) {
    const [summed, raw] = await bothWays(year as unknown as Query)
    expect(summed).toEqual(raw)
    if (!again) await refreshDays(aCtx(open.db))
  }
})

test('AN2: every figure opens exactly the reservations it counts', async () => {
  const listed = async (rows: Record<string, string>): Promise<number> =>
    (await listReservations(ctx, { filters: ReservationFilters.parse(rows), limit: 1 })).total
  for (let asked = 0; asked < 12; asked++) {
    const ask = await askOf(ctx, anyQuery())
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
    for (const { id, value, parts, rows, ofRows } of answer.figures) {
      if (!parties.has(id)) continue
      if (id === 'leadTimeMedianMinutes') {
        expect(await listed(rows)).toBe(answer.leads.reduce((sum, { bookings }) => sum + bookings, 0))
        continue
      }
      expect([id, await listed(rows)]).toEqual([id, parts ? parts.count : value])
      if (ofRows) expect([id, await listed(ofRows)]).toEqual([id, parts!.of])
    }
    for (const part of ['heat', 'sizes', 'leads', 'channels'] as const)
      for (const one of answer[part].filter(({ bookings }) => bookings > 0).slice(0, 8)) expect(await listed(one.rows)).toBe(one.bookings)
    for (const venue of answer.league.venues) expect(await listed(venue.rows)).toBe(venue.bookings)
    for (const { parts } of answer.changes.filter(({ measure }) => measure === 'bookings'))
      for (const { rows, key, value } of parts.slice(0, 3)) expect([key, await listed(rows)]).toEqual([key, value])
  }
}, 120_000)

test('AN2: what changed adds up to the difference, by venue, channel, weekday and party size', async () => {
  for (let asked = 0; asked < 30; asked++) {
    const ask = await askOf(ctx, { ...anyQuery(), compare: 'previous' })
    const { figures, changes } = await analyticsOf(ctx, ask)
    expect(changes).toHaveLength(8)
    for (const { measure, parts, rest } of changes) {
      const { value, compared } = figures.find(({ id }) => id === measure)!
      expect(parts.reduce((sum, { difference }) => sum + difference, rest)).toBe(value! - compared!)
    }
  }
}, 60_000)

test('AN1: the days over time add up to the figure', async () => {
  for (let asked = 0; asked < 20; asked++) {
    const { figures, series } = await analyticsOf(ctx, await askOf(ctx, anyQuery()))
    for (const measure of ['bookings', 'covers'] as const)
      expect(series.reduce((sum, step) => sum + step[measure], 0)).toBe(figures.find(({ id }) => id === measure)!.value)
  }
}, 60_000)

test('AN1: somebody of some venues counts those, and a channel its own bookings', async () => {
  const few = ctxOfUser(
    open.db,
    await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics', 'reservations'], venues: [venues[1]!.id] }),
  )
  const year = { from: '2026-01-01', to: '2026-12-31', compare: 'none' } as const
  const answer = await analyticsOf(few, await askOf(few, year))
  expect(answer.league.venues.map(({ venueId }) => venueId)).toEqual([venues[1]!.id])
  await expect(askOf(few, { ...year, venueId: [venues[0]!.id] })).rejects.toMatchObject({ code: 'venue.not_found' })
  await expect(askOf(few, { ...year, brandId: groupId })).rejects.toMatchObject({ code: 'group.not_found' })
  const agent = { ...ctx, scope: { kind: 'channels', channelIds: [channelIds[1]!] } } as Ctx
  const sold = await analyticsOf(agent, await askOf(agent, year))
  expect(sold.channels.map(({ channelId }) => channelId)).toEqual([channelIds[1]])
  // Whether a guest came by another channel before is not its business.
  const [guestId] = [await guestOf(venues[0]!)]
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
