import { waitMoveNames, waitAfter, waitStatuses } from '@tablewire/contracts/booking/waitlist.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aTextGateway } from '../../../../tests/build/a-text-gateway.ts'
import { aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { start, stop } from '#src/features/text-port/api.ts'
import { createReservation } from '#src/features/reservations/create-reservation.ts'
import { moveReservation, requireReservation } from '#src/features/reservations/api.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { addEntry } from './add-entry.ts'
import { takeDue } from './follow-list.ts'
import { listDay } from './list-day.ts'
import { lookAtDay } from './look-at-day.ts'
import { moveEntry } from './move-entry.ts'
import { acceptOffer, declineOffer, leaveList, waitAgain } from './own-entry.ts'
import { changeSettings } from './settings.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const date = '2031-06-12'
const area = (capacity: number) => ({
  id: crypto.randomUUID(),
  name: 'Main room',
  names: {},
  description: '',
  capacity,
  byDefault: true,
  online: true,
})
/** A house of so many seats, that takes guests from 18:00 to 20:00, and whose list is open; nobody sleeps there. */
const aHouse = async (seats: number): Promise<TestVenue> => {
  const venue = await aVenue(open.db, {
    book: {
      areas: [area(seats)],
      horizonDays: 730,
      shifts: [aShift({ from: '18:00', to: '23:00', lastSeating: '20:00', intervalMinutes: 60 })],
    },
  })
  await open.db.updateTable('venues').set({ quietFrom: 0, quietUntil: 0 }).where('id', '=', venue.id).execute()
  await changeSettings(aCtx(open.db), venue.id, { open: true, offerMinutes: 10 })
  return venue
}
const full = async (venue: TestVenue, partySize: number) => aReservation(open.db, venue, { date, time: '18:00', minutes: 300, partySize })

const ctxAt = (local: string, ports = recordingPorts()) => {
  const clock = aClock(`${date}T${local}:00Z`)
  return { ctx: aCtx(open.db, { clock, ports: ports.ports }), clock, ports }
}
const waits = (ctx: Ctx, venue: TestVenue, lastName: string, more: object = {}) =>
  addEntry(ctx, venue.id, {
    kind: 'day',
    date,
    from: '18:00',
    until: '18:30',
    partySize: 2,
    lastName,
    email: `${lastName.toLowerCase()}@guests.example`,
    ...more,
  })
/** All that is due now, at any venue of this test. */
const follow = async (ctx: Ctx): Promise<void> => {
  for (let rounds = 0; rounds < 20; rounds++) {
    const due = await takeDue(ctx, 50)
    if (!due.length) return
    await Promise.all(due.map((day) => lookAtDay(ctx, day)))
  }
}
const states = async (venue: TestVenue): Promise<Record<string, string>> => {
  const { entries } = await listDay(aCtx(open.db), venue.id, date)
  return Object.fromEntries(entries.map(({ lastName, status }) => [lastName, status]))
}
const cancel = (ctx: Ctx, id: string) =>
  transaction(ctx, async (inner) => moveReservation(inner, await requireReservation(inner, id), { move: 'cancel', reason: 'ill' }))
const idOf = async (venue: TestVenue, lastName: string): Promise<string> =>
  (await listDay(aCtx(open.db), venue.id, date)).entries.find((one) => one.lastName === lastName)!.id

test('the moves of people are among the legal steps of the database', async () => {
  const { rows } = await sql<{ kind: 'day' | 'door'; fromStatus: string; toStatus: string }>`select * from waitlist_moves`.execute(open.db)
  const legal = new Set(rows.map(({ kind, fromStatus, toStatus }) => `${kind} ${fromStatus} ${toStatus}`))
  const taken = (['day', 'door'] as const).flatMap((kind) =>
    waitMoveNames.flatMap((move) =>
      waitStatuses.flatMap((from) => {
        const to = waitAfter(kind, move, from)
        return to ? [`${kind} ${from} ${to}`] : []
      }),
    ),
  )
  expect(taken.filter((one) => !legal.has(one))).toEqual([])
})

test('whoever left only a number is offered a place where it reaches him by text, and is passed over where it does not', async () => {
  const venue = await aHouse(2)
  const party = await full(venue, 2)
  const { ctx, clock, ports } = ctxAt('09:00')
  const texts = (await waits(ctx, venue, 'Texts', { email: null, phone: '+4915170000001' })).id
  clock.move({ minutes: 1 })
  await waits(ctx, venue, 'Mails')
  const seen = async () => (await listDay(aCtx(open.db), venue.id, date)).entries.find(({ id }) => id === texts)!
  await follow(ctx)
  expect(await seen()).toMatchObject({ reachable: false, told: null })
  await cancel(ctx, party.id)
  await follow(ctx)
  expect(await states(venue)).toEqual({ Texts: 'waiting', Mails: 'offered' })
  const { companyId } = await open.db.selectFrom('venues').select('companyId').where('id', '=', venue.id).executeTakeFirstOrThrow()
  const gateway = await aTextGateway({ db: open.db, secrets: ctx.ports.secrets }, { companyId, dialect: 'log' })
  expect(await seen()).toMatchObject({ reachable: true })
  const setPorts = (messagePorts: object) =>
    open.db
      .updateTable('venues')
      .set({ messagePorts: JSON.stringify(messagePorts) })
      .where('id', '=', venue.id)
      .execute()
  await setPorts({ waitlist_offer: 'mail' })
  expect(await seen()).toMatchObject({ reachable: false })
  await setPorts({})
  await stop(ctx, gateway.id, '+4915170000001')
  await declineOffer(ctx, await idOf(venue, 'Mails'))
  await follow(ctx)
  expect(await states(venue)).toEqual({ Texts: 'waiting', Mails: 'declined' })
  await start(ctx, gateway.id, '+4915170000001')
  await changeSettings(ctx, venue.id, { open: true, offerMinutes: 10 })
  await follow(ctx)
  expect(await states(venue)).toEqual({ Texts: 'offered', Mails: 'declined' })
  expect(ports.jobs.filter(({ data }) => (data as { notice?: string }).notice === 'waitlist_offer')).toHaveLength(2)
  expect(await seen()).toMatchObject({ told: { port: 'text', state: 'queued' } })
})

test('a place that is free again is offered in order, kept meanwhile, and passed on when nobody takes it', async () => {
  const venue = await aHouse(4)
  const party = await full(venue, 4)
  const { ctx, clock, ports } = ctxAt('09:00')
  await waits(ctx, venue, 'Eight', { partySize: 4, from: '22:00', until: '23:00' })
  await waits(ctx, venue, 'First')
  clock.move({ minutes: 1 })
  await waits(ctx, venue, 'Second', { partySize: 4 })
  clock.move({ minutes: 1 })
  await waits(ctx, venue, 'Third')
  await follow(ctx)
  expect(await states(venue)).toEqual({ Eight: 'waiting', First: 'waiting', Second: 'waiting', Third: 'waiting' })
  await cancel(ctx, party.id)
  await follow(ctx)
  // The party of four waited longer than the third one, and does not fit beside the first.
  expect(await states(venue)).toEqual({ Eight: 'waiting', First: 'offered', Second: 'waiting', Third: 'offered' })
  expect(ports.jobs.filter(({ data }) => (data as { notice?: string }).notice === 'waitlist_offer')).toHaveLength(2)
  const phone = { venueId: venue.id, startsAt: instantAt(venue, date, '18:00'), partySize: 2, guest: { firstName: '', lastName: 'Quick' } }
  expect(await refusal(createReservation(ctx, phone))).toBe('slot.taken')
  clock.move({ minutes: 10 })
  // Who let it pass stands there no more; whoever is next has what is free.
  await follow(ctx)
  expect(await states(venue)).toEqual({ Eight: 'waiting', First: 'lapsed', Second: 'offered', Third: 'lapsed' })
  const reservationId = await acceptOffer(ctx, await idOf(venue, 'Second'))
  expect(await acceptOffer(ctx, await idOf(venue, 'Second'))).toBe(reservationId)
  const row = await open.db
    .selectFrom('reservations')
    .select(['status', 'source', 'guestLastName', 'partySize'])
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'confirmed', source: 'waitlist', guestLastName: 'Second', partySize: 4 })
  expect(await refusal(acceptOffer(ctx, await idOf(venue, 'First')))).toBe('hold.expired')
  await waitAgain(ctx, await idOf(venue, 'First'))
  await follow(ctx)
  expect(await states(venue)).toMatchObject({ First: 'waiting', Second: 'booked' })
})

