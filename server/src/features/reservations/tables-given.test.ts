import type { TablePlan } from '@tablewire/contracts/booking/tables'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { checkMany, daysOf, spotsOf } from '#src/features/availability/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { bookSlot, cancelBooking, changeBooking, commitHold, holdSlot, moveReservation, releaseHold, requireReservation } from './api.ts'
import { createReservation } from './create-reservation.ts'

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

type Table = { maxCovers: number; minCovers?: number; online?: boolean; priority?: number }
type Chain = { of: readonly number[]; online: boolean | null; priority: number | null }
const setUp = async (tables: readonly Table[], joins: readonly [number, number][] = [], chains: readonly Chain[] = []) => {
  const venue = await aVenue(open.db, {
    book: { areas: [anArea({ capacity: 500 })], shifts: [aShift({ pacing: { covers: null, parties: null } })] },
  })
  const channel = await aChannel(open.db, { venues: [venue.id] })
  const ids = tables.map(() => newId())
  const plan: TablePlan = {
    on: true,
    decides: true,
    version: 0,
    chains: chains.map(({ of, ...chain }) => ({ tableIds: of.map((n) => ids[n]!), covers: null, off: false, ...chain })),
    tables: tables.map((one, n) => ({ id: ids[n]!, name: `T${n + 1}`, areaId: venue.areaId, minCovers: 1, online: true, ...one })),
    joins: joins.map(([a, b]) => [ids[a]!, ids[b]!]),
  }
  await savePlan(aCtx(open.db), venue.id, plan)
  return { venue, ids, callers: [ctxOfChannel(open.db, channel), ctxOfChannel(other, channel), aCtx(open.db), aCtx(other)] }
}

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
const slotOf = (venue: TestVenue, startsAt: string, partySize: number) => ({
  venueId: venue.id,
  venueOf: (ctx: Ctx) => venueWithBook(ctx, venue.id),
  areaId: null,
  startsAt,
  partySize,
})
const book = (ctx: Ctx, venue: TestVenue, startsAt: string, partySize: number): Promise<{ id: string }> =>
  ctx.actor.kind === 'channel'
    ? bookSlot(ctx, { ...slotOf(venue, startsAt, partySize), contact, notes: null })
    : createReservation(ctx, { venueId: venue.id, startsAt, partySize, guest: { firstName: 'Ana', lastName: 'García' } })

const overbook = (ctx: Ctx, venue: TestVenue, partySize: number) =>
  createReservation(ctx, {
    venueId: venue.id,
    startsAt: at(venue),
    partySize,
    override: true,
    guest: { firstName: 'Ana', lastName: 'García' },
  })

/** Who sits where: names of tables by booking. */
const seats = async (venue: TestVenue): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.reservation_id as id, string_agg(d.name, '+' order by d.name) as name from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
    where t.venue_id = ${venue.id} and t.active and t.reservation_id is not null group by 1`.execute(open.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
/** Stays of two parties at one table, parties at tables that are too small, and parties of channels that no house has changed since at what is not sold online. */
const faults = async (venue: TestVenue): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from table_times a join table_times b on b.table_id = a.table_id and b.id > a.id and a.during && b.during
        where a.venue_id = ${venue.id} and a.active and b.active)::int
      + (select count(*) from (select t.reservation_id, sum(d.max_covers) as most from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
          where t.venue_id = ${venue.id} and t.active group by 1) s join reservations r on r.id = s.reservation_id where r.party_size > s.most)::int
      + (select count(*) from (select t.reservation_id, array_agg(d.id order by d.id) as ids, bool_and(d.online) as online from table_times t
            join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id where t.venue_id = ${venue.id} and t.active group by 1) s
          join reservations r on r.id = s.reservation_id and r.channel_id is not null and r.version = 1
          left join table_chains c on c.venue_id = ${venue.id} and c.table_ids = s.ids where not coalesce(c.online, s.online))::int as count`.execute(
    open.db,
  )
  return rows[0]!.count
}
const dayOf = async (ctx: Ctx, venue: TestVenue, partySize: number, asker: 'staff' | 'channel' = 'channel') => {
  const date = dayFromNow(3, venue)
  const ask = { venue: await venueWithBook(ctx, venue.id), from: date, to: date, partySize, areaId: null, asker, explain: true }
  return (await daysOf(ctx, ask))[0]!.slots
}
const at = (venue: TestVenue, time = '20:00'): string => instantAt(venue, dayFromNow(3, venue), time)

