import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { readChoices } from '@tablewire/server/features/tables/read-tables'
import { assignTables } from '@tablewire/server/features/tables/assign-tables'
import { askWhatIf } from '@tablewire/server/features/availability/what-if'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { anArea, aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { updateReservation } from './update-reservation.ts'
import { getReservation } from './get-reservation.ts'
import { listReservationEvents } from './list-reservation-events.ts'
import { reservationsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
let venue: TestVenue
const [eight, six] = [newId(), newId()]
beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db))
  venue = await aVenue(open.db)
  const plan: TablePlan = {
    on: true,
    version: 0,
    joins: [],
    chains: [],
    tables: [
      [eight, '8', 8],
      [six, '6', 6],
    ].map(([id, name, maxCovers]) => ({ id, name, maxCovers, areaId: venue.areaId, minCovers: 1, online: true })) as TablePlan['tables'],
  }
  await savePlan(ctx, venue.id, plan)
})
afterAll(() => open.close())

const { late, split, seat, join, retract, create } = reservationsHandlers
const tablesOf = async (id: string) => (await readChoices(ctx, id)).seat.name

test('by how many minutes a party is late is written down, with its history, and taken back', async () => {
  const { id } = await aReservation(open.db, venue)
  const said = await late(ctx, { params: { id }, body: { lateMinutes: 20, version: 1 } } as never)
  expect(said).toMatchObject({ lateMinutes: 20, version: 2 })
  await late(ctx, { params: { id }, body: { lateMinutes: null, version: 2 } } as never)
  expect((await getReservation(ctx, id)).lateMinutes).toBeNull()
  const changes = (await listReservationEvents(ctx, id)).map(({ before, after }) => [before?.['lateMinutes'], after?.['lateMinutes']])
  expect(changes).toEqual([
    [null, 20],
    [20, null],
  ])
  expect(await refusal(late(ctx, { params: { id }, body: { lateMinutes: 5, version: 1 } } as never))).toBe('reservation.changed_meanwhile')
  await seat(ctx, { params: { id }, body: {} } as never)
  expect(await refusal(late(ctx, { params: { id }, body: { lateMinutes: 5 } } as never))).toBe('reservation.move_illegal')
})

test('eight become five and three: same guest, time and notes, each with a table, each naming the other', async () => {
  const { id, reference } = await aReservation(open.db, venue, {
    partySize: 8,
    notes: 'Nut allergy',
    tags: ['birthday'],
    date: '2099-05-05',
    minutes: 195,
    lateMinutes: 10,
  })
  await assignTables(ctx, id, { tableIds: [eight], locked: false, version: 0, moves: [] })
  await seat(ctx, { params: { id }, body: {} } as never)
  const made = await split(ctx, { params: { id }, body: { partySize: 3 } } as never)
  const before = await getReservation(ctx, id)
  expect(before).toMatchObject({ partySize: 5, status: 'seated' })
  expect(made).toMatchObject({
    partySize: 3,
    status: 'seated',
    notes: 'Nut allergy',
    tags: ['birthday'],
    startsAt: before.startsAt,
    endsAt: before.endsAt,
    lateMinutes: 10,
    guest: { lastName: before.guest.lastName, email: before.guest.email },
  })
  expect([await tablesOf(id), await tablesOf(made.id)]).toEqual(['8', '6'])
  const named = async (of: string) =>
    (await listReservationEvents(ctx, of)).flatMap(({ after }) => after?.['splitFrom'] ?? after?.['splitInto'] ?? [])
  expect([await named(id), await named(made.id)]).toEqual([[made.reference], [reference]])
})

const paced = (parties: number, capacity = 40) =>
  aVenue(open.db, { book: { areas: [anArea({ capacity })], shifts: [aShift({ pacing: { covers: null, parties } })] } })

test('a split party counts as a party, and is not beyond the limits: its guests are as many as before', async () => {
  const house = await paced(1)
  const { id } = await aReservation(open.db, house, { partySize: 8, date: '2099-05-07', time: '19:00', override: false })
  const made = await split(ctx, { params: { id }, body: { partySize: 3 } } as never)
  expect(made).toMatchObject({ override: false, partySize: 3 })
  const said = await askWhatIf(ctx, {
    venue: await venueWithBook(ctx, house.id),
    date: '2099-05-07',
    time: '19:00',
    partySize: 2,
    areaId: null,
  })
  expect(said.closedBy[0]).toMatchObject({ rule: 'pacing_parties', limit: 1, used: 2 })
})

