import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import { layoutOn } from '@tablewire/contracts/booking/floor.rules'
import type { DiningTable, TablePlan } from '@tablewire/contracts/booking/tables'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { checkMany } from '@tablewire/server/features/availability/api'
import { changeReservation } from '@tablewire/server/features/reservations/change-reservation'
import { requireReservation } from '@tablewire/server/features/reservations/reservation-rows'
import { venueWithBook } from '@tablewire/server/features/venues/api'
import { transaction } from '#src/platform/db/transaction.ts'
import { assignTables } from './assign-tables.ts'
import { readFloor, readFloorDay, readTouched } from './read-floor.ts'
import { readChoices, readDay } from './read-tables.ts'
import { saveFloor } from './save-floor.ts'
import { savePlan } from './save-plan.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const aTable = (venue: TestVenue, name: string, maxCovers: number): DiningTable => ({
  id: newId(),
  name,
  areaId: venue.areaId,
  minCovers: 1,
  maxCovers,
  online: true,
})
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const aLayout = (name: string, over: Partial<FloorLayout> = {}): FloorLayout => ({
  id: newId(),
  name,
  days: [],
  rooms: [],
  places: [],
  away: [],
  things: [],
  ...over,
})
type House = { venue: TestVenue; plan: TablePlan; ids: [string, string, string]; usual: FloorLayout }
/** T1 and T2 seat two and can be joined, T3 seats four. */
const aHouse = async (decides = false): Promise<House> => {
  const venue = await aVenue(open.db)
  const tables = [aTable(venue, 'T1', 2), aTable(venue, 'T2', 2), aTable(venue, 'T3', 4)]
  const ids = tables.map(({ id }) => id) as [string, string, string]
  const plan = await savePlan(aCtx(open.db), venue.id, { on: true, decides, tables, joins: [[ids[0], ids[1]]], chains: [], version: 0 })
  return { venue, plan, ids, usual: aLayout('Usual') }
}
const save = (venueId: string, layouts: FloorLayout[], version: number, releases: string[] = []) =>
  saveFloor(aCtx(open.db), venueId, { layouts, version, releases })
const give = (id: string, tableIds: readonly string[], version = 0) =>
  assignTables(aCtx(open.db), id, { tableIds: [...tableIds], locked: false, version, moves: [] })

test('layouts are saved as a whole, told to every screen, and who read an older one is told who was faster', async () => {
  const { venue, ids, usual } = await aHouse()
  const place = { tableId: ids[0], x: 40, y: 30, width: 8, depth: 8, shape: 'round' as const, turn: 45 }
  const wall = { areaId: venue.areaId, kind: 'wall' as const, x: 30, y: 10, width: 40, depth: 2, turn: 0, text: '' }
  const drawn = { ...usual, places: [place], rooms: [{ areaId: venue.areaId, width: 120, depth: 80 }], things: [wall] }
  const recorded = recordingPorts()
  const saved = await saveFloor(aCtx(open.db, { ports: recorded.ports }), venue.id, { layouts: [drawn], version: 0, releases: [] })
  expect(saved).toEqual({ layouts: [drawn], version: 1 })
  expect(recorded.live).toEqual([{ type: 'tables', venueId: venue.id, id: null, kind: null }])
  expect(await save(venue.id, saved.layouts, 1)).toEqual(saved)
  await expect(save(venue.id, [{ ...drawn, name: 'Winter' }], 0)).rejects.toMatchObject({
    code: 'floor.version_stale',
    details: { saves: [{ by: expect.any(String) }] },
  })
  expect(await readFloor(aCtx(open.db), venue.id)).toEqual(saved)
  const stranger = aCtx(open.db, { scope: { kind: 'venues', ids: [newId()] } })
  expect(await refusal(readFloor(stranger, venue.id))).toBe('venue.not_found')
  expect(await refusal(saveFloor(stranger, venue.id, { layouts: [drawn], version: 1, releases: [] }))).toBe('venue.not_found')
})