test('64 at once for six tables of two: each table once, nobody else, and all others are told', async () => {
  const { venue, callers } = await setUp(Array.from({ length: 6 }, () => ({ maxCovers: 2 })))
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, n) => {
      const ctx = callers[n % 4]!
      return refusal(n % 8 === 0 ? holdSlot(ctx, slotOf(venue, at(venue), 2)) : book(ctx, venue, at(venue), 2))
    }),
  )
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(6)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'slot.taken', 'slot.no_table']))
  expect([...(await seats(venue)).values()].toSorted()).toEqual(['T1', 'T2', 'T3', 'T4', 'T5', 'T6'])
  const [seller] = callers
  const slot = (await dayOf(seller!, venue, 2)).find(({ startsAt }) => startsAt === at(venue))
  expect(slot).toMatchObject({ open: false, closedBy: [{ rule: 'tables', limit: 0, used: 2, opens: { by: 'cancellation' } }] })
})

test('whoever may move makes room in the same act, and it is told; who is locked stays, and staff may overbook without a table', async () => {
  const { venue, callers } = await setUp([{ maxCovers: 4 }, { maxCovers: 2 }, { maxCovers: 6, online: false }])
  const [seller, , host] = callers
  const two = await book(seller!, venue, at(venue), 2)
  expect((await seats(venue)).get(two.id)).toBe('T2')
  // Somebody puts them at the table of four, and four more want to come.
  const { rows } = await sql<{ id: string }>`select id from dining_tables where venue_id = ${venue.id} and name = 'T1'`.execute(open.db)
  await sql`update table_times set table_id = ${rows[0]!.id} where reservation_id = ${two.id}`.execute(open.db)
  const four = await book(seller!, venue, at(venue), 4)
  expect([(await seats(venue)).get(two.id), (await seats(venue)).get(four.id)]).toEqual(['T2', 'T1'])
  const told = await sql<{ before: object; after: object }>`
    select before, after from audit_entries where subject = 'reservation_tables' and subject_id = ${two.id} order by at desc, id desc limit 1`.execute(
    open.db,
  )
  expect(told.rows).toEqual([{ before: { tables: 'T1' }, after: { tables: 'T2' } }])
  // The six are sold by hand only.
  const closed = (await dayOf(seller!, venue, 5)).find(({ startsAt }) => startsAt === at(venue))!.closedBy
  expect(closed).toMatchObject([
    { rule: 'tables', limit: 0, used: 5, opens: { by: 'online_table' }, setting: expect.stringMatching(/^tables\/.*\/online$/) },
  ])
  expect(await refusal(book(seller!, venue, at(venue), 5))).toBe('slot.too_small')
  const five = await book(host!, venue, at(venue), 5)
  expect((await seats(venue)).get(five.id)).toBe('T3')
  await expect(book(host!, venue, at(venue), 2)).rejects.toMatchObject({ code: 'slot.no_table', values: { count: 2, time: '20:00' } })
  // Somebody was faster than a channel’s guest; no table of the house takes nine.
  expect(await refusal(book(seller!, venue, at(venue), 2))).toBe('slot.taken')
  expect(await refusal(book(seller!, venue, at(venue), 9))).toBe('slot.too_small')
  const beyond = await overbook(host!, venue, 2)
  expect((await seats(venue)).has(beyond.id)).toBe(false)
  // Not an hour is free for the one without a table: an hour later the four have gone, and he would need their table or that of the two.
  expect((await dayOf(host!, venue, 2, 'staff')).find(({ startsAt }) => startsAt === at(venue, '21:30'))?.open).toBe(true)
})

test('two tables that stand together are kept from channels, and what is offered, explained and booked says so', async () => {
  const { venue, callers } = await setUp([{ maxCovers: 2 }, { maxCovers: 2 }], [[0, 1]], [{ of: [0, 1], online: false, priority: null }])
  const [seller, , host] = callers
  const asked = async (ctx: Ctx, asker: 'staff' | 'channel') =>
    (await dayOf(ctx, venue, 4, asker)).find(({ startsAt }) => startsAt === at(venue))
  expect(await asked(seller!, 'channel')).toMatchObject({
    open: false,
    closedBy: [
      { rule: 'tables', limit: 2, opens: { by: 'online_table' }, setting: expect.stringMatching(/^tables\/[^/]*\+[^/]*\/online$/) },
    ],
  })
  expect(await refusal(book(seller!, venue, at(venue), 4))).toBe('slot.too_small')
  expect(await asked(host!, 'staff')).toMatchObject({ open: true })
  const four = await book(host!, venue, at(venue), 4)
  expect((await seats(venue)).get(four.id)).toBe('T1+T2')
  expect(await faults(venue)).toBe(0)
})

