import type { BulkChange, BulkRun } from '@tablewire/contracts/estate/bulk-changes'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { runBulk, wakeWaiting } from './run-bulk.ts'
import type {} from './bulk-rows.ts'

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
const begin = async (ids: string[], cutOff: number): Promise<string> => {
  const change: BulkChange = { kind: 'fields', fields: { cutOff } }
  return (await data<BulkRun>('POST', '/v1/bulk-changes', { selection: { ids }, change })).id
}
const undo = (id: string) => data('POST', `/v1/bulk-changes/${id}/undo`)
const work = (id: string) => runBulk(system(), { id })
const runOf = (id: string) => data<BulkRun>('GET', `/v1/bulk-changes/${id}`)
const cutOffAt = async (id: string) => (await venueWithBook(system(), id)).book.cutOffMinutes

test('S9: of two changes of the same venue the one asked for later stays, whoever is worked on first', async () => {
  const [both, alone] = [await aVenue(testApp.container.db), await aVenue(testApp.container.db)]
  const first = await begin([both.id], 11)
  const second = await begin([both.id, alone.id], 22)
  await work(second)
  expect([await runOf(second), await cutOffAt(alone.id)]).toMatchObject([{ state: 'applying', done: 1 }, 22])
  await work(first)
  await work(second)
  expect([await runOf(second), await cutOffAt(both.id)]).toMatchObject([{ state: 'applied', counts: { changed: 2 } }, 22])
  // Taken back it is the latest; what was asked for since comes after it.
  await undo(first)
  const third = await begin([both.id], 33)
  await work(third)
  expect(await cutOffAt(both.id)).toBe(22)
  await work(first)
  await work(third)
  expect([await runOf(first), await cutOffAt(both.id)]).toMatchObject([{ state: 'undone', counts: { kept: 1 } }, 33])
})

test('S9: a change that is taken back before it came to a venue holds nobody up there', async () => {
  const { id } = await aVenue(testApp.container.db)
  const first = await begin([id], 11)
  const second = await begin([id], 22)
  await undo(first)
  await work(second)
  expect([await runOf(second), await cutOffAt(id)]).toMatchObject([{ state: 'applied' }, 22])
})

test('S9: the database takes no venue of a change before an earlier one has come to it', async () => {
  const { id } = await aVenue(testApp.container.db)
  const first = await begin([id], 11)
  const second = await begin([id], 22)
  const settle = (bulkId: string) =>
    testApp.container.db.updateTable('bulkChangeVenues').set({ outcome: 'unchanged' }).where('bulkId', '=', bulkId).execute()
  await expect(settle(second)).rejects.toMatchObject({ code: 'TW050' })
  await settle(first)
  await settle(second)
})

test('S9: a change whose job was given up goes on within the minute', async () => {
  const { id } = await aVenue(testApp.container.db)
  const run = await begin([id], 55)
  // Its end cannot be written, as where a defect is.
  await sql`
    create function no_end() returns trigger language plpgsql as $$ begin raise exception 'no end'; end $$`.execute(testApp.container.db)
  await sql`create trigger no_end before update of state on bulk_changes for each row execute function no_end()`.execute(
    testApp.container.db,
  )
  await expect(work(run)).rejects.toThrow('no end')
  await sql`drop trigger no_end on bulk_changes`.execute(testApp.container.db)
  const woken: string[] = []
  const ctx = system()
  const jobs = {
    ...ctx.ports.jobs,
    enqueue: (_: Ctx, job: { name: string }, of: object) => Promise.resolve(void woken.push(JSON.stringify([job.name, of]))),
  }
  await wakeWaiting({ ...ctx, ports: { ...ctx.ports, jobs: jobs as typeof ctx.ports.jobs } })
  expect(woken).toContain(JSON.stringify(['bulk.work', { id: run }]))
  await work(run)
  expect([await runOf(run), await cutOffAt(id)]).toMatchObject([{ state: 'applied' }, 55])
})

test('S9: a job that was taken over while a venue refused settles nothing there', async () => {
  const { id } = await aVenue(testApp.container.db)
  const run = await begin([id], 44)
  // The first write of the book fails, as a defect would; the second one does not.
  await sql`create sequence writes_of_the_book`.execute(testApp.container.db)
  await sql`
    create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('writes_of_the_book') = 1 then raise exception 'once'; end if; return new; end $$`.execute(testApp.container.db)
  await sql`create trigger fail_once before update on books for each row execute function fail_once()`.execute(testApp.container.db)
  const waiting = async (count: number): Promise<void> => {
    for (const until = performance.now() + 15_000; performance.now() < until; await sleep(5)) {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.container.db)
      if (rows.length >= count) return
    }
    throw new Error('nobody waits for the lock')
  }
  const jobs = await transaction(system(), async (inner) => {
    await sql`select from books where venue_id = ${id} for update`.execute(inner.db)
    const slow = work(run)
    await waiting(1)
    const next = work(run)
    await waiting(2)
    return [slow, next]
  })
  await Promise.all(jobs)
  await sql`drop trigger fail_once on books`.execute(testApp.container.db)
  // On a busy machine the first may tell of its refusal before the second has taken over; then that stands, and nothing else.
  const { state, counts } = await runOf(run)
  const { changed, refused } = counts!
  expect([state, changed, refused, (await cutOffAt(id)) === 44]).toEqual(refused ? ['applied', 0, 1, false] : ['applied', 1, 0, true])
})