test('what cannot stand is refused by name, and one layout rules a date', async () => {
  const { venue, ids, usual } = await aHouse()
  const summer = aLayout('Summer terrace', { days: [{ from: '2027-05-01', until: '2027-09-30', weekdays: everyDay }] })
  const fridays = aLayout('Fridays', { days: [{ from: '2027-09-29', until: '2027-12-31', weekdays: [5] }] })
  const banquet = aLayout('Banquet', { days: [{ from: '2027-07-10', until: '2027-07-10', weekdays: everyDay }] })
  const refused = (...layouts: FloorLayout[]) => refusal(save(venue.id, layouts, 0))
  expect(await refused(usual, { ...summer, name: 'usual' })).toBe('floor.name_twice')
  expect(await refused({ ...usual, away: [newId()] })).toBe('tables.unknown')
  expect(await refused({ ...usual, away: [ids[0], ids[0]] })).toBe('request.invalid')
  expect(await refused(summer)).toBe('request.invalid')
  expect(await refused(usual, { ...summer, days: [{ from: '2027-05-02', until: '2027-05-01', weekdays: [1] }] })).toBe('floor.days_odd')
  // A Monday and a Tuesday, and Saturdays alone.
  expect(await refused(usual, { ...summer, days: [{ from: '2027-05-03', until: '2027-05-04', weekdays: [6] }] })).toBe('floor.days_never')
  const second = { ...banquet, id: newId(), name: 'Wedding' }
  await expect(save(venue.id, [usual, banquet, second], 0)).rejects.toMatchObject({
    code: 'floor.days_twice',
    values: { one: 'Banquet', other: 'Wedding', date: '2027-07-10' },
  })
  // The 29th and 30th of September hold no Friday; a single day lies within the season.
  const { layouts } = await save(venue.id, [usual, summer, fridays, banquet], 0)
  const rulers = await Promise.all(
    ['2027-04-30', '2027-05-01', '2027-07-10', '2027-07-11', '2027-10-01', '2027-10-02'].map(async (date) => {
      const { layout } = await readFloorDay(aCtx(open.db), venue.id, date)
      const { rows } = await sql<{ id: string }>`select floor_layout_on(${venue.id}, ${date}::date) as id`.execute(open.db)
      expect(rows[0]!.id).toBe(layout!.id)
      return layout!.name
    }),
  )
  expect(rulers).toEqual(['Usual', 'Summer terrace', 'Banquet', 'Summer terrace', 'Fridays', 'Usual'])
  expect(layoutOn(layouts, '2027-12-31')?.name).toBe('Fridays')
})

test('the database keeps two layouts from one date, and a table from a day on which it is put away', async () => {
  const { venue, ids, usual } = await aHouse()
  const date = dayFromNow(1, venue)
  const other = aLayout('Without T3', { away: [ids[2]], days: [{ from: date, until: date, weekdays: everyDay }] })
  await save(venue.id, [usual, other], 0)
  const ruling = (layoutId: string) =>
    sql`
    insert into floor_rules (venue_id, layout_id, position, from_on, until_on, weekdays)
    values (${venue.id}, ${layoutId}, 7, ${date}::date, ${date}::date, '{1,2,3,4,5,6,7}')`.execute(open.db)
  await expect(ruling(usual.id)).rejects.toMatchObject({ constraint: 'floor_days_one' })
  const ada = await aReservation(open.db, venue)
  const ben = await aReservation(open.db, venue, { date: dayFromNow(2, venue) })
  expect(await refusal(give(ada.id, [ids[2]]))).toBe('tables.put_away')
  await sql`insert into table_seats values (${venue.id}, ${ada.id}, false, 1, now())`.execute(open.db)
  const forced = sql`
    insert into table_times (id, venue_id, table_id, reservation_id, during)
    values (${newId()}, ${venue.id}, ${ids[2]}, ${ada.id}, tstzrange(now(), now() + interval '1 hour'))`.execute(open.db)
  await expect(forced).rejects.toMatchObject({ code: 'TW282' })
  expect(await give(ben.id, [ids[2]])).toMatchObject({ name: 'T3' })
  const { choices } = await readChoices(aCtx(open.db), ada.id)
  expect(choices.map(({ name }) => name).toSorted()).toEqual(['T1', 'T1 + T2', 'T2'])
  expect(await readDay(aCtx(open.db), venue.id, date)).toMatchObject({ away: [ids[2]] })
  // Who moves to such a day has no table any more, and stays booked.
  const dialect = { phoneField: 'phone', international: true }
  await transaction(aCtx(open.db), async (inner) => {
    const row = await requireReservation(inner, ben.id)
    await changeReservation(inner, { row, patch: { startsAt: instantAt(venue, date, '20:30') }, dialect })
  })
  const { seats } = await readDay(aCtx(open.db), venue.id, date)
  expect(seats.find(({ reservationId }) => reservationId === ben.id)).toMatchObject({ name: '', version: 2, locked: false })
})

