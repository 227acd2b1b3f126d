import { Permission, Role } from '@tablewire/contracts/identity/access'
import { Book } from '@tablewire/contracts/estate/book'
import { LinkState } from '@tablewire/contracts/channels/channels.rules'
import { after as statusAfter, lateAfterMinutes, type Move, occupying, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { daysOf } from '#src/features/availability/api.ts'
import { ensureBrands } from '#src/features/brands/api.ts'
import { passwordMatches } from '#src/features/people/api.ts'
import { venuesWithBooks, venueWithBook } from '#src/features/venues/api.ts'
import { isZone } from '#src/platform/clock.ts'
import { readConfig } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { ensureFirstAdmin, prepareDemo, refreshDemo, seedDemo } from './seed.ts'

type SeatedParty = {
  venueId: string
  id: string
  status: Status
  partySize: number
  startMs: number
  endMs: number
  pacingAt: string
  areaId: string
  coversMax: number | null
  partiesMax: number | null
}
const placed = async ({ db }: Ctx): Promise<SeatedParty[]> =>
  (
    await sql<SeatedParty>`select venue_id as "venueId", id, status, party_size as "partySize", extract(epoch from starts_at)::float8 * 1000 as "startMs",
      extract(epoch from ends_at)::float8 * 1000 as "endMs", pacing_at as "pacingAt", area_id as "areaId", covers_max as "coversMax", parties_max as "partiesMax"
      from reservations where status = any(${[...occupying]})`.execute(db.withoutPlugins())
  ).rows

const groupBy = <T>(rows: readonly T[], key: (row: T) => string): T[][] => [...Map.groupBy(rows, key).values()]
const covers = (rows: readonly SeatedParty[]): number => rows.reduce((sum, row) => sum + row.partySize, 0)

/** Every interval against its largest limit, every area at every arrival against its capacity; written without the code under test. */
const expectWithinCapacity = async (ctx: Ctx): Promise<void> => {
  const rows = await placed(ctx)
  const over: string[] = []
  for (const interval of groupBy(rows, (row) => `${row.venueId} ${row.pacingAt}`)) {
    const limit = Math.max(...interval.map((row) => row.coversMax ?? Infinity))
    const parties = Math.max(...interval.map((row) => row.partiesMax ?? Infinity))
    if (covers(interval) > limit || interval.length > parties) over.push(`interval ${interval[0]!.pacingAt}`)
  }
  const capacities = new Map(
    (await ctx.db.selectFrom('areas').select(['id', 'capacity']).execute()).map((area) => [area.id, area.capacity]),
  )
  for (const area of groupBy(rows, (row) => row.areaId))
    for (const { startMs } of area) {
      const sitting = area.filter((row) => row.startMs <= startMs && row.endMs > startMs)
      if (covers(sitting) > capacities.get(area[0]!.areaId)!) over.push(`area at ${new Date(startMs).toISOString()}`)
    }
  expect(over).toEqual([])
}

/** Each history begins with a hold or a booking, goes only legal ways, in time order, and ends where the reservation stands. */
const expectHonestHistories = async ({ db }: Ctx): Promise<void> => {
  const rows = await db.selectFrom('reservations').select(['id', 'status', 'version']).execute()
  const events = await db
    .selectFrom('reservationEvents')
    .select(['reservationId', 'kind', 'move', 'fromStatus', 'toStatus', 'at', 'actorName'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const histories = Map.groupBy(events, (event) => event.reservationId)
  const wrong: string[] = []
  for (const { id, status, version } of rows) {
    const history = histories.get(id) ?? []
    const legal = history.every(({ kind, move, fromStatus, toStatus, actorName }, index) => {
      const before = history[index - 1]?.toStatus ?? null
      const moved = kind !== 'moved' || (fromStatus !== null && statusAfter(move as Move, fromStatus) === toStatus)
      return fromStatus === before && moved && actorName !== ''
    })
    const begins = history[0]?.kind === 'held' || history[0]?.kind === 'booked'
    if (!legal || !begins || history.at(-1)?.toStatus !== status || history.length !== version)
      wrong.push(`${id} ${status}: ${history.map((event) => event.toStatus).join(' ')}`)
  }
  expect(wrong).toEqual([])
}

const minuteMs = 60_000
const openDemo = async (at: string): Promise<{ open: OpenDb; ctx: Ctx; clock: ReturnType<typeof aClock> }> => {
  const open = await aDb()
  await ensureBrands(open.db)
  const clock = aClock(at)
  return { open, clock, ctx: aCtx(open.db, { clock }) }
}
const demoConfig = { ...readConfig([], {}), seed: 'demo' as const }

describe('the demo on a Friday evening in Europe', () => {
  const nowMs = Date.parse('2026-11-20T19:10:00Z')
  let open: OpenDb
  let ctx: Ctx
  let clock: ReturnType<typeof aClock>

  beforeAll(async () => {
    ;({ open, ctx, clock } = await openDemo('2026-11-20T19:10:00Z'))
    await ensureFirstAdmin(ctx, demoConfig)
    await seedDemo(ctx)
  })
  afterAll(() => open.close())

  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(ctx.db)).rows[0]!

  test('fills about forty venues in many countries and zones, under three brands', async () => {
    const found = await one(sql<{
      venues: number
      countries: number
      zones: number
      brands: number
      companies: number
      reservations: number
      guests: number
    }>`
      select (select count(*)::int from venues) as venues, (select count(distinct country_code)::int from venues) as countries,
        (select count(distinct time_zone)::int from venues) as zones, (select count(distinct brand_id)::int from companies) as brands,
        (select count(*)::int from companies) as companies, (select count(*)::int from reservations) as reservations, (select count(*)::int from guests) as guests`)
    expect(found).toMatchObject({ venues: 43, brands: 3, companies: 11 })
    expect(found.countries).toBeGreaterThanOrEqual(12)
    expect(found.zones).toBeGreaterThanOrEqual(15)
    expect(found.reservations).toBeGreaterThan(2800)
    expect(found.reservations).toBeLessThan(4000)
    expect(found.guests).toBeGreaterThan(1500)
  })

  test('gives every venue a book the contract accepts, in a zone that exists', async () => {
    const ids = (await ctx.db.selectFrom('venues').select('id').execute()).map(({ id }) => id)
    const venues = await venuesWithBooks(ctx, ids)
    for (const { book, timeZone, name } of venues) {
      expect(z.safeParse(Book, book).error?.issues ?? [], name).toEqual([])
      expect(isZone(timeZone), timeZone).toBe(true)
      expect(book.areas.filter((area) => area.byDefault)).toHaveLength(1)
      expect(book.areas.length).toBeGreaterThanOrEqual(2)
      const areaIds = new Set(book.areas.map((area) => area.id))
      for (const shift of book.shifts)
        expect([...(shift.areaIds ?? []).filter((id) => !areaIds.has(id)), ...(shift.areaIds?.length === 0 ? ['none'] : [])]).toEqual([])
      expect(book.closures.length + book.specialDays.length).toBeGreaterThan(0)
    }
    const books = venues.map(({ book }) => book)
    for (const has of [
      (book: Book) => book.bookableAreas,
      (book: Book) => book.pressureReleaseHours !== null && book.shifts.some((shift) => shift.keptBackCovers > 0),
      (book: Book) => book.shifts.some((shift) => shift.requestFromParty !== null),
      (book: Book) => book.cutOffMinutes !== null,
      (book: Book) => book.shifts.some((shift) => shift.to < shift.from),
      (book: Book) => book.noticeMinutes > 0,
    ])
      expect(books.filter(has).length).toBeGreaterThan(2)
  })

  test('has somebody of every role, one with every permission and one who may no longer sign in; all know the demo password', async () => {
    const users = await ctx.db.selectFrom('users').selectAll().execute()
    expect(Role.options.filter((role) => !users.some(({ roles }) => roles.includes(role)))).toEqual([])
    expect(Permission.options.filter((permission) => !users.some(({ permissions }) => permissions.includes(permission)))).toEqual([])
    expect(new Set(users.map(({ lang }) => lang))).toEqual(new Set(['en', 'es', 'fr', 'de', 'nl']))
    expect(users.filter(({ disabledAt }) => disabledAt !== null)).toHaveLength(1)
    expect(users.every(({ email }) => email.endsWith('@tablewire.test'))).toBe(true)
    const manager = users.find(({ email }) => email === 'manager@tablewire.test')!
    expect(await passwordMatches(manager.passwordHash, 'tablewire-demo')).toBe(true)
    expect(manager.allVenues).toBe(false)
    expect(await ctx.db.selectFrom('userVenues').select('venueId').where('userId', '=', manager.id).execute()).toHaveLength(2)
  })

  test('RE5: guests of channels were refused in the last days, each by the rule that the book gave then', async () => {
    const { rows } = await sql<{ rule: string; searches: number; samples: number }>`
      select c.rule, sum(c.searches)::integer as searches, (select count(*)::integer from refused_samples s where s.rule = c.rule) as samples
      from refused_counts c group by 1`.execute(ctx.db)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.every(({ searches, samples }) => searches >= samples && samples > 0)).toBe(true)
    expect(rows.map(({ rule }) => rule)).not.toContain('unknown')
    const { rows: known } = await sql<{ day: string }>`select day::text as day from refused_searches_since`.execute(ctx.db)
    expect(known[0]!.day <= '2026-11-06').toBe(true)
  })

  test('sells on channels of every type, linked in every state', async () => {
    const types = await ctx.db.selectFrom('channels').select('type').distinct().execute()
    expect(types.map(({ type }) => type).toSorted()).toEqual(['internal', 'partner', 'pos', 'widget'])
    const states = await ctx.db.selectFrom('channelVenues').select('state').distinct().execute()
    expect(states.map(({ state }) => state).toSorted()).toEqual([...LinkState.options].toSorted())
    expect(await ctx.db.selectFrom('channelKeys').select('hash').execute()).toHaveLength(7)
  })

  test('oversells no interval and no area, and every history is legal', async () => {
    await expectWithinCapacity(ctx)
    await expectHonestHistories(ctx)
  })

  test('places every party on a start its venue offers', async () => {
    // Every third venue: each takes a while to ask.
    const venues = (await ctx.db.selectFrom('venues').select(['id', 'name']).orderBy('externalId').execute()).filter(
      (_venue, index) => index % 3 === 0,
    )
    const rows = await sql<{ venueId: string; startsAt: string; serviceOn: string }>`
      select venue_id as "venueId", starts_at as "startsAt", service_on as "serviceOn" from reservations`.execute(ctx.db.withoutPlugins())
    const byVenue = Map.groupBy(rows.rows, (row) => row.venueId)
    for (const { id, name } of venues) {
      const venue = await venueWithBook(ctx, id)
      const days = await daysOf(ctx, {
        venue,
        from: '2026-11-05',
        to: '2026-12-22',
        partySize: 1,
        areaId: null,
        asker: 'staff',
        explain: true,
      })
      const offered = new Set(
        days.flatMap(({ date, slots }) =>
          slots
            .filter(({ closedBy = [] }) =>
              closedBy.every(({ rule }) => !['closure', 'opening_hours', 'no_shift', 'area_closed'].includes(rule)),
            )
            .map(({ startsAt }) => `${date} ${startsAt}`),
        ),
      )
      const strays = (byVenue.get(id) ?? []).filter(({ serviceOn, startsAt }) => !offered.has(`${serviceOn} ${startsAt}`))
      expect(strays, name).toEqual([])
    }
  })

  test('is a living evening: each venue is as far as its own clock', async () => {
    const rows = await sql<{ status: Status; startMs: number; endMs: number; createdMs: number; source: string }>`
      select status, extract(epoch from starts_at)::float8 * 1000 as "startMs", extract(epoch from ends_at)::float8 * 1000 as "endMs",
        extract(epoch from created_at)::float8 * 1000 as "createdMs", source from reservations`.execute(ctx.db.withoutPlugins())
    const all = rows.rows
    const of = (status: Status) => all.filter((row) => row.status === status)
    expect(all.filter(({ createdMs, startMs, source }) => createdMs > nowMs || (source !== 'walk_in' && createdMs > startMs))).toEqual([])
    expect(of('completed').filter(({ startMs }) => startMs > nowMs)).toEqual([])
    expect(of('seated').filter(({ startMs }) => startMs > nowMs + 10 * minuteMs)).toEqual([])
    expect(of('confirmed').filter(({ startMs }) => startMs < nowMs - 60 * minuteMs)).toEqual([])
    expect(of('held').length).toBeGreaterThanOrEqual(3)
    expect(of('pending_confirmation').length).toBeGreaterThanOrEqual(3)
    expect(of('seated').length).toBeGreaterThan(40)
    expect(of('confirmed').filter(({ startMs }) => startMs < nowMs - lateAfterMinutes * minuteMs).length).toBeGreaterThanOrEqual(1)
    for (const status of ['canceled', 'no_show', 'rejected', 'expired'] as const) expect(of(status).length, status).toBeGreaterThan(3)
    // What lies further ahead is booked less.
    const ahead = (from: number, to: number) =>
      all.filter(({ startMs }) => startMs > nowMs + from * 1440 * minuteMs && startMs <= nowMs + to * 1440 * minuteMs).length
    expect(ahead(0, 7)).toBeGreaterThan(2 * ahead(7, 14))
    expect(ahead(7, 14)).toBeGreaterThan(ahead(21, 28))
    expect(ahead(21, 28)).toBeGreaterThan(20)
  })

  test('knows its guests: several scripts, reachable only at addresses that lead nowhere, some who come again', async () => {
    const guests = await ctx.db.selectFrom('guests').selectAll().execute()
    for (const script of [/\p{Script=Arabic}/u, /\p{Script=Han}/u, /\p{Script=Greek}/u, /\p{Script=Hangul}/u, /ñ|Í/u, / /u])
      expect(guests.filter(({ lastName, firstName }) => script.test(firstName + lastName)).length).toBeGreaterThan(5)
    expect(
      guests.filter(
        ({ email, phone }) => (email === null && phone === null) || (email !== null && !/^[a-z0-9.-]+@example\.test$/.test(email)),
      ),
    ).toEqual([])
    expect(guests.filter(({ phone }) => phone !== null && !/^\+\d{8,15}$/.test(phone))).toEqual([])
    const { returning } = await one(
      sql<{
        returning: number
      }>`select count(*)::int as returning from (select guest_id from reservations where guest_id is not null group by guest_id having count(*) >= 3) as often`,
    )
    expect(returning).toBeGreaterThan(50)
    const tags = await sql<{ tag: string }>`select distinct unnest(tags) as tag from reservations`.execute(ctx.db)
    expect(tags.rows.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['VIP', 'allergy', 'birthday', 'regular']))
  })

  test('a second start changes nothing', async () => {
    const count = () =>
      ctx.db
        .selectFrom('reservations')
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
    const before = await count()
    await seedDemo(ctx)
    await refreshDemo(ctx)
    expect(await count()).toEqual(before)
    const entries = await ctx.db.selectFrom('auditEntries').select('action').where('subject', '=', 'demo').orderBy('at').execute()
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['demo.chosen', 'demo.seeded'])
  })

  test('four days later the evenings in between are settled and the coming ones filled, without touching what is full', async () => {
    const later = nowMs + 4 * 1440 * minuteMs
    clock.move({ hours: 96 })
    await refreshDemo(ctx)
    const {
      open: left,
      today,
      last,
    } = await one(sql<{ open: number; today: number; last: string }>`
      select count(*) filter (where status in ('confirmed', 'seated', 'pending_confirmation') and ends_at < ${new Date(later - 120 * minuteMs).toISOString()}::timestamptz)::int as open,
        count(*) filter (where service_on = '2026-11-24')::int as today, max(service_on) as last from reservations`)
    expect(left).toBe(0)
    expect(today).toBeGreaterThan(150)
    expect(last >= '2026-12-22').toBe(true)
    await expectWithinCapacity(ctx)
    await expectHonestHistories(ctx)
    const doubles = await sql`select from guests group by venue_id, coalesce(email, phone) having count(*) > 1`.execute(ctx.db)
    expect(doubles.rows).toHaveLength(0)
  })
})

