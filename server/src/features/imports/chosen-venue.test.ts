import type { ImportBatch } from '@tablewire/contracts/import/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { reservationSheetPhrases } from '#src/features/reservations/api.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'

let testApp: TestApp
let venue: TestVenue
let admin: string
beforeAll(async () => {
  testApp = await aTestApp()
  venue = await aVenue(testApp.container.db, { name: 'De Gouden Réiger', externalId: 'GR-7' })
  admin = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())

const call = async <T = ImportBatch>(method: string, url: string, body?: unknown): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token: admin })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const send = async (lines: readonly string[]): Promise<ImportBatch> => {
  const bytes = Buffer.from(lines.join('\n'))
  const { id } = await call('POST', '/v1/imports', { kind: 'reservations', venueId: venue.id, fileName: 'x.csv', fileBytes: bytes.length })
  return call('POST', `/v1/imports/${id}/parts?at=0`, { content: bytes.toString('base64') })
}
const step = async (id: string, name: 'check' | 'apply'): Promise<ImportBatch> => {
  await call('POST', `/v1/imports/${id}/${name}`, {})
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return call('GET', `/v1/imports/${id}`)
}
const map = ({ id, version }: ImportBatch, mapping: ImportBatch['mapping']): Promise<ImportBatch> =>
  call('PUT', `/v1/imports/${id}/mapping`, { mapping, version })

test.each(['Restaurant', 'Betrieb', 'Établissement', 'Establecimiento', 'Vestiging', 'Venue ID'])(
  'RE6: what a column %s says is held against the chosen venue; another house stays out, and is named',
  async (column) => {
    const lines = ['De Gouden Réiger', 'de  gouden-reiger', 'gr-7', venue.id, '', 'Ander Huis'].map(
      (house, at) => `${house},2026-05-0${at + 1},19:00,2,${column} ${at}`,
    )
    const sent = await send([`${column},Date,Time,Guests,Name`, ...lines])
    expect(sent.mapping.fields['venue']).toEqual({ columns: [column], constant: null })
    const checked = await step(sent.id, 'check')
    expect(checked).toMatchObject({
      counts: { made: 5, rejected: 1 },
      findings: [{ outcome: 'rejected', reason: 'venue.other', refusals: ['Ander Huis'], rows: 1 }],
    })
  },
)

test('RE6: rows of another house come in when somebody says so, word by word or by leaving the column out', async () => {
  const file = ['Restaurant,Date,Time,Guests,Name', 'Ander Huis,2026-06-01,19:00,2,Ann', 'Derde Huis,2026-06-02,19:00,2,Ben']
  const sent = await send(file)
  expect(await step(sent.id, 'check')).toMatchObject({ counts: { made: 0, rejected: 2 } })
  const words = await call<{ value: string; suggested: string | null }[]>('GET', `/v1/imports/${sent.id}/values?field=venue`)
  expect(words.map(({ value, suggested }) => [value, suggested])).toEqual([
    ['Ander Huis', null],
    ['Derde Huis', null],
  ])
  let batch = await call('GET', `/v1/imports/${sent.id}`)
  await map(batch, { ...batch.mapping, values: { venue: { 'Ander Huis': venue.id, 'Derde Huis': '' } } })
  batch = await step(sent.id, 'check')
  expect(batch).toMatchObject({ counts: { made: 1, rejected: 1 }, findings: [{ reason: 'venue.left_out' }] })
  const { venue: _venue, ...fields } = batch.mapping.fields
  await map(batch, { ...batch.mapping, fields, values: {} })
  expect(await step(sent.id, 'check')).toMatchObject({ counts: { made: 2, rejected: 0 }, findings: [] })
  expect(await step(sent.id, 'apply')).toMatchObject({ counts: { made: 2 } })
})

test('RE6: our own export says its venue by id, and by name where the id was taken out', async () => {
  const { columns } = reservationSheetPhrases.nl
  const headers = Object.entries(columns).filter(([name]) => name !== 'venue')
  const row = (house: string): string => headers.map(([name]) => (name === 'venueName' ? house : '')).join(';')
  const { mapping } = await send([headers.map(([, header]) => header).join(';'), row('Ander Huis')])
  expect(mapping.fields['venue']).toEqual({ columns: [columns.venueName], constant: null })
  const whole = await send([
    Object.values(columns).join(';'),
    Object.values(columns)
      .map(() => 'x')
      .join(';'),
  ])
  expect(whole.mapping.fields['venue']).toEqual({ columns: [columns.venue], constant: null })
})
