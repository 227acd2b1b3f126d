import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { ImportRowResult, UndoPlan } from '@tablewire/contracts/import/import-findings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'
import type {} from './batch-rows.ts'

let testApp: TestApp
let admin: string
let here: TestVenue

beforeAll(async () => {
  testApp = await aTestApp()
  admin = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())
beforeEach(async () => {
  here = await aVenue(testApp.container.db, { name: 'Ours', externalId: '7' })
})

const call = async <T = ImportBatch>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token: admin })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const step = async (id: string, name: 'check' | 'apply' | 'undo', body: object = {}): Promise<ImportBatch> => {
  await call('POST', `/v1/imports/${id}/${name}`, body)
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return call('GET', `/v1/imports/${id}`)
}
const send = async (file: string, over: object): Promise<ImportBatch> => {
  const begun = { fileName: 'list.csv', fileBytes: Buffer.byteLength(file), ...over }
  const { id } = await call('POST', '/v1/imports', begun)
  return call('POST', `/v1/imports/${id}/parts?at=0`, { content: Buffer.from(file).toString('base64') })
}
const venueList = 'external_id,name,city,country,tz\n7,Renamed,Sevilla,ES,Europe/Madrid\n8,New one,Sevilla,ES,Europe/Madrid\n'
const bringVenues = async (file = venueList): Promise<ImportBatch> => {
  const { id } = await send(file, { kind: 'venues', company: here.companyId })
  await step(id, 'check')
  return step(id, 'apply')
}
const venues = () =>
  testApp.container.db.selectFrom('venues').select(['id', 'name']).where('companyId', '=', here.companyId).orderBy('externalId').execute()
const undoOf = async (id: string) =>
  (await call<ImportRowResult[]>('GET', `/v1/import-rows?filters[importId]=${id}`)).map(({ undo }) => undo?.what)

const planOf = (id: string): Promise<UndoPlan> => call<UndoPlan>('GET', `/v1/imports/${id}/undo`)
const bookings = 'Date;Time;Guests;Name\n2027-05-01;19:00;2;Lena\n'

test('RE6: an import of reservations that was only begun and tried at a venue leaves the undo of the venues as it was', async () => {
  const { id } = await bringVenues()
  for (const venue of await venues()) {
    const tried = await send(bookings, { kind: 'reservations', venueId: venue.id })
    expect(await step(tried.id, 'check')).toMatchObject({ counts: { made: 1 } })
    await call('DELETE', `/v1/imports/${tried.id}`)
  }
  expect(await undoOf(id)).toEqual(['restored', 'removed'])
  expect(await planOf(id)).toEqual({ goes: 2, stays: 0, byPeople: 0, names: [] })
  expect(await step(id, 'undo')).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await venues()).toEqual([{ id: here.id, name: 'Ours' }])
})

test('RE6: what changed a venue or its book since keeps it: it is left as it is', async () => {
  const { id } = await bringVenues()
  const [changed, made] = await venues()
  await call('PUT', `/venues/${changed!.id}`, { phoneNumber: '+34600111222' })
  const brought = await send(bookings, { kind: 'reservations', venueId: made!.id })
  await step(brought.id, 'check')
  await step(brought.id, 'apply')
  expect(await undoOf(id)).toEqual(['kept', 'kept'])
  // A booking that an import brought is no work of people.
  expect(await planOf(id)).toEqual({ goes: 0, stays: 2, byPeople: 1, names: ['New one', 'Renamed'] })
  expect(await step(id, 'undo', { keepChanged: true })).toMatchObject({ counts: { kept: 2 } })
  expect(await venues()).toMatchObject([{ name: 'Renamed' }, { name: 'New one' }])
})

test('RE6: before an undo it is told what it would leave, and whether people or a later import changed that', async () => {
  const first = await bringVenues()
  const second = await bringVenues('external_id,name,city,country,tz\n7,Again,Sevilla,ES,Europe/Madrid\n')
  expect(await planOf(first.id)).toEqual({ goes: 1, stays: 1, byPeople: 0, names: ['Again'] })
  expect(await planOf(second.id)).toEqual({ goes: 1, stays: 0, byPeople: 0, names: [] })
  const told = await testApp.ask({
    method: 'GET',
    url: `/v1/imports/${(await send(venueList, { kind: 'venues', company: here.companyId })).id}/undo`,
    token: admin,
  })
  expect([told.statusCode, told.json()]).toMatchObject([409, { code: 'import.state_wrong' }])
  const list = await send('Date;Time;Guests;Name;Email\n2027-05-01;19:00;2;Lena;lena@example.com\n', {
    kind: 'reservations',
    venueId: here.id,
  })
  await step(list.id, 'check')
  await step(list.id, 'apply')
  expect(await planOf(list.id)).toEqual({ goes: 1, stays: 0, byPeople: 0, names: [] })
  const { id, reference } = await testApp.container.db
    .selectFrom('reservations')
    .select(['id', 'reference'])
    .where('venueId', '=', here.id)
    .executeTakeFirstOrThrow()
  await testApp.container.db.updateTable('reservations').set({ version: 2 }).where('id', '=', id).execute()
  expect(await planOf(list.id)).toEqual({ goes: 0, stays: 1, byPeople: 1, names: [reference] })
})
