import type { BulkChange, BulkRun, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { runBulk } from './run-bulk.ts'
import type {} from './bulk-rows.ts'

let testApp: TestApp
let companyId: string
let root: string
beforeAll(async () => {
  testApp = await aTestApp()
  companyId = await aCompany(testApp.container.db)
  root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const data = async <T>(token: string, method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const several = (count: number): Promise<TestVenue[]> =>
  Promise.all(Array.from({ length: count }, () => aVenue(testApp.container.db, { companyId })))
const idsOf = (venues: readonly TestVenue[]) => venues.map(({ id }) => id)
const fields: BulkChange = { kind: 'fields', fields: { maxDays: 77 } }
const begin = async (token: string, venues: readonly TestVenue[], change = fields): Promise<string> =>
  (await data<BulkRun>(token, 'POST', '/v1/bulk-changes', { selection: { ids: idsOf(venues) }, change })).id
const work = async (id: string): Promise<BulkRun> => {
  await runBulk(testApp.container.systemCtx('bulk.work'), { id })
  return data<BulkRun>(root, 'GET', `/v1/bulk-changes/${id}`)
}
const manager = (venues: readonly TestVenue[]): Promise<TestUser> =>
  aUser(testApp.container.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['venues'], venues: idsOf(venues) })
const outcomes = async (id: string) =>
  (await data<BulkVenue[]>(root, 'GET', `/v1/bulk-changes/${id}/venues`)).map(({ id: venue, outcome }) => [venue, outcome])

test('AC6: a manager whose venues are taken away meanwhile changes only those he has left, and takes back no other', async () => {
  const venues = await several(3)
  const [left, ...gone] = venues as [TestVenue, TestVenue, TestVenue]
  const user = await manager(venues)
  const token = await testApp.signIn(user)
  const done = await begin(token, venues)
  const id = await begin(token, venues, { kind: 'fields', fields: { maxDays: 78 } })
  expect((await work(done)).counts).toMatchObject({ changed: 3 })
  const takeAway = () => testApp.container.db.deleteFrom('userVenues').where('userId', '=', user.id).where('venueId', 'in', idsOf(gone))
  await takeAway().execute()
  expect((await work(id)).counts).toMatchObject({ changed: 1, refused: 2 })
  expect(await outcomes(id)).toEqual([[left.id, 'changed'], ...gone.map((one) => [one.id, 'refused'])])
  await data(token, 'POST', `/v1/bulk-changes/${id}/undo`)
  expect((await work(id)).counts).toMatchObject({ restored: 1 })
  await data(token, 'POST', `/v1/bulk-changes/${done}/undo`)
  expect((await work(done)).counts).toMatchObject({ restored: 1, kept: 2 })
})

test('AC6: who is moved to another company, or disabled, changes nothing more of what he began', async () => {
  const venues = await several(2)
  const { db } = testApp.container
  const [mover, leaver] = [await aUser(db, { companyId }), await aUser(db, { companyId })]
  const moved = await begin(await testApp.signIn(mover), venues)
  const disabled = await begin(await testApp.signIn(leaver), venues)
  await db
    .updateTable('users')
    .set({ companyId: await aCompany(db) })
    .where('id', '=', mover.id)
    .execute()
  await db.updateTable('users').set({ disabledAt: new Date().toISOString() }).where('id', '=', leaver.id).execute()
  expect((await work(moved)).counts).toMatchObject({ changed: 0, refused: 2 })
  expect((await work(disabled)).counts).toMatchObject({ changed: 0, refused: 2 })
  const told = await db.selectFrom('auditEntries').select(['action', 'companyId']).where('requestId', 'in', [moved, disabled]).execute()
  expect(told).toEqual(told.map(() => ({ action: 'bulk_change.applied', companyId })))
})

test('AC8: whoever acts as a customer stands in the entry of every venue, and changes nothing once disabled', async () => {
  const venues = await several(2)
  const { db } = testApp.container
  const admin = await aUser(db, { roles: ['ROLE_ADMIN'] })
  const customer = await aUser(db, { companyId })
  const signedIn = await testApp.signIn(admin)
  const acting = await data<{ access_token: string }>(signedIn, 'POST', `/users/${customer.id}/act-as`)
  const id = await begin(acting.access_token, venues)
  const later = await begin(acting.access_token, venues, { kind: 'fields', fields: { maxDays: 79 } })
  expect((await work(id)).counts).toMatchObject({ changed: 2 })
  const entries = await db.selectFrom('auditEntries').select(['action', 'actorId', 'actedById']).where('requestId', '=', id).execute()
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['bulk_change.applied', 'venue.updated', 'venue.updated'])
  expect(entries.every(({ actorId, actedById }) => actorId === customer.id && actedById === admin.id)).toBe(true)
  await db.updateTable('users').set({ disabledAt: new Date().toISOString() }).where('id', '=', admin.id).execute()
  expect((await work(later)).counts).toMatchObject({ changed: 0, refused: 2 })
})
