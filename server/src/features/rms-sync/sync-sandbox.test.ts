import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConnectedSystem, anRms, bookThere } from '../../../../tests/build/a-remote-venue.ts'
import { aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import type { TestSystem } from '../../../../tests/build/a-system.ts'
import type { SyncKind } from '@tablewire/contracts/rms/sync'
import { acceptRemoteState } from '#src/features/rms-bookings/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { syncHandlers as sync } from './routes.ts'
import { taskWork } from './work-task.ts'

let open: OpenDb
let ctx: Ctx
let recorded: Recorded
let rms: Awaited<ReturnType<typeof anRms>>
let system: TestSystem

beforeAll(async () => {
  open = await aDb()
  rms = await anRms({ houses: 4 })
  recorded = recordingPorts()
  Object.assign(recorded.ports.config, { systemServices: [rms.origin] })
  ctx = aCtx(open.db, { ports: recorded.ports })
  system = await aConnectedSystem({ db: open.db, secrets: ctx.ports.secrets, rms }, { connector: 'sandbox' })
  await open.db.updateTable('systems').set({ syncHorizon: 'horizon', syncHorizonDays: 3 }).where('id', '=', system.id).execute()
})
afterAll(async () => {
  await rms.close()
  await open.close()
})

const run = async (kind: SyncKind) => {
  const { id } = await sync.start(ctx, { params: { id: system.id }, body: { kind } })
  for (let n = 0; n < 50; n++) for (const task of await taskWork.take(ctx, 3)) await taskWork.run(ctx, task, new AbortController().signal)
  const logs = (await sync.logs(ctx, { params: { id }, query: {} })).data.map(({ code }) => code)
  return { ...(await sync.get(ctx, { params: { id } })), logs }
}
const venues = () =>
  open.db.selectFrom('venues').select(['id', 'name', 'externalId']).where('systemId', '=', system.id).orderBy('externalId').execute()

test('HU5: a system that lists its venues has them opened once, follows their names, and gives its areas', async () => {
  // Four with a name and four with a number.
  const listed = 8
  expect(await run('venues')).toMatchObject({ state: 'done', toExecute: listed, executed: listed, errors: 0 })
  const opened = await venues()
  expect(opened).toHaveLength(listed)
  await open.db.updateTable('venues').set({ name: 'Old name' }).where('id', '=', opened[0]!.id).execute()
  const second = await run('venues')
  expect(second).toMatchObject({ executed: listed, changed: 1, logs: [] })
  expect(await venues()).toEqual(opened)
  expect(await run('areas')).toMatchObject({ state: 'done', executed: listed, errors: 0 })
  const again = await run('areas')
  expect(again.changed).toBe(0)
  const house = rms.houses.get('harbour-lights')!
  const areas = await open.db
    .selectFrom('areas')
    .select(['name', 'externalId'])
    .where('venueId', '=', opened.find(({ externalId }) => externalId === house.id)!.id)
    .where('externalId', 'is not', null)
    .execute()
  expect(new Set(areas.map(({ externalId }) => externalId))).toEqual(new Set(house.areas.map(({ id }) => id)))
})

test('HU5: free places come over whole spans and are written once', async () => {
  const first = await run('availability')
  expect(first).toMatchObject({ state: 'done', errors: 0 })
  expect(first.changed).toBe(first.executed * 3 * 2)
  expect(await run('availability')).toMatchObject({ changed: 0 })
})

test('HU4: what was booked at the system is taken over, what differs is looked at, what is missing is asked for and not canceled', async () => {
  const house = rms.houses.get('harbour-lights')!
  const [day] = (await venues()).filter(({ externalId }) => externalId === house.id)
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const slot = rms.book.slots(house, { date, partySize: 2, areaId: null }).at(-1)!
  const remoteId = bookThere(rms, { startSec: slot.startSec })
  expect(await run('reservations')).toMatchObject({ state: 'done', changed: 1, logs: ['booking_new'] })
  expect(recorded.jobs.at(-1)).toEqual({ name: 'hub.mirror', data: { systemId: system.id, remoteId, venueId: day!.id } })
  const startsAt = new Date(slot.startSec * 1000).toISOString()
  await acceptRemoteState(ctx, {
    systemId: system.id,
    venueId: day!.id,
    booking: { id: remoteId, status: 'confirmed', startsAt, partySize: 2 },
  })
  expect(await run('reservations')).toMatchObject({ changed: 0, logs: [] })
  await open.db.updateTable('remoteBookings').set({ toldPartySize: 3 }).where('remoteId', '=', remoteId).execute()
  expect(await run('reservations')).toMatchObject({ changed: 1, logs: ['booking_differs'] })
  await acceptRemoteState(ctx, {
    systemId: system.id,
    venueId: day!.id,
    booking: { id: 'ghost', status: 'confirmed', startsAt, partySize: 4 },
  })
  expect((await run('reservations')).logs).toContain('booking_missing')
  const statuses = await open.db.selectFrom('reservations').select('status').execute()
  expect(statuses.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  const asked = await open.db.selectFrom('remoteBookings').select('lookAgain').where('remoteId', '=', 'ghost').executeTakeFirstOrThrow()
  expect(asked.lookAgain).toBe(true)
})

test('a round asks before each venue whether people keep the process busy', async () => {
  let asked = 0
  recorded.ports.jobs.backpressure = async () => void (asked += 1)
  expect(await run('reservations')).toMatchObject({ state: 'done' })
  expect(asked).toBe((await venues()).length)
})
