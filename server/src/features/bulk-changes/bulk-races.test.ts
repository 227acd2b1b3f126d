import type { BulkChange, BulkRun, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveLink } from '#src/features/channels/api.ts'
import { setVenue, updateBook, updateVenue, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { runBulk } from './run-bulk.ts'

let testApp: TestApp
let root: string
beforeAll(async () => {
  testApp = await aTestApp()
  root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const data = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token: root })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const system = (): Ctx => testApp.container.systemCtx('bulk.work')
const begin = async (id: string, change: BulkChange): Promise<string> =>
  (await data<BulkRun>('POST', '/v1/bulk-changes', { selection: { ids: [id] }, change })).id
const undo = (id: string) => data('POST', `/v1/bulk-changes/${id}/undo`)
const work = (id: string) => runBulk(system(), { id })
const countsOf = async (id: string) => (await data<BulkRun>('GET', `/v1/bulk-changes/${id}`)).counts

const somebodyWaits = async (): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.container.db)
    if (rows.length) return
  }
  throw new Error('nobody waits for the lock')
}
/** The change of many is at the venue while somebody saves something else there, and saves first. */
const workWhile = async (id: string, save: (ctx: Ctx) => Promise<unknown>): Promise<void> => {
  const running = await transaction(system(), async (inner) => {
    await save(inner)
    const done = work(id)
    await somebodyWaits()
    return { done }
  })
  await running.done
}
const maxDays = async (id: string) => (await venueWithBook(system(), id)).book.horizonDays

test('S9: what somebody saves while many venues are changed is what an undo puts back, or leaves', async () => {
  const { id } = await aVenue(testApp.container.db)
  const save = (days: number) => (ctx: Ctx) => updateVenue(ctx, { params: { id }, body: { maxDays: days } })
  const run = await begin(id, { kind: 'fields', fields: { maxDays: 77 } })
  await workWhile(run, save(55))
  expect(await maxDays(id)).toBe(77)
  const again = await begin(id, { kind: 'fields', fields: { maxDays: 78 } })
  await work(again)
  await undo(again)
  await work(again)
  await undo(run)
  await work(run)
  expect(await maxDays(id)).toBe(55)
  const third = await begin(id, { kind: 'fields', fields: { maxDays: 79 } })
  await work(third)
  await undo(third)
  await workWhile(third, save(66))
  expect([await maxDays(id), (await countsOf(third)).kept]).toEqual([66, 1])
})

test('S9: a venue that somebody puts into a group meanwhile goes back to that one, and stays where it was put since', async () => {
  const venue = await aVenue(testApp.container.db)
  const group = (name: string) => data<{ id: string }>('POST', '/groups', { name, logo: '', venues: [], companyId: venue.companyId })
  const [one, two, three] = [await group('One'), await group('Two'), await group('Three')]
  const put = (groupId: string) => (ctx: Ctx) => setVenue(ctx, venue.id, { groupId })
  const groupNow = async () =>
    (await testApp.container.db.selectFrom('venues').select('groupId').where('id', '=', venue.id).executeTakeFirstOrThrow()).groupId
  const run = await begin(venue.id, { kind: 'group', groupId: two.id })
  await workWhile(run, put(one.id))
  expect(await groupNow()).toBe(two.id)
  await undo(run)
  await work(run)
  expect(await groupNow()).toBe(one.id)
  const again = await begin(venue.id, { kind: 'group', groupId: two.id })
  await work(again)
  await undo(again)
  await workWhile(again, put(three.id))
  expect([await groupNow(), (await countsOf(again)).kept]).toEqual([three.id, 1])
})

test('S9: a link that somebody moves meanwhile is not moved back by an undo', async () => {
  const { id } = await aVenue(testApp.container.db)
  const channel = await aChannel(testApp.container.db, { venues: [id] })
  const move = (how: 'pause' | 'disconnect') => (ctx: Ctx) =>
    moveLink(ctx, { venueId: id, channelId: channel.id, move: how, reason: null, side: 'admin' })
  const pause: BulkChange = { kind: 'channel', channelId: channel.id, move: 'pause' }
  const late = await begin(id, pause)
  await workWhile(late, move('pause'))
  expect(await countsOf(late)).toMatchObject({ changed: 0, unchanged: 1 })
  const resume = await begin(id, { kind: 'channel', channelId: channel.id, move: 'resume' })
  await work(resume)
  await undo(resume)
  await workWhile(resume, move('disconnect'))
  const [told] = await data<BulkVenue[]>('GET', `/v1/bulk-changes/${resume}/venues`)
  expect(told).toMatchObject({ undo: 'kept', reason: expect.stringContaining('since') as string })
})

test('S9: a day that somebody gives the venue while many get it is not given twice', async () => {
  const { id } = await aVenue(testApp.container.db)
  const day = { name: 'Christmas Eve', fromOn: '2027-12-24', toOn: '2027-12-24' }
  const closure = { ...day, id: crypto.randomUUID(), from: null, to: null, areaId: null }
  const run = await begin(id, { kind: 'day', day: { ...day, openingHours: [] }, existing: 'replace' })
  await workWhile(run, async (ctx) => {
    const { book } = await venueWithBook(ctx, id)
    await updateBook(ctx, { venueId: id, book: { ...book, closures: [closure] } })
  })
  expect(await countsOf(run)).toMatchObject({ changed: 0, unchanged: 1, refused: 0 })
  expect((await venueWithBook(system(), id)).book.closures).toEqual([closure])
})
