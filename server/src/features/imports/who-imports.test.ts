import { Permission } from '@tablewire/contracts/identity/access'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'

let testApp: TestApp
let mine: TestVenue
let hidden: TestVenue
let owner: string
let manager: string
let another: string

const everything = { roles: ['ROLE_MANAGER' as const], permissions: [...Permission.options] }
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  const companyId = await aCompany(db)
  mine = await aVenue(db, { companyId, name: 'Mine' })
  hidden = await aVenue(db, { companyId, name: 'Hidden' })
  owner = await testApp.signIn(await aUser(db, { companyId }))
  manager = await testApp.signIn(await aUser(db, { ...everything, companyId, venues: [mine.id] }))
  another = await testApp.signIn(await aUser(db, { ...everything, companyId, venues: [hidden.id] }))
})
afterAll(() => testApp.close())

const file = 'Date;Time;Guests;Name;Restaurant\n2027-05-01;19:00;2;Lena;Mine\n2027-05-02;19:00;2;Ben;Hidden\n'
const begin = (token: string, body: object) =>
  testApp.ask({ method: 'POST', url: '/v1/imports', token, body: { fileName: 'may.csv', fileBytes: Buffer.byteLength(file), ...body } })
const call = async (token: string, [method, url]: readonly [string, string], body?: unknown): Promise<ImportBatch> => {
  const answer = await testApp.ask({ method, url, token, body })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: ImportBatch }>().data
}
const imported = async (token: string, body: object): Promise<ImportBatch> => {
  const { id } = (await begin(token, body)).json<{ data: ImportBatch }>().data
  await call(token, ['POST', `/v1/imports/${id}/parts?at=0`], { content: Buffer.from(file).toString('base64') })
  for (const step of ['check', 'apply']) {
    await call(token, ['POST', `/v1/imports/${id}/${step}`], {})
    await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  }
  return call(token, ['GET', `/v1/imports/${id}`])
}
const listed = async (token: string): Promise<string[]> => {
  const answer = await testApp.ask({ method: 'GET', url: '/v1/imports', token })
  return answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id)
}

test('RE6: a manager brings the bookings of his own venue in, and takes them back', async () => {
  const batch = await imported(manager, { kind: 'reservations', venueId: mine.id })
  // The row that names another restaurant stays out of the chosen one.
  expect(batch).toMatchObject({ state: 'applied', counts: { made: 1, rejected: 1 } })
  await call(manager, ['POST', `/v1/imports/${batch.id}/undo`], {})
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id: batch.id })
  const rows = await testApp.container.db.selectFrom('reservations').select('id').where('venueId', '=', mine.id).execute()
  expect(rows).toEqual([])
  expect(await listed(manager)).toEqual([batch.id])
  expect(await listed(another)).toEqual([])
  expect(await listed(owner)).toEqual([batch.id])
})

test('RE6: into no venue but his own, whatever the file says', async () => {
  expect((await begin(manager, { kind: 'reservations', venueId: hidden.id })).statusCode).toBe(404)
  const batch = await imported(manager, { kind: 'reservations' })
  expect(batch.counts).toMatchObject({ made: 1, rejected: 1 })
  const rows = await testApp.container.db.selectFrom('reservations').select('venueId').where('importBatchId', '=', batch.id).execute()
  expect(rows).toEqual([{ venueId: mine.id }])
})

