import type { DiningTable, TablePlan } from '@tablewire/contracts/booking/tables'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { changeReservation } from '@tablewire/server/features/reservations/change-reservation'
import { listReservations } from '@tablewire/server/features/reservations/list-reservations'
import { moveReservation } from '@tablewire/server/features/reservations/move-reservation'
import { requireReservation } from '@tablewire/server/features/reservations/reservation-rows'
import { transaction } from '#src/platform/db/transaction.ts'
import { assignTables } from './assign-tables.ts'
import { blockTable, unblockTable } from './block-table.ts'
import { readChoices, readDay } from './read-tables.ts'
import { readHit } from './read-hit.ts'
import { savePlan } from './save-plan.ts'
import { planOf } from './table-rows.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const aTable = (venue: TestVenue, name: string, over: Partial<DiningTable> = {}): DiningTable => ({
  id: newId(),
  name,
  areaId: venue.areaId,
  minCovers: 1,
  maxCovers: 2,
  online: true,
  ...over,
})
const one = <T>(all: readonly T[], index = 0): T => all[index]!

/** T1 and T2 seat two and can be joined, T3 seats four and stands alone. */
const withTables = async (over: Partial<TablePlan> = {}): Promise<{ venue: TestVenue; plan: TablePlan; ids: string[] }> => {
  const venue = await aVenue(open.db)
  const tables = [aTable(venue, 'T1'), aTable(venue, 'T2'), aTable(venue, 'T3', { maxCovers: 4 })]
  const ids = tables.map(({ id }) => id)
  const plan = await savePlan(aCtx(open.db), venue.id, { on: true, tables, joins: [[ids[1]!, ids[0]!]], chains: [], version: 0, ...over })
  return { venue, plan, ids }
}
const give = (id: string, tableIds: readonly string[], version = 0, locked = false) =>
  assignTables(aCtx(open.db), id, { tableIds: [...tableIds], locked, version, moves: [] })

test('the plan is saved as a whole, told to every screen, and who read an older one is told who was faster', async () => {
  const { venue, plan, ids } = await withTables()
  expect(plan).toMatchObject({ on: true, version: 1, tables: [{ name: 'T1' }, { name: 'T2' }, { name: 'T3' }] })
  expect(plan.joins).toEqual([ids.slice(0, 2).toSorted()])
  const recorded = recordingPorts()
  const ctx = aCtx(open.db, { ports: recorded.ports })
  // Two exchange their names and the order of sale.
  const swapped = [{ ...plan.tables[1]!, name: 'T1' }, { ...plan.tables[0]!, name: 'T2' }, plan.tables[2]!]
  const chains = [{ tableIds: [ids[1]!, ids[0]!], covers: 5, off: false }]
  const after = await savePlan(ctx, venue.id, { ...plan, tables: swapped, chains })
  expect(after).toMatchObject({ version: 2, tables: [{ id: ids[1], name: 'T1' }, { id: ids[0], name: 'T2' }, {}], chains: [{ covers: 5 }] })
  expect(recorded.live).toEqual([{ type: 'tables', venueId: venue.id, id: null, kind: null }])
  expect(await savePlan(ctx, venue.id, after)).toEqual(after)
  await expect(savePlan(ctx, venue.id, plan)).rejects.toMatchObject({
    code: 'tables.version_stale',
    details: { saves: [{ by: expect.any(String) }] },
  })
})