test('what is declined goes to the next one in the same transaction', async () => {
  const venue = await aHouse(2)
  const party = await full(venue, 2)
  const { ctx, clock } = ctxAt('09:00')
  await waits(ctx, venue, 'First')
  clock.move({ seconds: 1 })
  await waits(ctx, venue, 'Second')
  await cancel(ctx, party.id)
  await follow(ctx)
  expect(await states(venue)).toEqual({ First: 'offered', Second: 'waiting' })
  await declineOffer(ctx, await idOf(venue, 'First'))
  expect(await states(venue)).toEqual({ First: 'declined', Second: 'offered' })
  await leaveList(ctx, await idOf(venue, 'Second'))
  expect(await states(venue)).toEqual({ First: 'declined', Second: 'left' })
  expect(
    await refusal(
      createReservation(ctx, {
        venueId: venue.id,
        startsAt: instantAt(venue, date, '18:00'),
        partySize: 2,
        guest: { firstName: '', lastName: 'Q' },
      }),
    ),
  ).toBe('done')
})

test('nobody is offered anything while people sleep, nor when the meal has begun before he could answer', async () => {
  const venue = await aHouse(2)
  await open.db.updateTable('venues').set({ quietFrom: 21, quietUntil: 9 }).where('id', '=', venue.id).execute()
  const zone = venue.timeZone
  const at = (time: string, on = date) => {
    const ports = recordingPorts()
    return aCtx(open.db, { clock: aClock(instantAt({ timeZone: zone }, on, time)), ports: ports.ports })
  }
  await waits(at('07:00'), venue, 'Early')
  await follow(at('07:01'))
  expect(await states(venue)).toEqual({ Early: 'waiting' })
  await follow(at('08:59'))
  expect(await states(venue)).toEqual({ Early: 'waiting' })
  await follow(at('09:00'))
  expect(await states(venue)).toEqual({ Early: 'offered' })
  // Who waits for this very evening is awake.
  const tonight = await aHouse(2)
  await open.db.updateTable('venues').set({ quietFrom: 17, quietUntil: 9 }).where('id', '=', tonight.id).execute()
  const day = { date, from: '18:00', until: '20:00' }
  await waits(at('18:10', '2031-06-11'), tonight, 'Tonight', day)
  await follow(at('18:11', '2031-06-11'))
  expect(await states(tonight)).toEqual({ Tonight: 'waiting' })
  await follow(at('09:00'))
  expect(await states(tonight)).toEqual({ Tonight: 'offered' })
  const evening = await aHouse(2)
  await open.db.updateTable('venues').set({ quietFrom: 17, quietUntil: 9 }).where('id', '=', evening.id).execute()
  await waits(at('18:10'), evening, 'Evening', day)
  await follow(at('18:11'))
  expect(await states(evening)).toEqual({ Evening: 'offered' })
  await waits(at('19:00'), venue, 'Late', { until: '18:30', from: '18:00' }).catch(() => undefined)
  const late = await aHouse(2)
  await waits(at('19:45'), late, 'Late', { from: '19:00', until: '20:00' })
  await follow(at('19:55'))
  expect(await states(late)).toEqual({ Late: 'waiting' })
  await follow(at('20:00'))
  expect(await states(late)).toEqual({ Late: 'over' })
})

