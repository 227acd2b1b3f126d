import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem, type RemoteSystemSlot } from '../../../../tests/build/a-remote-system.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { invalidateDays, remoteDays } from '#src/features/rms-client/api.ts'
import { builtInSystemId, venueWithBook } from '#src/features/venues/api.ts'
import { newId } from '#src/platform/id.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { openDueTasks, tidySync } from './jobs.ts'
import { syncHandlers as sync } from './routes.ts'
import { healthChecks } from './sync-health.ts'
import type { Task } from './task-rows.ts'
import { taskWork } from './work-task.ts'

let open: OpenDb
let ctx: Ctx
let recorded: Recorded
let venues: TestVenue[]
const systems: RemoteSystem[] = []
const clock = aClock('2026-11-20T12:00:00Z')
const noSignal = new AbortController().signal

const openSystem = async (count: number): Promise<{ system: RemoteSystem; venues: TestVenue[] }> => {
  const companyId = await aCompany(open.db)
  const made: TestVenue[] = []
  for (let n = 0; n < count; n++) made.push(await aVenue(open.db, { companyId, externalId: `house-${n}` }))
  const system = await aRemoteSystem(open.db, ctx.ports, made)
  await open.db.updateTable('systems').set({ syncHorizon: 'horizon', syncHorizonDays: 3 }).where('id', '=', system.id).execute()
  system.says = ({ date }): RemoteSystemSlot[] => [{ startSec: Date.parse(`${date}T19:00:00Z`) / 1000, openSpot: 8 }]
  systems.push(system)
  return { system, venues: made.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
beforeEach(() => {
  recorded = recordingPorts()
  ctx = aCtx(open.db, { clock, ports: recorded.ports })
})
afterEach(async () => {
  await Promise.all(systems.splice(0).map((system) => system.close()))
  await open.db.deleteFrom('syncTasks').execute()
  await open.db.updateTable('systems').set({ active: false }).where('id', '<>', builtInSystemId).execute()
})

const start = (system: RemoteSystem, kind: Task['kind'], algorithm: 'snapshot' | 'incremental' = 'snapshot') =>
  sync.start(ctx, { params: { id: system.id }, body: { kind, algorithm } })
const read = (id: string) => sync.get(ctx, { params: { id } })
const logs = async (id: string) =>
  (await sync.logs(ctx, { params: { id }, query: {} })).data.map(({ level, code, venueName }) => ({ level, code, venueName }))
/** Works until nothing is due; returns the ids in the order of their chunks. */
const workAll = async (most = 100): Promise<string[]> => {
  const worked: string[] = []
  for (let n = 0; n < most; n++) {
    const tasks = await taskWork.take(ctx, 3)
    if (!tasks.length) break
    for (const task of tasks) {
      await taskWork.run(ctx, task, noSignal)
      worked.push(task.id)
    }
  }
  return worked
}
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )

test('HU5: a round over the free places counts what it does, and the second writes only what differs', async () => {
  const {
    system,
    venues: [first],
  } = await openSystem(3)
  const { id } = await start(system, 'availability')
  await workAll()
  // Three venues, three days, parties of two and four.
  expect(await read(id)).toMatchObject({
    state: 'done',
    toExecute: 3,
    executed: 3,
    changed: 18,
    errors: 0,
    origin: 'person',
    askedBy: 'test',
  })
  clock.move({ minutes: 1 })
  const again = await start(system, 'availability')
  await workAll()
  expect(await read(again.id)).toMatchObject({ state: 'done', executed: 3, changed: 0 })
  system.says = ({ venueId, date, partySize }) =>
    venueId === first!.externalId && date === '2026-11-21' && partySize === 4
      ? []
      : [{ startSec: Date.parse(`${date}T19:00:00Z`) / 1000, openSpot: 8 }]
  clock.move({ minutes: 1 })
  const third = await start(system, 'availability')
  await workAll()
  expect(await read(third.id)).toMatchObject({ changed: 1 })
  // Unchanged days are as fresh as the sync all the same.
  system.asked.length = 0
  const { days } = await remoteDays(ctx, {
    venue: await venueWithBook(ctx, first!.id),
    partySize: 2,
    areaId: null,
    from: '2026-11-21',
    to: '2026-11-21',
  })
  expect(days[0]).toMatchObject({ known: true, stale: false, knownAt: '2026-11-20T12:02:00.000Z' })
  expect(system.asked).toEqual([])
})

test('HU5: a process that dies in the middle loses no more than its chunk; whoever goes on begins there', async () => {
  const { system } = await openSystem(40)
  const { id } = await start(system, 'availability')
  const [task] = await taskWork.take(ctx, 3)
  await taskWork.run(ctx, task!, noSignal)
  expect(await read(id)).toMatchObject({ state: 'running', toExecute: 40, executed: 32 })
  // The next chunk is claimed by a process that dies.
  const [lost] = await taskWork.take(ctx, 3)
  expect(await taskWork.take(ctx, 3)).toEqual([])
  await sql`update sync_tasks set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(open.db)
  await workAll()
  expect(await read(id)).toMatchObject({ state: 'done', executed: 40, changed: 240 })
  // The process believed dead comes back, without its lease, and writes nothing.
  await taskWork.run(ctx, lost!, noSignal)
  expect(await read(id)).toMatchObject({ executed: 40, changed: 240 })
})

test('HU5: partners take turns, chunk by chunk', async () => {
  const [big, small] = [await openSystem(40), await openSystem(2)]
  const { id: long } = await start(big.system, 'availability')
  await taskWork.run(ctx, (await taskWork.take(ctx, 1))[0]!, noSignal)
  clock.move({ seconds: 1 })
  const { id: short } = await start(small.system, 'availability')
  expect((await taskWork.take(ctx, 1)).map((task) => task.id)).toEqual([short])
  expect((await taskWork.take(ctx, 1)).map((task) => task.id)).toEqual([long])
})

test('HU5: two tasks of one system are not worked at the same time, one of each kind is open at most', async () => {
  const { system } = await openSystem(2)
  await start(system, 'availability')
  expect(await codeOf(start(system, 'availability'))).toBe('sync_task.running')
  await start(system, 'venues')
  expect(await taskWork.take(ctx, 3)).toHaveLength(1)
  expect(await taskWork.take(ctx, 3)).toHaveLength(0)
})

test('HU5: what fails is counted and said, and can be run again alone', async () => {
  const made = await openSystem(3)
  const { system } = made
  venues = made.venues
  system.says = ({ venueId }) => (venueId === venues[1]!.externalId ? 404 : [])
  await open.db.updateTable('venues').set({ externalId: null }).where('id', '=', venues[2]!.id).execute()
  const { id } = await start(system, 'availability')
  await workAll()
  expect(await read(id)).toMatchObject({ state: 'done', executed: 3, errors: 2, failedVenues: 2 })
  expect(await logs(id)).toEqual([
    { level: 'error', code: 'venue_unknown', venueName: 'Casa Prueba' },
    { level: 'error', code: 'venue_no_id', venueName: 'Casa Prueba' },
  ])
  system.says = () => []
  system.asked.length = 0
  const again = await sync.rerun(ctx, { params: { id }, body: { only: 'failed' } })
  await workAll()
  expect(await read(again.id)).toMatchObject({ state: 'done', onlyFailed: true, rerunOf: id, toExecute: 2, executed: 2, errors: 1 })
  expect(new Set(system.asked.map(({ venueId }) => venueId))).toEqual(new Set([venues[1]!.externalId]))
  expect(recorded.live.some(({ type, kind }) => type === 'sync' && kind === 'ended')).toBe(true)
})

test('HU5: a system that is away is waited for, without a step forward; in the end its task has failed and says why', async () => {
  const { system } = await openSystem(2)
  system.says = () => 503
  const { id } = await start(system, 'availability')
  await workAll(1)
  const waiting = await read(id)
  expect(waiting).toMatchObject({ state: 'running', executed: 0, errors: 0 })
  expect(waiting.nextTryAt).not.toBeNull()
  for (let n = 0; n < 20; n++) {
    clock.move({ minutes: 2 })
    await workAll(1)
  }
  expect(await read(id)).toMatchObject({ state: 'failed', executed: 0, errors: 1 })
  expect((await logs(id)).map(({ code }) => code)).toEqual(['system_fault', 'system_waited_for'])
})

test('HU5: a task that is stopped writes nothing more', async () => {
  const { system } = await openSystem(2)
  const { id } = await start(system, 'availability')
  const [task] = await taskWork.take(ctx, 1)
  await sync.stop(ctx, { params: { id } })
  await taskWork.run(ctx, task!, noSignal)
  expect(await read(id)).toMatchObject({ state: 'stopped', executed: 0, changed: 0 })
  expect(await sync.stop(ctx, { params: { id } })).toMatchObject({ state: 'stopped' })
  expect(await codeOf(sync.rerun(ctx, { params: { id }, body: { only: 'failed' } }))).toBe('sync_task.nothing_failed')
})

test('HU5: incremental asks only where the system told of news', async () => {
  const { system, venues: made } = await openSystem(3)
  await start(system, 'availability')
  await workAll()
  clock.move({ minutes: 5 })
  await invalidateDays(ctx, made[1]!.id)
  clock.move({ minutes: 1 })
  system.asked.length = 0
  const { id } = await start(system, 'availability', 'incremental')
  await workAll()
  expect(await read(id)).toMatchObject({ toExecute: 1, executed: 1 })
  expect(new Set(system.asked.map(({ venueId }) => venueId))).toEqual(new Set([made[1]!.externalId]))
})

test('HU5: venues of a system without a list of its own are asked for one by one', async () => {
  const { system, venues: made } = await openSystem(2)
  system.says = ({ venueId }) => (venueId === made[1]!.externalId ? 404 : [])
  const { id } = await start(system, 'venues')
  await workAll()
  expect(await read(id)).toMatchObject({ state: 'done', executed: 2, changed: 2, errors: 1 })
  expect((await logs(id)).map(({ code }) => code)).toEqual(['venue_unknown', 'venues_not_told'])
  const states = await open.db
    .selectFrom('remoteVenues')
    .select(['venueId', 'state'])
    .where(
      'venueId',
      'in',
      made.map((one) => one.id),
    )
    .orderBy('venueId')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['known', 'unknown'])
})

test('HU5: health is asked every minute by one process, and since when it is so is kept', async () => {
  const { system } = await openSystem(1)
  const check = async () => {
    const due = await healthChecks.take(ctx, 50)
    for (const id of due) await healthChecks.run(ctx, id, noSignal)
    return due
  }
  expect(await check()).toContain(system.id)
  expect(await check()).toEqual([])
  clock.move({ seconds: 61 })
  system.health = 500
  await check()
  clock.move({ seconds: 61 })
  await check()
  const health = await open.db.selectFrom('systemHealth').selectAll().where('systemId', '=', system.id).executeTakeFirstOrThrow()
  expect(health).toMatchObject({ ok: false, failures: 2 })
  expect(Date.parse(health.checkedAt) - Date.parse(health.since)).toBe(61_000)
  system.health = 200
  const { id } = await start(system, 'health')
  await workAll()
  expect(await logs(id)).toEqual([{ level: 'info', code: 'system_answers', venueName: null }])
})

test('HU5: the schedule opens what is due and nothing twice; what is old goes', async () => {
  const { system } = await openSystem(1)
  await openDueTasks(ctx)
  await openDueTasks(ctx)
  const kinds = async () =>
    (await sync.list(ctx, { query: { filters: { systemId: system.id } } })).data.map(({ kind, origin }) => `${kind} ${origin}`).toSorted()
  expect(await kinds()).toEqual(['areas schedule', 'availability schedule', 'reservations schedule', 'venues schedule'])
  await workAll()
  clock.move({ minutes: 31 })
  await openDueTasks(ctx)
  expect(await kinds()).toEqual([
    'areas schedule',
    'availability schedule',
    'availability schedule',
    'reservations schedule',
    'reservations schedule',
    'venues schedule',
  ])
  await workAll()
  clock.move({ hours: 24 * 8 })
  await tidySync(ctx)
  expect((await kinds()).length).toBeLessThan(6)
})

test('HU5: a system with a pace of its own is brought in line at that pace, and asked for its own parties', async () => {
  const { system } = await openSystem(1)
  const own = { syncAvailabilityMinutes: 120, syncReservationsMinutes: 3, syncHealthMinutes: 10, syncPartySizes: [3, 7] }
  await open.db.updateTable('systems').set(own).where('id', '=', system.id).execute()
  const opened = async () => (await sync.list(ctx, { query: { filters: { systemId: system.id } } })).data.map(({ kind }) => kind)
  await openDueTasks(ctx)
  await workAll()
  clock.move({ minutes: 31 })
  await openDueTasks(ctx)
  expect((await opened()).toSorted()).toEqual(['areas', 'availability', 'reservations', 'reservations', 'venues'])
  await workAll()
  const { rows } = await sql<{ sizes: number[] }>`
    select days_sizes as sizes from remote_venues rv join venues v on v.id = rv.venue_id where v.system_id = ${system.id}`.execute(open.db)
  expect(rows.map(({ sizes }) => sizes.toSorted((a, b) => a - b))).toEqual([[3, 7]])
  const due = async () => (await healthChecks.take(ctx, 50)).includes(system.id)
  expect(await due()).toBe(true)
  clock.move({ minutes: 9 })
  expect(await due()).toBe(false)
  clock.move({ minutes: 2 })
  expect(await due()).toBe(true)
})

test('HU5: a twin for tests is asked for its health once somebody has connected it', async () => {
  const id = newId()
  await open.db
    .insertInto('systems')
    .values({ id, code: `t${id.slice(-12)}`, name: `Twin ${id}`, test: true })
    .execute()
  const due = async () => (await healthChecks.take(ctx, 50)).includes(id)
  expect(await due()).toBe(false)
  await sql`update systems set connection = '{"baseUrl": "https://system.example"}' where id = ${id}`.execute(open.db)
  expect(await due()).toBe(true)
})

test('HU5: the built-in book and a system switched off are not brought in line; others do not see the tasks', async () => {
  const { system } = await openSystem(1)
  const { id } = await start(system, 'health')
  expect(await codeOf(sync.start(ctx, { params: { id: builtInSystemId }, body: { kind: 'health' } }))).toBe('system.built_in')
  await open.db.updateTable('systems').set({ active: false }).where('id', '=', system.id).execute()
  expect(await codeOf(start(system, 'venues'))).toBe('system.inactive')
  const other = { ...ctx, scope: { kind: 'venues' as const, ids: [] } }
  expect(await codeOf(sync.get(other, { params: { id } }))).toBe('sync_task.not_found')
})