test('what cannot stand together is refused by name', async () => {
  const { venue, plan, ids } = await withTables()
  const save = (over: Partial<TablePlan>) => refusal(savePlan(aCtx(open.db), venue.id, { ...plan, ...over }))
  const [first, second, third] = plan.tables as [DiningTable, DiningTable, DiningTable]
  expect(await save({ tables: [first, { ...second, name: 't1' }, third] })).toBe('tables.name_twice')
  expect(await save({ tables: [first, second, { ...third, areaId: newId() }] })).toBe('tables.area_gone')
  expect(await save({ tables: [first, second, { ...third, minCovers: 5 }] })).toBe('tables.covers_odd')
  expect(await save({ chains: [{ tableIds: [first.id, third.id], covers: 6, off: false }] })).toBe('tables.not_joined')
  expect(await save({ tables: [first, second], joins: [[ids[0]!, ids[2]!]] })).toBe('tables.unknown')
  const terrace = venue.book.areas[1]!.id
  expect(await save({ tables: [first, { ...second, areaId: terrace }, third] })).toBe('tables.join_apart')
  const many = Array.from({ length: 30 }, (_, n) => aTable(venue, `J${n}`))
  const joins = many.flatMap(({ id }, n) => many.slice(n + 1).map((other): [string, string] => [id, other.id]))
  expect(await save({ tables: many, joins })).toBe('tables.too_many_joins')
  const scoped = aCtx(open.db, { scope: { kind: 'venues', ids: [newId()] } })
  expect(await refusal(savePlan(scoped, venue.id, plan))).toBe('venue.not_found')
  expect(await planOf(aCtx(open.db), venue.id)).toEqual(plan)
})

test('a party is given a table or a joined chain; nobody else gets it meanwhile', async () => {
  const { venue, ids } = await withTables()
  const [ada, ben, eve] = [
    await aReservation(open.db, venue, { guestFirstName: 'Ada', guestLastName: 'One' }),
    await aReservation(open.db, venue, { time: '21:00' }),
    await aReservation(open.db, venue, { time: '21:30' }),
  ]
  expect(await give(ada.id, [ids[1]!, ids[0]!])).toMatchObject({ name: 'T1 + T2', version: 1, locked: false })
  await expect(give(ben.id, [ids[1]!])).rejects.toMatchObject({ code: 'tables.taken', values: { table: 'T2', name: 'Ada One' } })
  expect(await refusal(give(ben.id, [ids[0]!, ids[2]!]))).toBe('tables.not_joined')
  expect(await refusal(give(ben.id, [newId()]))).toBe('tables.unknown')
  // Ada leaves at 21:30, when Eve comes.
  expect(await give(eve.id, [ids[0]!], 0, true)).toMatchObject({ name: 'T1', locked: true })
  const day = await readDay(aCtx(open.db), venue.id, dayFromNow(1, venue))
  expect(day.seats.map(({ name }) => name).toSorted()).toEqual(['T1', 'T1 + T2'])
  // Unassigned bookings stay legal, and so does taking a table back.
  expect(await give(ada.id, [], 1)).toMatchObject({ name: '', tableIds: [], version: 2 })
  expect(await give(ben.id, [ids[1]!])).toMatchObject({ name: 'T2' })
})

test('of two hosts who drag one party the second is told, also at the same moment; of two parties one gets the table', async () => {
  const { venue, ids } = await withTables()
  const [ada, ben] = [await aReservation(open.db, venue), await aReservation(open.db, venue)]
  await give(ada.id, [ids[0]!])
  await give(ada.id, [ids[1]!], 1)
  await expect(give(ada.id, [ids[2]!], 1)).rejects.toMatchObject({
    code: 'seat.version_stale',
    details: { saves: [{ by: expect.any(String) }] },
  })
  const tries = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => give(ada.id, [ids[n % 3]!], 2)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const tried of tries) if (tried.status === 'rejected') expect(tried.reason).toMatchObject({ code: 'seat.version_stale' })
  await give(ada.id, [], 3)
  const both = await Promise.allSettled([give(ada.id, [ids[2]!], 4), give(ben.id, [ids[2]!])])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'tables.taken' } })
})

test('whose table is another one’s may exchange it in one step, and who stays is not moved', async () => {
  const { venue, ids } = await withTables()
  const [ada, ben] = [await aReservation(open.db, venue), await aReservation(open.db, venue)]
  await give(ada.id, [ids[0]!])
  await give(ben.id, [ids[1]!])
  const ctx = aCtx(open.db)
  const moves = [{ reservationId: ben.id, tableIds: [ids[0]!], version: 1 }]
  expect(await assignTables(ctx, ada.id, { tableIds: [ids[1]!], locked: true, version: 1, moves })).toMatchObject({ name: 'T2' })
  const { seat } = await readChoices(ctx, ben.id)
  expect(seat).toMatchObject({ name: 'T1', version: 2 })
  const back = [{ reservationId: ada.id, tableIds: [ids[0]!], version: 2 }]
  expect(await refusal(assignTables(ctx, ben.id, { tableIds: [ids[1]!], locked: false, version: 2, moves: back }))).toBe(
    'tables.party_stays',
  )
})

