import { newId } from '@tablewire/server/platform/id'
import { savePlan } from '@tablewire/server/features/tables/save-plan'
import { assignTables } from '@tablewire/server/features/tables/assign-tables'
import { readChoices } from '@tablewire/server/features/tables/read-tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { listReservationEvents } from './list-reservation-events.ts'
import { updateReservation } from './update-reservation.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const setUp = async () => {
  const venue = await aVenue(open.db)
  const recorded = recordingPorts()
  const ctx = aCtx(open.db, { ports: recorded.ports })
  const ids = [newId(), newId()]
  const tables = ids.map((id, n) => ({ id, name: `T${n + 1}`, areaId: venue.areaId, minCovers: 1, maxCovers: 4, online: true }))
  await savePlan(ctx, venue.id, { on: true, tables, joins: [], chains: [], version: 0 })
  const [ada, ben] = [await aReservation(open.db, venue, { time: '20:30' }), await aReservation(open.db, venue, { time: '18:00' })]
  await assignTables(ctx, ada.id, { tableIds: [ids[0]!], locked: false, version: 0, moves: [] })
  await assignTables(ctx, ben.id, { tableIds: [ids[0]!], locked: true, version: 0, moves: [] })
  const move = (time: string, more: { tables?: { tableIds: string[]; locked?: boolean; version: number } } = {}) =>
    updateReservation(ctx, { id: ben.id, patch: { startsAt: instantAt(venue, ben.serviceOn, time), ...more } })
  const seat = async () => (await readChoices(ctx, ben.id)).seat
  return { ctx, ids, ben, move, seat, recorded }
}

test('a locked party that moves to when its table is taken has none any more: its history says so, and so does the answer', async () => {
  const { ctx, ben, move, seat, recorded } = await setUp()
  // Its table goes along as long as nobody has it then, and keeps its lock.
  expect((await move('18:15')).tablesMoved).toBeUndefined()
  expect(await seat()).toMatchObject({ name: 'T1', locked: true, version: 1 })
  recorded.live.length = 0
  const saved = await move('20:00')
  expect(saved.tablesMoved).toMatchObject({
    before: { name: 'T1', locked: true },
    now: { name: '', tableIds: [], locked: false, version: 2 },
  })
  expect(recorded.live.map(({ type }) => type)).toContain('tables')
  const events = await listReservationEvents(ctx, ben.id)
  expect(events.at(-1)).toMatchObject({ kind: 'changed', before: { tables: 'T1' }, after: { tables: '' } })
  const told = await sql<{ before: object; after: object }>`
    select before, after from audit_entries where subject = 'reservation_tables' and subject_id = ${ben.id} order by at desc, id desc limit 1`.execute(
    open.db,
  )
  expect(told.rows).toEqual([{ before: { tables: 'T1', locked: true, version: 1 }, after: { tables: '', locked: false, version: 2 } }])
})

test('another time and another table are one act, which is refused as a whole and taken back as a whole', async () => {
  const { ids, move, seat } = await setUp()
  // Somebody has it then: the time stays as well.
  await expect(move('20:00', { tables: { tableIds: [ids[0]!], version: 1 } })).rejects.toMatchObject({ code: 'tables.taken' })
  expect(await seat()).toMatchObject({ name: 'T1', locked: true, version: 1 })
  const saved = await move('20:00', { tables: { tableIds: [ids[1]!], version: 1 } })
  expect(saved.tablesMoved).toMatchObject({ before: { name: 'T1', locked: true }, now: { name: 'T2' } })
  expect(await seat()).toMatchObject({ name: 'T2' })
  // Who read it before that is told who was faster, and nothing moves.
  await expect(move('19:00', { tables: { tableIds: [ids[0]!], version: 1 } })).rejects.toMatchObject({ code: 'seat.version_stale' })
  const { before, now } = saved.tablesMoved!
  const back = await move('18:00', { tables: { tableIds: before.tableIds, locked: before.locked, version: now.version } })
  expect(back.tablesMoved).toMatchObject({ before: { name: 'T2' }, now: { name: 'T1', locked: true } })
})
