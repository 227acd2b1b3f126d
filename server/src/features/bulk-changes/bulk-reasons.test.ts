import type { BulkChange, BulkRun, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { runBulk } from './run-bulk.ts'

let testApp: TestApp
let companyId: string
let admin: string
beforeAll(async () => {
  testApp = await aTestApp()
  companyId = await aCompany(testApp.container.db)
  admin = await testApp.signIn(await aUser(testApp.container.db, { companyId, lang: 'de' }))
})
afterAll(() => testApp.close())

const data = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token: admin })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const begin = (venues: readonly TestVenue[], change: BulkChange) =>
  data<BulkRun>('POST', '/v1/bulk-changes', { selection: { ids: venues.map(({ id }) => id) }, change })
const work = (id: string) => runBulk(testApp.container.systemCtx('bulk.work'), { id })
const readRun = (id: string) => data<BulkRun>('GET', `/v1/bulk-changes/${id}`)
const several = (count: number) => Promise.all(Array.from({ length: count }, () => aVenue(testApp.container.db, { companyId })))

test('S9: what was changed since is named as the forms name it, in the language of whoever looks', async () => {
  const [venue] = (await several(1)) as [TestVenue]
  const { id } = await begin([venue], { kind: 'fields', fields: { maxDays: 33 } })
  await work(id)
  await data('PUT', `/venues/${venue.id}`, { maxDays: 34 })
  await data('POST', `/v1/bulk-changes/${id}/undo`)
  await work(id)
  const [told] = await data<BulkVenue[]>('GET', `/v1/bulk-changes/${id}/venues`)
  expect(told).toMatchObject({ undo: 'kept', reason: expect.stringContaining('Buchbar im Voraus') as string })
})

test('S9: a book that contradicts itself is kept with all that its sentence takes', () => {
  const problem = new Problem('book.inconsistent', {
    name: 'Lunch',
    time: '16:00',
    from: '12:00',
    to: '15:00',
    detail: 'contradiction.last_seating',
  })
  expect(problemToKeep(problem)).toBe('book.inconsistent (name=Lunch; time=16:00; from=12:00; to=15:00; detail=contradiction.last_seating)')
})

test('S9: a database that is busy refuses nothing: the job comes again, and no venue is told a failure', async () => {
  const venues = await several(3)
  const { db } = testApp.container
  const { id } = await begin(venues, { kind: 'fields', fields: { maxDays: 35 } })
  await sql`
    create function lose_the_race() returns trigger language plpgsql as $$ begin raise exception 'crossed' using errcode = '40P01'; end $$;
    create trigger lose_the_race before update on books for each row when (old.venue_id = ${sql.lit(venues[1]!.id)}) execute function lose_the_race()`.execute(
    db,
  )
  await expect(work(id)).rejects.toThrow('crossed')
  expect(await readRun(id)).toMatchObject({ state: 'applying', done: 2, counts: { changed: 2, refused: 0 } })
  await sql`drop trigger lose_the_race on books; drop function lose_the_race`.execute(db)
  await work(id)
  expect(await readRun(id)).toMatchObject({ state: 'applied', done: 3, counts: { changed: 3, refused: 0 } })
})
