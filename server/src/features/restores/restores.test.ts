import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { notificationHandlers } from '#src/features/notifications/routes.ts'
import { type News, notifyPeople } from '#src/features/notifications/notify-people.ts'
import { listInstallationProblems } from '#src/features/traces/list-installation-problems.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { recall, type Remembered, remember } from './remembered.ts'
import { latestRestore } from './latest-restore.ts'
import { lookAtTime } from './watch-time.ts'

let open: OpenDb
let ctx: Ctx
const recorded = recordingPorts()
const clock = aClock('2026-11-20T20:00:00Z')
const eye = () => ({ said: false })
const here = async () => (await sql<{ lineage: string; mark: number }>`select lineage, mark from time_marks`.execute(open.db)).rows[0]!
const restores = async () =>
  (await sql<{ fromAt: string; toAt: string }>`select from_at, to_at from restores order by found_at`.execute(open.db)).rows
const looks = async (look = eye(), times = 6) => {
  const found: string[] = []
  for (let time = 0; time < times; time++) found.push(await lookAtTime(ctx, look))
  return found
}
/** A backup of the marks, as a restore would bring it back. */
const backup = async () => {
  const { rows } = await sql<Record<string, unknown>>`select lineage, earlier, mark, at from time_marks`.execute(open.db)
  const { lineage, earlier, mark, at } = rows[0]!
  return () =>
    sql`update time_marks set lineage = ${lineage}, earlier = ${earlier}::uuid[], mark = ${mark}, at = ${at}::timestamptz, seen = null, unmoved = 0`.execute(
      open.db,
    )
}

beforeAll(async () => {
  open = await aDb()
  ctx = { ...aCtx(open.db, { ports: recorded.ports }), clock }
  ctx.ports = { ...ctx.ports, files: memoryFiles().files }
})
afterAll(() => open.close())

test('a database that goes on is remembered outside, and nothing is concluded', async () => {
  expect(await looks()).toEqual(['on', 'on', 'on', 'on', 'on', 'on'])
  expect(await recall(ctx)).toMatchObject({ ...(await here()), earlier: [] })
  expect(await restores()).toEqual([])
})

test('a database that is behind what is remembered was restored: it says from when to when, reads systems anew and tells partners', async () => {
  const channel = await aChannel(open.db)
  const system = await aSystem(open.db)
  const venue = await aVenue(open.db)
  await open.db.updateTable('venues').set({ systemId: system.id }).where('id', '=', venue.id).execute()
  await sql`insert into webhook_endpoints (id, channel_id, url, state, created_at, updated_at)
    values (${newId()}, ${channel.id}, 'https://partner.test/hook', 'active', now(), now())`.execute(open.db)
  const before = await sql<{ last: number }>`select last_value as last from webhook_events_sequence_seq`.execute(open.db)
  await lookAtTime(ctx, eye())
  const restore = await backup()
  clock.move({ minutes: 10 })
  await looks()
  const known = (await recall(ctx))!
  await restore()
  clock.move({ minutes: 1 })
  expect(await looks()).toEqual(['waits', 'waits', 'waits', 'restored', 'on', 'on'])
  // The next mark was not there yet when it was lost, so what came until that was due is lost as well.
  expect(await restores()).toEqual([{ fromAt: '2026-11-20T20:00:00Z', toAt: '2026-11-20T20:10:20Z' }])
  const tasks = await open.db
    .selectFrom('syncTasks')
    .select(['kind', 'algorithm'])
    .where('systemId', '=', system.id)
    .orderBy('kind')
    .execute()
  expect(tasks.map(({ kind }) => kind)).toEqual(['areas', 'availability', 'reservations', 'venues'])
  const events = await open.db.selectFrom('webhookEvents').select(['name', 'channelId', 'data', 'sequence']).execute()
  expect(events).toMatchObject([
    { name: 'installation.restored', channelId: channel.id, data: { from: '2026-11-20T20:00:00Z', to: '2026-11-20T20:10:20Z' } },
  ])
  expect(events[0]!.sequence).toBeGreaterThan(before.rows[0]!.last + 1_000_000)
  expect(await open.db.selectFrom('webhookDeliveries').select('state').execute()).toEqual([{ state: 'waiting' }])
  // It goes on beyond what was remembered, in another course, which knows that one.
  const now = await here()
  expect(now.mark).toBeGreaterThan(known.mark)
  expect(await recall(ctx)).toMatchObject({ ...now, earlier: [known.lineage] })

  // Killed before it was remembered: the next look goes on, and forgets no earlier course.
  await remember(ctx, known)
  expect(await looks(eye(), 1)).toEqual(['on'])
  expect(await recall(ctx)).toMatchObject({ lineage: now.lineage, earlier: [known.lineage] })

  // And a backup from before that restore is known as well.
  await restore()
  expect(await looks()).toContain('restored')
  expect(await restores()).toHaveLength(2)
})

test('who runs the platform is told by bell and mail from when to when, and who works with bookings sees it for a day', async () => {
  const told = recorded.jobs.filter(({ name }) => name === 'notifications.publish').map(({ data }) => data as Omit<News, 'reservationId'>)
  expect(told).toHaveLength(2)
  const [platform, company] = [await aUser(open.db), await aUser(open.db, { companyId: await aCompany(open.db) })]
  await notifyPeople(ctx, [{ ...told[0]!, reservationId: null }])
  const bellOf = async (user: typeof platform) => (await notificationHandlers.list(ctxOfUser(open.db, user), { query: {} })).data
  const between = { from: '2026-11-20T20:00:00Z', to: '2026-11-20T20:10:20Z' }
  expect(await bellOf(platform)).toMatchObject([{ event: 'restored', restored: between, about: null, link: '/connection-health' }])
  expect(await bellOf(company)).toEqual([])
  expect((await sql`select email, push from notifications`.execute(open.db)).rows).toEqual([{ email: 'due', push: 'none' }])

  const latest = (await latestRestore(ctx))!
  expect(latest).toMatchObject({ from: between.from })
  clock.move({ hours: 23 })
  expect(await latestRestore(ctx)).toEqual(latest)
  clock.move({ hours: 2 })
  expect(await latestRestore(ctx)).toBeNull()
})

test('health says between which moments', async () => {
  await sql`update restores set found_at = now()`.execute(open.db)
  const look = async () => ({
    storage: { fault: null, since: null },
    secrets: { since: null, unreadable: [] },
    descriptors: { fullSince: null },
  })
  const ports = { ...ctx.ports, ground: { look } } as unknown as Ctx['ports']
  const [restored] = (await listInstallationProblems({ ...ctx, ports })).filter(({ what }) => what === 'restored')
  expect(restored).toMatchObject({ between: { from: '2026-11-20T20:00:00Z' } })
  expect(restored!.between!.to >= '2026-11-20T20:10:00Z').toBe(true)
})

test('beside an installation that lives nothing is concluded, and files of another one are not taken for ours', async () => {
  const count = (await restores()).length
  const look = eye()
  const ours = (await recall(ctx))!
  for (let time = 1; time < 8; time++) {
    await remember(ctx, { ...ours, mark: ours.mark + 100 + time })
    expect(await lookAtTime(ctx, look)).toBe('waits')
  }
  expect(look.said).toBe(true)
  const foreign: Remembered = { lineage: crypto.randomUUID(), earlier: [], mark: 1_000_000, at: clock().toString() }
  await remember(ctx, foreign)
  expect(await looks()).toEqual(['waits', 'waits', 'waits', 'taken over', 'on', 'on'])
  expect(await restores()).toHaveLength(count)
})