test('RE6: venues stay with those who keep the company, and imports of a kind with those who may bring it in', async () => {
  expect((await begin(manager, { kind: 'venues' })).statusCode).toBe(400)
  const theirs = await call(owner, ['POST', '/v1/imports'], { kind: 'venues', fileName: 'venues.csv', fileBytes: 20 })
  expect(await listed(owner)).toContain(theirs.id)
  const keeper = await testApp.signIn(
    await aUser(testApp.container.db, { companyId: mine.companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'] }),
  )
  expect(await listed(keeper)).not.toContain(theirs.id)
  expect((await testApp.ask({ method: 'GET', url: `/v1/imports/${theirs.id}`, token: keeper })).statusCode).toBe(404)
  const reader = await testApp.signIn(
    await aUser(testApp.container.db, { companyId: mine.companyId, roles: ['ROLE_MANAGER'], permissions: ['venues', 'groups'] }),
  )
  expect((await testApp.ask({ method: 'GET', url: '/v1/imports', token: reader })).statusCode).toBe(403)
})

test('AC6: whoever loses a venue or the right after the import began brings nothing in there', async () => {
  const { db } = testApp.container
  const companyId = await aCompany(db)
  const colleague = await testApp.signIn(await aUser(db, { companyId }))
  const both = [await aVenue(db, { companyId, name: 'Mine' }), await aVenue(db, { companyId, name: 'Hidden' })]
  const user = await aUser(db, { ...everything, companyId, venues: both.map(({ id }) => id) })
  const token = await testApp.signIn(user)
  const run = (id: string) => runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  const begun = async (): Promise<string> => {
    const { id } = (await begin(token, { kind: 'reservations' })).json<{ data: ImportBatch }>().data
    await call(token, ['POST', `/v1/imports/${id}/parts?at=0`], { content: Buffer.from(file).toString('base64') })
    await call(token, ['POST', `/v1/imports/${id}/check`], {})
    await run(id)
    await call(token, ['POST', `/v1/imports/${id}/apply`], {})
    return id
  }
  const narrowed = await begun()
  const stopped = await begun()
  await db.deleteFrom('userVenues').where('userId', '=', user.id).where('venueId', '=', both[1]!.id).execute()
  await run(narrowed)
  expect((await call(colleague, ['GET', `/v1/imports/${narrowed}`])).counts).toMatchObject({ made: 1, rejected: 1 })
  await db.updateTable('users').set({ disabledAt: new Date().toISOString() }).where('id', '=', user.id).execute()
  await run(stopped)
  const ended = expect.stringContaining('may no longer bring rows in') as string
  expect(await call(colleague, ['GET', `/v1/imports/${stopped}`])).toMatchObject({ state: 'checked', problem: ended })
  // Its first row came in before.
  await db.updateTable('importBatches').set({ state: 'applying', rowsDone: 1 }).where('id', '=', stopped).execute()
  await run(stopped)
  expect(await call(colleague, ['GET', `/v1/imports/${stopped}`])).toMatchObject({ state: 'applied', problem: ended })
  const rows = await db.selectFrom('reservations').select('importBatchId').where('importBatchId', 'in', [narrowed, stopped]).execute()
  expect(rows).toEqual([{ importBatchId: narrowed }])
})

test('AC6: whoever does not see a venue any more takes nothing back there, nor goes on with it', async () => {
  const { db } = testApp.container
  const companyId = await aCompany(db)
  const both = [await aVenue(db, { companyId, name: 'Mine' }), await aVenue(db, { companyId, name: 'Hidden' })]
  const user = await aUser(db, { ...everything, companyId, venues: both.map(({ id }) => id) })
  const token = await testApp.signIn(user)
  const colleague = await testApp.signIn(await aUser(db, { companyId }))
  const run = (id: string) => runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  const { id } = await imported(token, { kind: 'reservations' })
  const bookings = async (): Promise<number> =>
    (await db.selectFrom('reservations').select('id').where('importBatchId', '=', id).execute()).length
  const undo = () => testApp.ask({ method: 'POST', url: `/v1/imports/${id}/undo`, token, body: {} })
  const takeAway = async (): Promise<void> => {
    await db.deleteFrom('userVenues').where('userId', '=', user.id).where('venueId', '=', both[1]!.id).execute()
    invalidateUser(user.id)
  }
  expect(await bookings()).toBe(2)
  await takeAway()
  expect([(await undo()).statusCode, await bookings()]).toEqual([403, 2])
  expect((await testApp.ask({ method: 'GET', url: `/v1/imports/${id}/undo`, token })).statusCode).toBe(403)
  // It was begun while he saw both.
  await db.insertInto('userVenues').values({ userId: user.id, venueId: both[1]!.id }).execute()
  invalidateUser(user.id)
  expect((await undo()).statusCode).toBe(200)
  await takeAway()
  await run(id)
  const ended = expect.stringContaining('may no longer') as string
  expect(await call(colleague, ['GET', `/v1/imports/${id}`])).toMatchObject({ state: 'applied', problem: ended })
  expect(await bookings()).toBe(2)
})

test('AC6: an import into a venue that is taken away ends, and says why', async () => {
  const { db } = testApp.container
  const companyId = await aCompany(db)
  const venue = await aVenue(db, { companyId, name: 'Mine' })
  const user = await aUser(db, { ...everything, companyId, venues: [venue.id] })
  const token = await testApp.signIn(user)
  const colleague = await testApp.signIn(await aUser(db, { companyId }))
  const run = (id: string) => runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  const { id } = (await begin(token, { kind: 'reservations', venueId: venue.id })).json<{ data: ImportBatch }>().data
  await call(token, ['POST', `/v1/imports/${id}/parts?at=0`], { content: Buffer.from(file).toString('base64') })
  await call(token, ['POST', `/v1/imports/${id}/check`], {})
  await run(id)
  await call(token, ['POST', `/v1/imports/${id}/apply`], {})
  await db.deleteFrom('userVenues').where('userId', '=', user.id).execute()
  await run(id)
  const ended = expect.stringContaining('may no longer') as string
  expect(await call(colleague, ['GET', `/v1/imports/${id}`])).toMatchObject({ state: 'checked', problem: ended })
})