test('joined tables go together, and whoever loses his table is named first, stays booked and is in the history', async () => {
  const { venue, ids, usual } = await aHouse()
  const date = dayFromNow(1, venue)
  const [ada, ben] = [
    await aReservation(open.db, venue, { guestFirstName: 'Ada', guestLastName: 'One', partySize: 4 }),
    await aReservation(open.db, venue),
  ]
  await give(ada.id, [ids[0], ids[1]])
  await give(ben.id, [ids[2]])
  const layouts = [usual, aLayout('No T1', { away: [ids[0]], days: [{ from: date, until: date, weekdays: everyDay }] })]
  const told = await readTouched(aCtx(open.db), venue.id, layouts)
  expect(told).toMatchObject({ ids: [ada.id], parties: [{ guestName: 'Ada One', tables: 'T1 + T2', layout: 'No T1', serviceOn: date }] })
  await expect(save(venue.id, layouts, 0)).rejects.toMatchObject({ code: 'floor.parties_seated', values: { count: 1, name: 'Ada One' } })
  await save(venue.id, layouts, 0, told.ids)
  const { seats } = await readDay(aCtx(open.db), venue.id, date)
  expect(seats.map(({ reservationId, name, version }) => ({ reservationId, name, version }))).toEqual(
    expect.arrayContaining([
      { reservationId: ada.id, name: '', version: 2 },
      { reservationId: ben.id, name: 'T3', version: 1 },
    ]),
  )
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where venue_id = ${venue.id} and action in ('floor.updated', 'reservation_tables.updated') and subject_id in (${ada.id}, ${venue.id})
    order by at`.execute(open.db)
  expect(rows.map(({ action }) => action)).toEqual(['reservation_tables.updated', 'reservation_tables.updated', 'floor.updated'])
  expect(await refusal(give(ada.id, [ids[0], ids[1]], 2))).toBe('tables.put_away')
  expect(await give(ada.id, [ids[1]], 2)).toMatchObject({ name: 'T2' })
})

test('of two who save at once one is told; a table given at the same moment is never left at a table that is put away', async () => {
  const { venue, ids, usual } = await aHouse()
  const date = dayFromNow(1, venue)
  const both = await Promise.allSettled(['A', 'B'].map((name) => save(venue.id, [{ ...usual, name }], 0)))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  let { version } = await readFloor(aCtx(open.db), venue.id)
  for (let round = 0; round < 6; round++) {
    const away = ids[round % 3]!
    const one = await aReservation(open.db, venue, { time: `${17 + (round % 3) * 2}:00` })
    const layouts = [usual, aLayout('Less', { away: [away], days: [{ from: date, until: date, weekdays: everyDay }] })]
    const [given, saved] = await Promise.allSettled([give(one.id, [away]), save(venue.id, layouts, version, [one.id])])
    if (saved.status === 'fulfilled') version = saved.value.version
    else expect(saved.reason).toMatchObject({ code: 'floor.parties_seated' })
    // The database says the same where the floor was saved in between.
    if (given.status === 'rejected') expect(['tables.put_away', 'TW282']).toContain(given.reason.code)
    const { rows } = await sql<{ id: string }>`
      select t.id from table_times t join reservations r on r.venue_id = t.venue_id and r.id = t.reservation_id
      where t.venue_id = ${venue.id} and t.active and floor_puts_away(t.venue_id, t.table_id, r.service_on)`.execute(open.db)
    expect(rows).toEqual([])
  }
})

test('where tables decide, a table that is put away takes nobody on its day', async () => {
  const { venue, ids, usual } = await aHouse(true)
  const date = dayFromNow(1, venue)
  const known = await venueWithBook(aCtx(open.db), venue.id)
  const fourOn = async (on: string) => {
    const startsAt = instantAt(venue, on, '19:00')
    const [answer] = await checkMany(aCtx(open.db), [
      { venue: known, startsAt, partySize: 4, areaId: venue.areaId, asker: 'staff', override: false },
    ])
    return answer
  }
  expect(await fourOn(date)).toMatchObject({ open: true })
  // Neither the table of four nor the two that can be joined are left.
  const layouts = [usual, aLayout('Less', { away: [ids[2], ids[0]], days: [{ from: date, until: date, weekdays: everyDay }] })]
  await save(venue.id, layouts, 0)
  expect(await fourOn(date)).toMatchObject({ open: false, rule: 'tables' })
  expect(await fourOn(dayFromNow(2, venue))).toMatchObject({ open: true })
})