test('a blocked table takes nobody until it is given back, and is not blocked under a party', async () => {
  const { venue, ids } = await withTables()
  const date = dayFromNow(1, venue)
  const [from, until] = [instantAt(venue, date, '17:00'), instantAt(venue, date, '23:30')]
  const ctx = aCtx(open.db)
  const block = await blockTable(ctx, venue.id, { tableId: ids[0]!, from, until, reason: 'The leg is broken' })
  const ada = await aReservation(open.db, venue)
  expect(await refusal(give(ada.id, [ids[0]!]))).toBe('tables.blocked')
  expect(await refusal(give(ada.id, [ids[0]!, ids[1]!]))).toBe('tables.blocked')
  expect(await readDay(ctx, venue.id, date)).toMatchObject({ blocks: [{ tableId: ids[0], reason: 'The leg is broken' }] })
  const foreign = aCtx(open.db, { scope: { kind: 'venues', ids: [newId()] } })
  expect(await refusal(unblockTable(foreign, block.id))).toBe('tables.block_not_found')
  await unblockTable(ctx, block.id)
  await give(ada.id, [ids[0]!])
  expect(await refusal(blockTable(ctx, venue.id, { tableId: ids[0]!, from, until, reason: '' }))).toBe('tables.taken')
  expect(await refusal(blockTable(ctx, venue.id, { tableId: ids[1]!, from: until, until: from, reason: '' }))).toBe('tables.block_invalid')
})

test('the table goes with its booking: to its new time, free when it is over, lost where somebody else has it', async () => {
  const { venue, ids } = await withTables()
  const ctx = aCtx(open.db)
  const dialect = { phoneField: 'guest.phone', international: false }
  const [ada, ben] = [await aReservation(open.db, venue), await aReservation(open.db, venue, { time: '18:00' })]
  await give(ada.id, [ids[0]!])
  await give(ben.id, [ids[0]!])
  const moved = async (id: string, time: string) => {
    await transaction(ctx, async (inner) => {
      const row = await requireReservation(inner, id)
      await changeReservation(inner, { row, patch: { startsAt: instantAt(venue, row.serviceOn, time) }, dialect })
    })
    return (await readChoices(ctx, id)).seat
  }
  expect(await moved(ada.id, '20:30')).toMatchObject({ name: 'T1' })
  // Half an hour into Ada’s dinner: the booking moves, its table does not.
  expect(await moved(ben.id, '19:30')).toMatchObject({ name: '', version: 2 })
  const cancel = await requireReservation(ctx, ada.id)
  await transaction(ctx, (inner) => moveReservation(inner, cancel, { move: 'cancel', reason: 'Ill' }).then((row) => row.written))
  expect(await give(ben.id, [ids[0]!], 2)).toMatchObject({ name: 'T1' })
  // Taken back, the booking is there again, and its table is another one’s now.
  const canceled = await requireReservation(ctx, ada.id)
  await transaction(ctx, (inner) => moveReservation(inner, canceled, { move: 'reopen' }).then((row) => row.written))
  expect((await readChoices(ctx, ada.id)).seat).toMatchObject({ name: '' })
  expect(await refusal(savePlan(ctx, venue.id, { ...(await planOf(ctx, venue.id)), tables: [], joins: [] }))).toBe('tables.parties_come')
})