test('whoever came to the door without a connection waits since then, before who came later, and was told no time', async () => {
  const venue = await aHouse(4)
  const { ctx } = ctxAt('18:40')
  const door = (lastName: string, more: object = {}) => addEntry(ctx, venue.id, { kind: 'door', partySize: 2, lastName, ...more })
  await door('Later')
  await door('First', { notedAt: `${date}T18:05:00Z` })
  await door('Now', { notedAt: `${date}T18:39:30Z` })
  const { entries } = await listDay(ctx, venue.id, date)
  const told = entries.map(({ lastName, position, joinedAt, quotedMinutes }) => [
    lastName,
    position,
    joinedAt.slice(11, 16),
    quotedMinutes === null,
  ])
  expect(told.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
    ['First', 1, '18:05', true],
    ['Later', 2, '18:40', false],
    ['Now', 3, '18:40', false],
  ])
})

test('at the door: ready keeps the seats, one tap seats, and the quote is in the record', async () => {
  const venue = await aHouse(4)
  const { ctx } = ctxAt('16:40')
  const entry = await addEntry(ctx, venue.id, { kind: 'door', partySize: 2, lastName: 'Walker', quotedMinutes: 15 })
  expect(entry).toMatchObject({ kind: 'door', status: 'waiting', quotedMinutes: 15, position: 1, moves: ['ready', 'seat', 'leave'] })
  const ready = await moveEntry(ctx, { id: entry.id, move: 'ready', version: entry.version })
  expect(ready).toMatchObject({ status: 'ready' })
  expect(await refusal(moveEntry(ctx, { id: entry.id, move: 'leave', version: entry.version }))).toBe('waitlist.changed_meanwhile')
  const seated = await moveEntry(ctx, { id: entry.id, move: 'seat', version: ready.version })
  expect(seated).toMatchObject({ status: 'seated', position: null, moves: ['back'] })
  const row = await open.db
    .selectFrom('reservations')
    .select(['status', 'source'])
    .where('id', '=', seated.reservationId!)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'seated', source: 'walk_in' })
  expect(await refusal(moveEntry(ctx, { id: entry.id, move: 'leave', version: undefined }))).toBe('waitlist.move_illegal')
  const gone = await addEntry(ctx, venue.id, { kind: 'door', partySize: 9, lastName: 'Many' })
  expect(gone.quotedMinutes).toBeNull()
  expect(await moveEntry(ctx, { id: gone.id, move: 'leave', version: undefined })).toMatchObject({ status: 'left', moves: ['back'] })
})

