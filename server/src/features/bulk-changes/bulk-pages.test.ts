import type { BulkRun, BulkVenue } from '@tablewire/contracts/estate/bulk-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'

let testApp: TestApp
let root: string
beforeAll(async () => {
  testApp = await aTestApp()
  root = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const ask = (method: string, url: string, body?: unknown) => testApp.ask({ method, url, body, token: root })
const several = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await aVenue(testApp.container.db)).id))

test('S9: a change of fields that names none is refused beside them, and nothing begins', async () => {
  const body = { selection: { ids: await several(1) }, change: { kind: 'fields', fields: {} } }
  for (const url of ['/v1/bulk-changes', '/v1/bulk-changes/preview']) {
    const answer = await ask('POST', url, body)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, ['change.fields']])
  }
})

test('S9: the venues of a change are read page by page, and a cursor that is none is refused', async () => {
  const ids = await several(3)
  const begun = await ask('POST', '/v1/bulk-changes', { selection: { ids }, change: { kind: 'restore' } })
  const { id } = begun.json<{ data: BulkRun }>().data
  const page = async (more: string) =>
    (await ask('GET', `/v1/bulk-changes/${id}/venues?limit=2${more}`)).json<{ data: BulkVenue[]; next: string | null; total: number }>()
  const first = await page('')
  const second = await page(`&after=${first.next}`)
  expect([...first.data, ...second.data].map((venue) => venue.id)).toEqual(ids)
  expect([first.total, second.total, second.next]).toEqual([3, 3, null])
  const odd = await ask('GET', `/v1/bulk-changes/${id}/venues?after=zzz`)
  expect([odd.statusCode, Object.keys(odd.json<{ errors: object }>().errors)]).toEqual([400, ['after']])
})