test('who comes to a table, or to joined ones, that a plan takes away is named first, then stands among those without one; who sits stays', async () => {
  const { venue, plan, ids } = await withTables()
  const ctx = aCtx(open.db)
  const date = dayFromNow(3, venue)
  const [ada, ben, cleo] = [
    await aReservation(open.db, venue, { date, time: '19:00', partySize: 4 }),
    await aReservation(open.db, venue, { date, time: '19:00' }),
    await aReservation(open.db, venue, { date, time: '22:00' }),
  ]
  await give(ada.id, [ids[0]!, ids[1]!])
  await give(ben.id, [ids[2]!])
  await give(cleo.id, [ids[0]!])
  const apart = { ...plan, joins: [] }
  expect(await readHit(ctx, venue.id, apart)).toMatchObject({ parties: [{ reservationId: ada.id, tables: 'T1 + T2' }], ids: [ada.id] })
  expect((await readHit(ctx, venue.id, { ...plan, chains: [{ tableIds: [ids[0]!, ids[1]!], covers: null, off: true }] })).ids).toEqual([
    ada.id,
  ])
  const fewer = { ...plan, tables: plan.tables.slice(0, 2) }
  expect((await readHit(ctx, venue.id, fewer)).ids).toEqual([ben.id])
  expect((await readHit(ctx, venue.id, plan)).ids).toEqual([])
  expect(await refusal(savePlan(ctx, venue.id, apart))).toBe('tables.parties_come')
  const after = await savePlan(ctx, venue.id, { ...apart, releases: [ada.id] })
  const seatName = async (id: string) => (await readChoices(ctx, id)).seat.name
  expect([await seatName(ada.id), await seatName(ben.id), await seatName(cleo.id)]).toEqual(['', 'T3', 'T1'])
  const told = await sql`
    select from audit_entries where subject = 'reservation_tables' and subject_id = ${ada.id} and after ->> 'tables' = ''`.execute(open.db)
  expect(told.rows).toHaveLength(1)
  // Of those who are given it at the same moment none is left at a table that is not there any more.
  const late = await aReservation(open.db, venue, { date, time: '13:00' })
  const [saved, given] = await Promise.all([
    refusal(savePlan(ctx, venue.id, { ...after, tables: after.tables.slice(0, 2), releases: [ben.id] })),
    refusal(give(late.id, [ids[2]!])),
  ])
  expect([`${saved} ${given}`]).toEqual([expect.stringMatching(/^(done tables\.unknown|tables\.parties_come done)$/)])
})

test('who would have too few seats at what he keeps is named before a plan takes seats away, whoever sits there as well', async () => {
  const { venue, plan, ids } = await withTables()
  const ctx = aCtx(open.db)
  const seats = plan.tables[0]!.maxCovers
  const [ada, ben] = [
    await aReservation(open.db, venue, { date: dayFromNow(3, venue), time: '19:00', partySize: seats }),
    await aReservation(open.db, venue, { date: dayFromNow(4, venue), time: '19:00', partySize: 1 }),
  ]
  await give(ada.id, [ids[0]!])
  await give(ben.id, [ids[0]!])
  const cut = { ...plan, tables: plan.tables.map((table, at) => (at === 0 ? { ...table, minCovers: 1, maxCovers: seats - 1 } : table)) }
  expect(await readHit(ctx, venue.id, cut)).toEqual({ parties: [], ids: [], tight: [expect.objectContaining({ reservationId: ada.id })] })
  expect((await readHit(ctx, venue.id, plan)).tight).toEqual([])
  // Nobody loses a table by it, so nobody has to be named; and who did not fit before is nothing new.
  const saved = await savePlan(ctx, venue.id, { ...cut, releases: [] })
  expect(
    (await readHit(ctx, venue.id, { ...saved, tables: saved.tables.map((table) => ({ ...table, maxCovers: 1, minCovers: 1 })) })).tight,
  ).toEqual([])
})

test('the list is filtered by table, and by who has none; to a channel no table is there', async () => {
  const { venue, ids } = await withTables()
  const ctx = aCtx(open.db)
  const date = dayFromNow(3, venue)
  const [ada, ben] = [await aReservation(open.db, venue, { date }), await aReservation(open.db, venue, { date, time: '22:00' })]
  await give(ada.id, [ids[0]!])
  const listed = async (tableId: string[]) =>
    (await listReservations(ctx, { filters: { venueId: [venue.id], date, tableId }, limit: 10 })).data.map(({ id }) => id)
  expect(await listed([ids[0]!])).toEqual([ada.id])
  expect(await listed(['none'])).toEqual([ben.id])
  expect(await listed([ids[0]!, 'none'])).toEqual([ada.id, ben.id])
  expect(await listed([ids[1]!])).toEqual([])
})