const reservationsOf = (venue: TestVenue) =>
  open.db.selectFrom('reservations').select(['id', 'status', 'partySize']).where('venueId', '=', venue.id).orderBy('id').execute()

test('who was seated by a slip waits as before, and no booking is left of it', async () => {
  const venue = await aHouse(4)
  const { ctx, clock } = ctxAt('16:40')
  const before = await addEntry(ctx, venue.id, { kind: 'door', partySize: 2, lastName: 'Slip', quotedMinutes: 25 })
  clock.move({ minutes: 1 })
  await addEntry(ctx, venue.id, { kind: 'door', partySize: 2, lastName: 'Next', quotedMinutes: 40 })
  clock.move({ minutes: 9 })
  const { id } = before
  const seated = await moveEntry(ctx, { id, move: 'seat', version: before.version })
  const back = await moveEntry(ctx, { id, move: 'back', version: seated.version })
  expect(back).toEqual({ ...before, version: before.version + 2 })
  expect(await reservationsOf(venue)).toMatchObject([{ id: seated.reservationId!, status: 'expired' }])
  const again = await moveEntry(ctx, { id, move: 'seat', version: back.version })
  clock.move({ minutes: 16 })
  expect(await refusal(moveEntry(ctx, { id, move: 'back', version: again.version }))).toBe('waitlist.move_illegal')
  expect((await listDay(ctx, venue.id, date)).entries.find((one) => one.id === id)).toMatchObject({ status: 'seated', moves: [] })
})

test('whose table was ready has it kept until the same time again; whom more was done with has come', async () => {
  const venue = await aHouse(4)
  const { ctx, clock } = ctxAt('16:40')
  const { id } = await addEntry(ctx, venue.id, { kind: 'door', partySize: 2, lastName: 'Ready', quotedMinutes: 25 })
  const ready = await moveEntry(ctx, { id, move: 'ready', version: undefined })
  const [held] = await open.db.selectFrom('reservations').selectAll().where('venueId', '=', venue.id).execute()
  clock.move({ minutes: 4 })
  await moveEntry(ctx, { id, move: 'seat', version: undefined })
  const back = await moveEntry(ctx, { id, move: 'back', version: undefined })
  expect(back).toEqual({ ...ready, version: ready.version + 2 })
  const [kept] = await open.db.selectFrom('reservations').selectAll().where('venueId', '=', venue.id).execute()
  expect(kept).toMatchObject({ id: held!.id, status: 'held', holdExpiresAt: held!.holdExpiresAt })
  const { reservationId } = await moveEntry(ctx, { id, move: 'seat', version: undefined })
  await transaction(ctx, async (inner) => moveReservation(inner, await requireReservation(inner, reservationId!), { move: 'complete' }))
  expect(await refusal(moveEntry(ctx, { id, move: 'back', version: undefined }))).toBe('waitlist.move_illegal')
})

test('at the door the limits of the book hold as for whoever did not wait, until somebody says to go beyond them', async () => {
  const venue = await aHouse(2)
  await full(venue, 2)
  const { ctx } = ctxAt('16:40')
  const { id } = await addEntry(ctx, venue.id, { kind: 'door', partySize: 2, lastName: 'Beyond' })
  expect(await refusal(moveEntry(ctx, { id, move: 'seat', version: undefined }))).toMatch(/^slot\./)
  expect(await refusal(moveEntry(ctx, { id, move: 'ready', version: undefined }))).toMatch(/^slot\./)
  expect(await moveEntry(ctx, { id, move: 'seat', version: undefined, override: true })).toMatchObject({ status: 'seated' })
})