test('a hold has a table until it ends; a change of time or party is given another one, or refused; taken back it finds one again', async () => {
  const { venue, callers } = await setUp([{ maxCovers: 2 }, { maxCovers: 4 }])
  const [seller, , host] = callers
  const hold = await holdSlot(seller!, slotOf(venue, at(venue), 2))
  const four = await book(seller!, venue, at(venue), 4)
  expect(await refusal(book(seller!, venue, at(venue), 2))).toBe('slot.taken')
  await sql`update reservations set hold_expires_at = now() - interval '1 second' where id = ${hold.id}`.execute(open.db)
  expect((await dayOf(seller!, venue, 2)).find(({ startsAt }) => startsAt === at(venue))?.open).toBe(true)
  const two = await book(seller!, venue, at(venue), 2)
  expect(await seats(venue)).toEqual(
    new Map([
      [two.id, 'T1'],
      [four.id, 'T2'],
    ]),
  )
  expect(await refusal(commitHold(seller!, { id: hold.id, contact, notes: null }))).toBe('hold.expired')
  const dialect = { phoneField: 'phone', international: false }
  const change = (id: string, patch: object) => changeBooking(seller!, { id, patch, dialect, confirmed: false })
  expect(await refusal(change(two.id, { partySize: 3 }))).toBe('slot.taken')
  await change(four.id, { startsAt: at(venue, '22:00') })
  await change(two.id, { partySize: 3 })
  expect((await seats(venue)).get(two.id)).toBe('T2')
  const second = await holdSlot(seller!, slotOf(venue, at(venue), 2))
  expect((await seats(venue)).get(second.id)).toBe('T1')
  await commitHold(seller!, { id: second.id, contact, notes: null })
  expect((await seats(venue)).get(second.id)).toBe('T1')
  await cancelBooking(seller!, { id: second.id, cancelActor: 'guest', reason: null })
  const third = await holdSlot(seller!, slotOf(venue, at(venue), 1))
  await releaseHold(seller!, third.id)
  expect((await seats(venue)).size).toBe(2)
  await transaction(host!, async (inner) => {
    const row = await requireReservation(inner, second.id)
    await (
      await moveReservation(inner, row, { move: 'reopen' })
    ).written
  })
  expect((await seats(venue)).get(second.id)).toBe('T1')
  expect(await faults(venue)).toBe(0)
})

test('what came by a file stands without a table and is counted; the questions of channels agree', async () => {
  const { venue, callers } = await setUp([{ maxCovers: 2 }, { maxCovers: 2 }], [[0, 1]])
  const [seller] = callers
  await aReservation(open.db, venue, { date: dayFromNow(3, venue), source: 'import', partySize: 2 })
  const known = await venueWithBook(seller!, venue.id)
  const check = async (partySize: number) =>
    (await checkMany(seller!, [{ venue: known, startsAt: at(venue), partySize, areaId: null, asker: 'channel', override: false }]))[0]
  expect(await check(2)).toMatchObject({ open: true })
  expect(await check(4)).toEqual({ open: false, rule: 'tables' })
  const spots: number[] = []
  const date = dayFromNow(3, venue)
  const channelId = seller!.actor.id!
  for await (const piece of spotsOf(seller!, { venue: known, channelId, from: date, to: date, partyMost: 2, areaIds: [null], keptMs: 0 }))
    spots.push(
      ...piece
        .filter(({ startMs, partySize }) => startMs === Date.parse(at(venue)) && partySize === 2)
        .flatMap(({ open: left, total }) => [left, total]),
    )
  expect(spots).toEqual([1, 2])
  await book(seller!, venue, at(venue), 2)
  expect(await check(2)).toEqual({ open: false, rule: 'tables' })
})