test('a table left out is archived where parties sat, so that they still have its name, and can come back', async () => {
  const { venue, plan, ids } = await withTables()
  const ctx = aCtx(open.db)
  const past = await aReservation(open.db, venue)
  await give(past.id, [ids[2]!])
  await sql`update reservations set status = 'seated' where id = ${past.id}`.execute(open.db)
  await sql`update reservations set status = 'completed' where id = ${past.id}`.execute(open.db)
  const without = await savePlan(ctx, venue.id, { ...plan, tables: plan.tables.slice(0, 1), joins: [] })
  expect(without.tables).toHaveLength(1)
  expect((await readChoices(ctx, past.id)).seat).toMatchObject({ name: 'T3' })
  const { rows } = await sql<{ name: string }>`select name from dining_tables where venue_id = ${venue.id} order by name`.execute(open.db)
  expect(rows.map(({ name }) => name)).toEqual(['T1', 'T3'])
  expect(await savePlan(ctx, venue.id, { ...without, tables: plan.tables })).toMatchObject({ tables: [{}, {}, { id: ids[2] }] })
})

test('the database itself keeps two parties from one table, whoever writes', async () => {
  const { venue, ids } = await withTables()
  const [ada, ben] = [await aReservation(open.db, venue), await aReservation(open.db, venue)]
  await give(ada.id, [ids[0]!])
  await sql`insert into table_seats values (${venue.id}, ${ben.id}, false, 1, now())`.execute(open.db)
  const insert = (tableId: string, venueId = venue.id) =>
    sql`
    insert into table_times (id, venue_id, table_id, reservation_id, during) values (${newId()}, ${venueId}, ${tableId}, ${ben.id}, '[2031-01-01,2031-01-02)')`.execute(
      open.db,
    )
  await expect(insert(ids[0]!)).rejects.toMatchObject({ code: '23P01' })
  const other = await withTables()
  await expect(insert(one(other.ids))).rejects.toMatchObject({ code: 'TW280' })
})

test('a suggestion has its reason: the smallest that fits, alone before joined, and who has to move', async () => {
  const { venue, ids } = await withTables()
  const ctx = aCtx(open.db)
  const [two, four, more] = [
    await aReservation(open.db, venue, { guestFirstName: 'Ada', guestLastName: 'One' }),
    await aReservation(open.db, venue, { partySize: 4 }),
    await aReservation(open.db, venue, { partySize: 4 }),
  ]
  expect((await readChoices(ctx, two.id)).suggestion).toMatchObject({ name: 'T1', reason: 'exact', moves: [] })
  // Three of two: the table of four is the smallest one.
  await give(two.id, [ids[2]!])
  expect((await readChoices(ctx, four.id)).suggestion).toMatchObject({ name: 'T1 + T2', reason: 'joined', moves: [] })
  await give(four.id, [ids[0]!, ids[1]!])
  expect((await readChoices(ctx, more.id)).suggestion).toBeUndefined()
  await give(four.id, [], 1)
  await give(two.id, [ids[1]!], 1)
  await give(four.id, [ids[2]!], 2)
  const { choices, suggestion } = await readChoices(ctx, more.id)
  expect(suggestion).toBeUndefined()
  expect(choices.find(({ name }) => name === 'T1 + T2')).toMatchObject({ free: false, fits: true, takenBy: 'Ada One' })
  expect(choices[0]).toMatchObject({ name: 'T1', free: true, fits: false })
})

test('where the house works without tables nothing is asked of it', async () => {
  const venue = await aVenue(open.db)
  const ada = await aReservation(open.db, venue)
  const ctx = aCtx(open.db)
  expect(await readChoices(ctx, ada.id)).toMatchObject({ on: false, choices: [], seat: { version: 0 } })
  expect(await readDay(ctx, venue.id, dayFromNow(1, venue))).toMatchObject({ on: false, seats: [], blocks: [] })
  expect(await refusal(give(ada.id, [newId()]))).toBe('tables.off')
})
