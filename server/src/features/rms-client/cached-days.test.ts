import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aRemoteSystem, type RemoteSystem } from '../../../../tests/build/a-remote-system.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { makeDb, makePool } from '#src/platform/db/connect.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { flushDemand } from './day-demand.ts'
import { invalidateDays, freshDays, remoteDays } from './api.ts'

let open: OpenDb
let ctx: Ctx
let venue: TestVenue
let system: RemoteSystem
const clock = aClock('2026-11-20T12:00:00Z')
const at = (text: string): number => Date.parse(text) / 1000
const evening = () => [{ startSec: at('2026-11-24T19:00:00Z'), openSpot: 8, totalSpot: 40 }]

beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())
beforeEach(async () => {
  const { ports } = recordingPorts()
  await open.db.deleteFrom('remoteDays').execute()
  ctx = aCtx(open.db, {
    clock,
    ports,
    actor: { kind: 'channel', id: '01900000-0000-7000-8000-00000000000c', name: 'Shop', rateLimitPerMinute: 60 },
  })
  venue = await aVenue(open.db, { externalId: 'house-1' })
  system = await aRemoteSystem(open.db, ports, [venue])
  system.says = evening
})
afterEach(() => system.close())

const look = async (over: { from?: string; to?: string; fresh?: boolean; partySize?: number; areaId?: string | null; ctx?: Ctx } = {}) => {
  const { ctx: by = ctx, ...wanted } = over
  const from = wanted.from ?? '2026-11-24'
  return remoteDays(by, { venue: await venueWithBook(aCtx(open.db), venue.id), partySize: 2, areaId: null, from, to: from, ...wanted })
}

test('HU4: a day is asked for once and answered from what is kept while its life lasts', async () => {
  const first = await look()
  expect(first).toMatchObject({ fault: null, days: [{ date: '2026-11-24', known: true, stale: false, durationSeconds: 5400 }] })
  expect(first.days[0]!.slots).toEqual([
    { startsAt: '2026-11-24T19:00:00Z', spotsOpen: 8, spotsTotal: 40, deposit: null, requiresCard: false },
  ])
  expect(await look()).toEqual(first)
  expect(system.asked).toEqual([{ venueId: 'house-1', date: '2026-11-24', partySize: 2, areaId: null }])
  clock.move({ seconds: 61 })
  await look()
  expect(system.asked).toHaveLength(2)
})

test('HU4: whoever wants the same day at the same time waits for the same answer, also from another process', async () => {
  system.delayMs = 200
  const other = makeDb(makePool({ url: open.url, max: 2, name: 'other process' }))
  const answers = await Promise.all([look(), look(), look({ ctx: { ...ctx, db: other } }), look({ ctx: { ...ctx, db: other } })])
  expect(answers.map(({ days }) => days[0]!.slots.length)).toEqual([1, 1, 1, 1])
  await other.destroy()
  expect(system.asked).toHaveLength(1)
})

test('HU4: while another process asks, its answer is waited for', async () => {
  await look()
  clock.move({ seconds: 90 })
  system.asked.length = 0
  // The other process holds the day's lease and answers in a moment.
  await open.db
    .updateTable('remoteDays')
    .set({ askingUntil: new Date(Date.now() + 60_000) })
    .where('venueId', '=', venue.id)
    .execute()
  await open.db.updateTable('remoteDays').set({ forgottenAt: clock().toString() }).where('venueId', '=', venue.id).execute()
  const looking = look()
  clock.move({ seconds: 1 })
  // It releases the lease a moment after its answer, so that a reader who comes just now does not call either.
  await open.db
    .updateTable('remoteDays')
    .set({ slots: JSON.stringify([5400, [at('2026-11-24T20:00:00Z'), 3]]), hash: 'x', fetchedAt: clock().toString() })
    .where('venueId', '=', venue.id)
    .execute()
  expect((await looking).days[0]!.slots.map(({ startsAt }) => startsAt)).toEqual(['2026-11-24T20:00:00Z'])
  expect(system.asked).toEqual([])
})

