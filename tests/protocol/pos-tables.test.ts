import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

test('HU3: a system or a point of sale says which tables a venue has; nobody else does, and nothing half', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { externalId: `v-${randomUUID()}` })
  const [mine, other] = [await aSystem(db, { venues: [venue.id] }), await aSystem(db)]
  const till = await testApp.signIn(await aUser(db, { companyId: venue.companyId, roles: ['ROLE_POS'] }))
  const url = `/v1/rms/venues/${venue.externalId}/pos-tables`
  const call = async (method: string, token: string, body?: unknown) => {
    const answer = await testApp.ask({ method, url, token, body })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  expect((await call('GET', mine.key)).body).toEqual({ venueId: venue.id, tables: [], count: 0 })
  const [room, terrace] = venue.book.areas
  const tables = [
    { id: '12', name: 'Window', area: room!.id },
    { id: '13', name: 'Door', area: 'terrace' },
    { id: 'bar', name: 'Bar', area: null },
  ]
  const written = {
    venueId: venue.id,
    tables: [
      { id: '12', name: 'Window', area: room!.name, areaId: room!.id },
      { id: '13', name: 'Door', area: 'Terrace', areaId: terrace!.id },
      { id: 'bar', name: 'Bar', area: null, areaId: null },
    ],
    count: 3,
  }
  expect(await call('PUT', mine.key, { tables })).toEqual({ status: 200, body: written })
  expect((await call('GET', till)).body).toEqual(written)
  for (const [wrong, status] of [
    [{ tables: [...tables, tables[0]] }, 400],
    [{ tables: [{ id: 'x', name: '' }] }, 400],
    [{ tables: [{ id: 'x', name: 'X', area: 'nowhere' }] }, 404],
  ] as const)
    expect((await call('PUT', mine.key, wrong)).status).toBe(status)
  expect((await call('PUT', other.key, { tables: [] })).status).toBe(404)
  expect((await call('GET', mine.key)).body).toEqual(written)
  expect((await call('PUT', till, { tables: [{ id: '7', name: 'Seven' }] })).body).toMatchObject({ count: 1, tables: [{ id: '7' }] })
  const entry = await db
    .selectFrom('auditEntries')
    .select('before')
    .where('action', '=', 'venue.tables_written')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry?.before).toEqual({ tables: written.tables })
})
