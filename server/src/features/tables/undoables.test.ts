import { randomUUID } from 'node:crypto'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await aTestApp()
  token = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const call = async <T>(method: string, url: string, body?: unknown): Promise<T> =>
  (await testApp.ask({ method, url, token, ...(body === undefined ? {} : { body }) })).json<{ data: T }>().data

test('a change of the plan, chains and order of sale as well, is put back from the audit', async () => {
  const venue = await aVenue(testApp.container.db)
  const table = (name: string) => ({ id: randomUUID(), name, areaId: venue.areaId, minCovers: 1, maxCovers: 2, online: true })
  const [one, two] = [table('T1'), table('T2')]
  const url = `/v1/venues/${venue.id}/tables`
  const first = await call<TablePlan>('PUT', url, { on: true, tables: [one, two], joins: [[one.id, two.id]], chains: [], version: 0 })
  expect(first.tables.map(({ priority }) => priority)).toEqual([50, 50])
  const chain = { tableIds: [one.id, two.id].toSorted(), covers: null, off: false, online: false, priority: 10 }
  const changed = await call<TablePlan>('PUT', url, {
    ...first,
    tables: [first.tables[0], { ...first.tables[1], priority: 90 }],
    chains: [chain],
  })
  expect(changed).toMatchObject({ tables: [{ priority: 50 }, { priority: 90 }], chains: [chain], version: 2 })
  const [entry] = await call<{ id: string; undoable: boolean }[]>('GET', `/v1/audit?filters[subjectId]=${venue.id}`)
  expect(entry).toMatchObject({ action: 'table_plan.updated', undoable: true })
  expect(await call('POST', `/v1/audit/${entry!.id}/undo`)).toMatchObject({ action: 'table_plan.undone', undoes: entry!.id })
  expect(await call<TablePlan>('GET', url)).toEqual({ ...first, version: 3 })
})
