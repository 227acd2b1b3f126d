import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { runBatch } from './run-batch.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await aTestApp()
  token = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())

const call = async <T = ImportBatch>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const step = async (id: string, name: 'check' | 'apply'): Promise<ImportBatch> => {
  await call('POST', `/v1/imports/${id}/${name}`, {})
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return call('GET', `/v1/imports/${id}`)
}
/** Read as the one before, whatever its own cells look like. */
const checked = async (lines: readonly string[], as?: ImportBatch): Promise<ImportBatch> => {
  const bytes = Buffer.from(lines.join('\n'))
  const { id } = await call('POST', '/v1/imports', { kind: 'venues', company: 'Remarks', fileName: 'x.csv', fileBytes: bytes.length })
  const sent = await call('POST', `/v1/imports/${id}/parts?at=0`, { content: bytes.toString('base64') })
  if (as) await call('PUT', `/v1/imports/${id}/mapping`, { mapping: as.mapping, version: sent.version })
  return step(id, 'check')
}
const remarked = async ({ id }: ImportBatch): Promise<ImportRowResult[]> =>
  call('GET', `/v1/import-rows?filters[importId]=${id}&filters[remarks]=true`)

const header = 'Name;Own id;Country;Zone;Largest party'

test('RE6: rows in which something was found are counted and listed, also where nothing changes; the value that was taken is told', async () => {
  const sound = 'Ship;R-1;ES;Europe/Madrid;8'
  const first = await checked([header, sound, 'Anchor;R-2;DE;Europe/Busingen;8', ';R-3;ES;Europe/Madrid;8'])
  expect(first).toMatchObject({ counts: { rows: 3, made: 2, rejected: 1 }, remarks: 1 })
  expect(await remarked(first)).toMatchObject([
    { name: 'Anchor', findings: [{ column: 'Zone', value: 'Europe/Busingen → Europe/Berlin' }] },
  ])
  expect(first).toMatchObject({ companyName: 'Remarks', companyIsNew: true })
  expect(await step(first.id, 'apply')).toMatchObject({ counts: { made: 2 }, remarks: 1, companyName: 'Remarks', companyIsNew: false })
  const again = await checked([header, sound, 'Anchor;R-2;DE;Mars/Base;0'], first)
  expect(again).toMatchObject({ counts: { unchanged: 2 }, remarks: 1 })
  expect((await remarked(again)).map(({ outcome, line }) => [outcome, line])).toEqual([['unchanged', 3]])
})