test('who was beyond the limits stays so in both parts, and whose area is oversold is so too', async () => {
  const house = await paced(9, 6)
  const beyond = await aReservation(open.db, house, { partySize: 4, date: '2099-05-07', time: '19:00', override: true })
  expect(await split(ctx, { params: { id: beyond.id }, body: { partySize: 2 } } as never)).toMatchObject({ override: true })
  const { id } = await aReservation(open.db, house, { partySize: 5, date: '2099-05-08', time: '19:00', override: false })
  await aReservation(open.db, house, { partySize: 6, date: '2099-05-08', time: '19:30', override: true })
  expect(await split(ctx, { params: { id }, body: { partySize: 2 } } as never)).toMatchObject({ override: true, partySize: 2 })
})

test('the same table given again says nothing', async () => {
  const { id } = await aReservation(open.db, venue, { partySize: 6, date: '2099-05-09' })
  const given = await assignTables(ctx, id, { tableIds: [six], locked: false, version: 0, moves: [] })
  expect(await assignTables(ctx, id, { tableIds: [six], locked: false, version: given.version, moves: [] })).toEqual(given)
  expect(await refusal(assignTables(ctx, id, { tableIds: [six], locked: false, version: 0, moves: [] }))).toBe('seat.version_stale')
  const { rows } = await sql`select from audit_entries where subject = 'reservation_tables' and subject_id = ${id}`.execute(open.db)
  expect(rows).toHaveLength(1)
})

test('nobody is left over, and who is not expected or seated is not split', async () => {
  const { id } = await aReservation(open.db, venue, { partySize: 3, date: '2099-05-06' })
  expect(await refusal(split(ctx, { params: { id }, body: { partySize: 3 } } as never))).toBe('request.invalid')
  const gone = await aReservation(open.db, venue, { partySize: 4, date: '2099-05-06', status: 'completed' })
  expect(await refusal(split(ctx, { params: { id: gone.id }, body: { partySize: 2 } } as never))).toBe('reservation.move_illegal')
  expect((await getReservation(ctx, id)).partySize).toBe(3)
})

test('a split taken back makes them one again, and leaves nobody who canceled', async () => {
  const { id, reference } = await aReservation(open.db, venue, { partySize: 7, date: '2099-05-07' })
  const made = await split(ctx, { params: { id }, body: { partySize: 3 } } as never)
  const rest = await getReservation(ctx, id)
  const joining = (body: object) => join(ctx, { params: { id }, body: { other: made.id, ...body } } as never)
  expect(await refusal(joining({ version: rest.version, otherVersion: made.version - 1 }))).toBe('reservation.changed_meanwhile')
  const stranger = await aReservation(open.db, venue, { partySize: 2, date: '2099-05-07' })
  expect(await refusal(joining({ other: stranger.id }))).toBe('request.invalid')
  expect(await joining({ version: rest.version, otherVersion: made.version })).toMatchObject({ partySize: 7, status: 'confirmed' })
  const { rows } = await reservationsHandlers
    .list(ctx, { query: { filters: { venueId: [venue.id], date: '2099-05-07' } } } as never)
    .then((page) => ({ rows: (page as { data: { id: string; status: string }[] }).data }))
  expect(rows.map((row) => row.id).toSorted()).toEqual([id, stranger.id].toSorted())
  const told = async (of: string) => (await listReservationEvents(ctx, of)).at(-1)?.after
  expect([await told(id), await told(made.id)]).toEqual([
    { partySize: 7, joined: made.reference },
    { status: 'expired', joinedInto: reference },
  ])
  expect(await refusal(joining({}))).toBe('reservation.move_illegal')
})