test('HU4: what the system takes back is asked for anew, and only that', async () => {
  await look({ to: '2026-11-25' })
  system.asked.length = 0
  clock.move({ seconds: 1 })
  await invalidateDays(ctx, venue.id, ['2026-11-25'])
  clock.move({ seconds: 1 })
  await look({ to: '2026-11-25' })
  expect(system.asked.map(({ date }) => date)).toEqual(['2026-11-25'])
  await invalidateDays(ctx, venue.id)
  clock.move({ seconds: 1 })
  await look({ to: '2026-11-25' })
  expect(system.asked).toHaveLength(3)
})

test('HU4: a system that fails is covered for ten minutes by what it said last, marked as old; then nothing is known', async () => {
  await look()
  system.says = () => 500
  clock.move({ minutes: 5 })
  const old = await look()
  expect(old.days[0]).toMatchObject({ known: true, stale: true, slots: [{ spotsOpen: 8 }] })
  clock.move({ minutes: 7 })
  const none = await look()
  expect(none.days[0]).toMatchObject({ known: false, stale: false, slots: [] })
  expect(none.fault).not.toBeNull()
  // A fresh request never gets a cached answer.
  expect((await look({ fresh: true })).days[0]).toMatchObject({ known: false })
})

test('HU4: fresh asks the system whatever is kept, and keeps what it says', async () => {
  await look()
  system.says = () => []
  clock.move({ seconds: 1 })
  expect((await look({ fresh: true })).days[0]!.slots).toEqual([])
  expect((await look()).days[0]!.slots).toEqual([])
  expect(system.asked).toHaveLength(2)
})

test('HU4: a month is asked for once and good for a quarter of an hour; each evening of it is asked for again when somebody looks closer', async () => {
  await look({ to: '2026-12-23' })
  expect(system.asked).toHaveLength(30)
  clock.move({ minutes: 10 })
  await look({ to: '2026-12-23' })
  expect(system.asked).toHaveLength(30)
  await look()
  expect(system.asked).toHaveLength(31)
})

test('HU4: days somebody looks at are asked for before they run out', async () => {
  await look()
  await flushDemand(ctx)
  system.asked.length = 0
  clock.move({ seconds: 50 })
  const own = aCtx(open.db, { clock, ports: ctx.ports })
  const due = await freshDays.take(own, 8)
  expect(due).toMatchObject([{ venueId: venue.id, partySize: 2, from: '2026-11-24', to: '2026-11-24' }])
  expect(await freshDays.take(own, 8)).toEqual([])
  for (const one of due) await freshDays.run(own, one, new AbortController().signal)
  expect(system.asked).toHaveLength(1)
  clock.move({ seconds: 50 })
  await look()
  expect(system.asked).toHaveLength(1)
  // No demand for minutes.
  clock.move({ minutes: 10 })
  expect(await freshDays.take(own, 8)).toEqual([])
})

test('HU4: an area is asked for by the name its system gives it; one it does not know has nothing', async () => {
  const [main, terrace] = venue.book.areas
  await open.db.updateTable('areas').set({ externalId: 'room-7' }).where('id', '=', main!.id).execute()
  expect((await look({ areaId: main!.id })).days[0]!.slots).toHaveLength(1)
  expect(system.asked.at(-1)).toMatchObject({ areaId: 'room-7' })
  expect((await look({ areaId: terrace!.id })).days[0]).toMatchObject({ known: true, slots: [] })
  expect(system.asked).toHaveLength(1)
})

test('HU4: what counts as this evening follows the venue’s clock in the night it changes', async () => {
  // 00:30 of the 15th in New York, where it was still the 14th had the clocks not gone forward.
  clock.move({ seconds: Date.parse('2027-03-15T04:30:00Z') / 1000 - clock().epochMilliseconds / 1000 })
  await open.db.updateTable('venues').set({ timeZone: 'America/New_York' }).where('id', '=', venue.id).execute()
  system.says = ({ date }) => [{ startSec: at(`${date}T23:00:00Z`), openSpot: 8 }]
  await look({ from: '2027-03-15', to: '2027-03-16' })
  await flushDemand(ctx)
  clock.move({ seconds: 8 })
  const due = await freshDays.take(aCtx(open.db, { clock, ports: ctx.ports }), 8)
  expect(due).toMatchObject([{ venueId: venue.id, from: '2027-03-15', to: '2027-03-15' }])
})
