import { gzipSync } from 'node:zlib'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { ImportFinding } from '@tablewire/contracts/import/import-findings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'
import type {} from './batch-rows.ts'

let testApp: TestApp
let venue: TestVenue
let token: string
beforeAll(async () => {
  testApp = await aTestApp()
  venue = await aVenue(testApp.container.db)
  token = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())

const call = async <T = ImportBatch>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<T>()
}
const step = async (id: string, name: 'check' | 'apply'): Promise<ImportBatch> => {
  await call('POST', `/v1/imports/${id}/${name}`, {})
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return (await call<{ data: ImportBatch }>('GET', `/v1/imports/${id}`)).data
}
const checked = async (file: Uint8Array): Promise<ImportBatch> => {
  const about = { kind: 'reservations', venueId: venue.id, fileName: 'book.csv', fileBytes: file.length }
  const { data } = await call<{ data: ImportBatch }>('POST', '/v1/imports', about)
  await call('POST', `/v1/imports/${data.id}/parts?at=0`, { content: Buffer.from(file).toString('base64') })
  return step(data.id, 'check')
}
type Findings = { data: ImportFinding[]; total: number }
const findings = (id: string, outcome: string): Promise<Findings> =>
  call('GET', `/v1/import-findings?filters[importId]=${id}&filters[outcome]=${outcome}`)
const head = 'Ref;Date;Time;Guests;Name\n'
const bookings = (count: number): string => Array.from({ length: count }, (_, n) => `R${n};2026-05-01;19:00;2;Ann ${n}\n`).join('')

test('RE6: how many findings there are and how many of them are kept are told', async () => {
  const { id, findings: found } = await checked(Buffer.from(`${head}${bookings(5100)}R;never;19:00;2;Ann\n`))
  expect(found).toMatchObject([
    { outcome: 'rejected', reason: 'date.unreadable', rows: 1, kept: 1 },
    { outcome: 'noted', reason: 'area.full', kept: 5000 },
  ])
  expect(found[1]!.rows).toBeGreaterThan(5050)
  expect((await findings(id, 'noted')).total).toBe(5000)
})

test.each([
  ['a quote that never closes', 80, Buffer.from(`${head}${bookings(80)}R;"open;19:00;2;Ann\n`)],
  ['the same among the first rows', 9, Buffer.from(`${head}${bookings(9)}R;"open;19:00;2;Ann\n`)],
  ['half of a packed file', undefined, gzipSync(head + bookings(20_000)).subarray(0, -400)],
])('RE6: of a file that breaks off by %s, the rows before come in and the line is named', async (_, before, file) => {
  const batch = await checked(file)
  const [last, ...more] = (await findings(batch.id, 'rejected')).data
  expect(more).toEqual([])
  expect(last).toMatchObject({ reason: 'file.breaks_off', meaning: 'the file breaks off here; nothing was read from this line on' })
  const { rows, made, duplicates } = batch.counts!
  expect([batch.state, made + duplicates + 1, last!.line]).toEqual(['checked', rows, rows + 1])
  expect(rows - 1).toBe(before ?? rows - 1)
  expect(rows).toBeGreaterThan(before ?? 1000)
  expect((await step(batch.id, 'apply')).counts).toEqual(batch.counts)
  const counted = testApp.container.db.selectFrom('reservations').select((of) => of.fn.countAll<number>().as('all'))
  expect((await counted.where('importBatchId', '=', batch.id).executeTakeFirstOrThrow()).all).toBe(made)
})