test('who was taken off the list of a day by a slip has his turn again, and after a while stands at its end', async () => {
  const venue = await aHouse(2)
  const { clock, ctx: system } = ctxAt('09:00')
  const ctx: Ctx = { ...system, actor: { kind: 'user', id: crypto.randomUUID(), name: 'Host', companyId: null, sessionId: '' } }
  const first = await waits(ctx, venue, 'First')
  clock.move({ minutes: 1 })
  await waits(ctx, venue, 'Second')
  const { id } = first
  const leave = () => moveEntry(ctx, { id, move: 'leave', version: undefined })
  const back = async () => (await moveEntry(ctx, { id, move: 'back', version: undefined })).position
  await leave()
  expect(await back()).toBe(1)
  await leave()
  clock.move({ minutes: 20 })
  expect(await back()).toBe(2)
})

/** The most covers at any moment of the day, from the rows. */
const peak = async (venue: TestVenue): Promise<number> => {
  const { rows } = await sql<{ peak: number }>`
    with sitting as (
      select starts_at, ends_at, party_size from reservations where venue_id = ${venue.id} and occupies(status) and (status <> 'held' or hold_expires_at > clock_timestamp()))
    select coalesce(max((select sum(o.party_size) from sitting o where o.starts_at <= s.starts_at and o.ends_at > s.starts_at)), 0)::integer as peak from sitting s`.execute(
    open.db,
  )
  return rows[0]!.peak
}

test('200 acts at once: never oversold, and nobody is offered two places', async () => {
  const venue = await aHouse(8)
  const ctx = aCtx(open.db)
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, n) => waits(ctx, venue, `Guest${n}`, { partySize: 1 + (n % 4), until: '20:00' })),
  )
  let turn = 7
  const chance = (below: number): number => (turn = (turn * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  const anyone = () => made[chance(made.length)]!.id
  const quietly = (one: Promise<unknown>) =>
    one.then(
      () => 'none',
      (error: { code?: string }) => error.code ?? 'unknown',
    )
  const book = () =>
    createReservation(ctx, {
      venueId: venue.id,
      startsAt: instantAt(venue, date, `${18 + chance(3)}:00`),
      partySize: 1 + chance(4),
      guest: { firstName: '', lastName: 'Phone' },
    })
  const cancelOne = async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from reservations where venue_id = ${venue.id} and status = 'confirmed' order by random() limit 1`.execute(open.db)
    if (rows[0]) await cancel(ctx, rows[0].id)
  }
  const acts = [
    book,
    cancelOne,
    () => acceptOffer(ctx, anyone()),
    () => declineOffer(ctx, anyone()),
    () => leaveList(ctx, anyone()),
    () => waitAgain(ctx, anyone()),
    () => follow(ctx),
    () => moveEntry(ctx, { id: anyone(), move: 'book', version: undefined }),
  ] as const
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => quietly(acts[chance(acts.length)]!())))
  const ours = /^(none|hold\.|slot\.|waitlist\.|reservation\.)/
  expect(outcomes.filter((one) => !ours.test(one))).toEqual([])
  await follow(ctx)
  expect(await peak(venue)).toBeLessThanOrEqual(8)
  const { rows } = await sql<{ offered: number; held: number; booked: number; confirmed: number }>`
    select count(*) filter (where e.status = 'offered')::integer as offered, count(*) filter (where e.status = 'offered' and r.status = 'held')::integer as held,
      count(*) filter (where e.status = 'booked')::integer as booked, count(distinct e.reservation_id)::integer as confirmed
    from waitlist_entries e left join reservations r on r.venue_id = e.venue_id and r.id = e.hold_id where e.venue_id = ${venue.id}`.execute(
    open.db,
  )
  expect(rows[0]!.held).toBe(rows[0]!.offered)
  expect(rows[0]!.confirmed).toBe(rows[0]!.booked)
  const { rows: loose } = await sql`
    select from reservations r where r.venue_id = ${venue.id} and r.status = 'held' and not exists (select from waitlist_entries e where e.hold_id = r.id and e.status = 'offered')`.execute(
    open.db,
  )
  expect(loose).toHaveLength(0)
}, 60_000)