test('a venue without tables is asked no further question, and answers as before', async () => {
  const venue = await aVenue(open.db)
  const known = await venueWithBook(aCtx(open.db), venue.id)
  expect(known.tables).toBe(false)
  const asked: string[] = []
  const pool = makePool({ url: open.url, max: 1, name: 'test three' })
  const seen = makeDb(pool)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const [said] = args as [string | { text?: string }]
      asked.push(typeof said === 'string' ? said : (said.text ?? ''))
      return query(...args)
    }) as typeof client.query
  })
  await dayOf(aCtx(seen), venue, 2, 'staff')
  await book(aCtx(seen), venue, at(venue), 2)
  await seen.destroy()
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.filter((text) => /table_times|table_seats|dining_tables|table_plans|lock_venue_days/.test(text))).toEqual([])
})

const anAct = fc.record({
  kind: fc.constantFrom('book' as const, 'book' as const, 'hold' as const, 'change' as const, 'cancel' as const, 'block' as const),
  quarter: fc.nat(12),
  partySize: fc.integer({ min: 1, max: 6 }),
  which: fc.nat(100),
})
test('acts of any kind in any order and at once: no table is doubled, and what is offered then can be booked, what is closed cannot', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ maxCovers: fc.integer({ min: 1, max: 5 }), online: fc.boolean(), priority: fc.integer({ min: 49, max: 51 }) }), {
        minLength: 2,
        maxLength: 6,
      }),
      fc.record({ online: fc.option(fc.boolean()), priority: fc.option(fc.integer({ min: 48, max: 52 })) }),
      fc.array(fc.array(anAct, { minLength: 8, maxLength: 24 }), { minLength: 2, maxLength: 3 }),
      async (tables, chain, rounds) => {
        const { venue, ids, callers } = await setUp(
          tables,
          tables.length > 2
            ? [
                [0, 1],
                [1, 2],
              ]
            : [],
          tables.length > 2 ? [{ of: [0, 1], ...chain }] : [],
        )
        const [seller] = callers
        const made: string[] = []
        const timeOf = (quarter: number): string =>
          at(venue, `${18 + Math.floor(quarter / 4)}:${String((quarter % 4) * 15).padStart(2, '0')}`)
        const act = async ({ kind, quarter, partySize, which }: typeof anAct extends fc.Arbitrary<infer T> ? T : never, n: number) => {
          const ctx = callers[n % 4]!
          const startsAt = timeOf(quarter)
          const id = made[which % Math.max(1, made.length)]
          if (kind === 'book') made.push((await book(ctx, venue, startsAt, partySize)).id)
          if (kind === 'hold') await holdSlot(seller!, slotOf(venue, startsAt, partySize))
          if (kind === 'change' && id)
            await changeBooking(aCtx(other), {
              id,
              patch: { startsAt, partySize },
              dialect: { phoneField: 'phone', international: false },
              confirmed: false,
            })
          if (kind === 'cancel' && id) await cancelBooking(aCtx(open.db), { id, cancelActor: 'venue', reason: 'Ill' })
          if (kind === 'block')
            await sql`insert into table_times (id, venue_id, table_id, during, reason, by_name)
              values (${newId()}, ${venue.id}, ${ids[which % ids.length]}, tstzrange(${startsAt}::timestamptz, ${startsAt}::timestamptz + interval '1 hour'), 'Broken', 'Ana')`
              .execute(open.db)
              .catch(() => undefined)
        }
        const legal = new Set(['done', 'slot.taken', 'slot.too_small', 'slot.no_table', 'reservation.final', 'reservation.move_illegal'])
        for (const round of rounds) {
          for (const outcome of await Promise.all(round.map((one, n) => refusal(act(one, n))))) expect(legal).toContain(outcome)
          expect(await faults(venue)).toBe(0)
        }
        for (const [n, asker] of (['channel', 'staff'] as const).entries()) {
          const ctx = asker === 'channel' ? seller! : callers[2]!
          const slots = await dayOf(ctx, venue, 2 + n, asker)
          for (const slot of slots.filter((_, index) => index % 5 === 0)) {
            const [now] = (await dayOf(ctx, venue, 2 + n, asker)).filter(({ startsAt }) => startsAt === slot.startsAt)
            expect({ at: slot.startsAt, done: (await refusal(book(ctx, venue, slot.startsAt, 2 + n))) === 'done' }).toEqual({
              at: slot.startsAt,
              done: now!.open,
            })
          }
        }
        expect(await faults(venue)).toBe(0)
      },
    ),
    { numRuns: 5 },
  )
}, 240_000)