const shapeOf = async ({ db }: Ctx): Promise<unknown[]> =>
  (
    await sql`select v.import_key, r.starts_local, r.party_size, r.status, r.source, r.guest_last_name, r.created_at from reservations r join venues v on v.id = r.venue_id
      order by 1, 2, 3, 4, 5, 6, 7`.execute(db)
  ).rows

describe('the demo at other moments', () => {
  test.each(['2026-03-29T00:40:00Z', '2026-11-01T05:30:00Z', '2027-12-31T23:59:59Z'])('is whole at %s', async (at) => {
    const { open, ctx } = await openDemo(at)
    try {
      await seedDemo(ctx)
      await expectWithinCapacity(ctx)
      await expectHonestHistories(ctx)
      const { n } = await ctx.db
        .selectFrom('reservations')
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
      expect(n).toBeGreaterThan(2500)
      expect(n).toBeLessThan(4500)
    } finally {
      await open.close()
    }
  })

  test('is the same on every machine, thought up ahead or not, and made once by two processes that start together', async () => {
    const [first, second] = await Promise.all([openDemo('2026-06-12T11:00:00Z'), openDemo('2026-06-12T11:00:00Z')])
    try {
      const ahead = prepareDemo(second.clock())
      await Promise.all([seedDemo(first.ctx), seedDemo(aCtx(first.open.db, { clock: first.clock })), seedDemo(second.ctx, ahead)])
      expect(await shapeOf(first.ctx)).toEqual(await shapeOf(second.ctx))
      expect(await first.ctx.db.selectFrom('auditEntries').select('id').where('action', '=', 'demo.seeded').execute()).toHaveLength(1)
    } finally {
      await Promise.all([first.open.close(), second.open.close()])
    }
  })

  test('comes back after months, after a kill in the first start, and leaves the guests of others alone', async () => {
    const { open, ctx, clock } = await openDemo('2026-01-10T10:00:00Z')
    try {
      await ensureFirstAdmin(ctx, demoConfig)
      // Killed here: the next start knows that the demo was wanted.
      await refreshDemo(ctx)
      const venue = await ctx.db.selectFrom('venues').select('id').where('importKey', '=', 'demo/gufo').executeTakeFirstOrThrow()
      await ctx.db.updateTable('venues').set({ active: false }).where('id', '=', venue.id).execute()
      const count = () =>
        ctx.db
          .selectFrom('reservations')
          .select(sql<number>`count(*)::int`.as('n'))
          .where('venueId', '=', venue.id)
          .executeTakeFirstOrThrow()
      const before = await count()
      clock.move({ hours: 24 * 90 })
      await refreshDemo(ctx)
      expect(await count()).toEqual(before)
      const { n } = (
        await sql<{
          n: number
        }>`select count(*)::int as n from reservations where service_on between '2026-03-28' and '2026-05-10'`.execute(ctx.db)
      ).rows[0]!
      expect(n).toBeGreaterThan(2500)
      await expectWithinCapacity(ctx)
      await expectHonestHistories(ctx)
    } finally {
      await open.close()
    }
  })
})