test('parties that sit are joined as well, and one that went its own way is not', async () => {
  const { id } = await aReservation(open.db, await aVenue(open.db), { partySize: 6, date: '2099-05-08' })
  await seat(ctx, { params: { id }, body: {} } as never)
  const made = await split(ctx, { params: { id }, body: { partySize: 2 } } as never)
  await join(ctx, { params: { id }, body: { other: made.id } } as never)
  expect(await getReservation(ctx, id)).toMatchObject({ partySize: 6, status: 'seated' })
  const again = await split(ctx, { params: { id }, body: { partySize: 2 } } as never)
  await reservationsHandlers.complete(ctx, { params: { id: again.id }, body: {} } as never)
  expect(await refusal(join(ctx, { params: { id }, body: { other: again.id } } as never))).toBe('reservation.move_illegal')
})

test('a split is taken back whatever the book says by now, and whoever was booked beyond its limits beside it', async () => {
  const house = await aVenue(open.db, {
    book: { areas: [anArea({ capacity: 40 })], shifts: [aShift({ pacing: { covers: 10, parties: 1 } })] },
  })
  const at = { date: '2099-05-12', time: '19:00' }
  const { id } = await aReservation(open.db, house, { partySize: 8, ...at, override: false })
  const made = await split(ctx, { params: { id }, body: { partySize: 3 } } as never)
  await aReservation(open.db, house, { partySize: 20, ...at, override: true })
  await sql`update books set version = version + 1 where venue_id = ${house.id}`.execute(open.db)
  await join(ctx, { params: { id }, body: { other: made.id } } as never)
  expect(await getReservation(ctx, id)).toMatchObject({ partySize: 8, override: false })
  // No more than its own seats: a party that grows is asked for as before.
  const patch = { partySize: 9 }
  expect(await refusal(updateReservation(ctx, { id, patch: patch as never }))).toBe('slot.taken')
  const grown = sql`update reservations set party_size = 12, joined_part = gen_random_uuid() where id = ${id}`
  await expect(grown.execute(open.db)).rejects.toMatchObject({ code: expect.stringMatching(/^TW00[23]$/) })
})

test('what was written of the party that was split off is not lost where nobody has seen it', async () => {
  const { id } = await aReservation(open.db, await aVenue(open.db), { partySize: 6, date: '2099-05-13' })
  const made = await split(ctx, { params: { id }, body: { partySize: 2 } } as never)
  const changed = await updateReservation(ctx, { id: made.id, patch: { notes: 'Sesame allergy' } as never })
  const joining = (body: object) => join(ctx, { params: { id }, body: { other: made.id, ...body } } as never)
  expect(await refusal(joining({}))).toBe('reservation.changed_meanwhile')
  await joining({ otherVersion: changed.version })
  expect((await getReservation(ctx, id)).partySize).toBe(6)
})

test('what was booked by mistake is taken back as if it had never been; what is older, or came from elsewhere, is canceled', async () => {
  const house = await aVenue(open.db)
  const walkIn = { venueId: house.id, startsAt: new Date().toISOString(), partySize: 2, source: 'walk_in', override: true }
  const made = await create(ctx, { body: { ...walkIn, guest: { firstName: '', lastName: 'Walk-in' } } } as never)
  const { version } = await seat(ctx, { params: { id: made.id }, body: {} } as never)
  const back = (id: string, body: object = {}) => retract(ctx, { params: { id }, body } as never)
  expect(await refusal(back(made.id, { version: made.version }))).toBe('reservation.changed_meanwhile')
  expect(await back(made.id, { version })).toMatchObject({ status: 'expired', cancelReason: null })
  const listed = await reservationsHandlers.list(ctx, { query: { filters: { venueId: [house.id] } } } as never)
  expect((listed as { data: unknown[] }).data).toEqual([])
  expect((await listReservationEvents(ctx, made.id)).at(-1)?.after).toEqual({ status: 'expired', retracted: made.reference })
  expect(await refusal(back(made.id))).toBe('reservation.move_illegal')
  const online = await aReservation(open.db, house, { source: 'widget' })
  expect(await refusal(back(online.id))).toBe('reservation.move_illegal')
  const { id } = await create(ctx, { body: { ...walkIn, guest: { firstName: '', lastName: 'Walk-in' } } } as never)
  const later: Ctx = { ...ctx, clock: () => ctx.clock().add({ minutes: 16 }) }
  expect(await refusal(retract(later, { params: { id }, body: {} } as never))).toBe('reservation.move_illegal')
})
