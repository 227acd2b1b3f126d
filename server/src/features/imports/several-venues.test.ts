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
let other: TestVenue
let foreign: TestVenue
let admin: string
let manager: string

beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  venue = await aVenue(db, { name: 'Ship Inn', externalId: 'S-1' })
  other = await aVenue(db, { name: 'Anchor', companyId: venue.companyId })
  foreign = await aVenue(db, { name: 'Far Away' })
  admin = await testApp.signIn(await aUser(db))
  manager = await testApp.signIn(await aUser(db, { companyId: venue.companyId }))
})
afterAll(() => testApp.close())

const call = async <T = ImportBatch>(method: string, url: string, body?: unknown, token = admin): Promise<T> => {
  const answer = await testApp.ask({ method, url, body, token })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: T }>().data
}
const send = async (file: string, over: object = {}, token = admin): Promise<ImportBatch> => {
  const bytes = Buffer.from(file)
  const body = { kind: 'reservations', fileName: 'group.csv', fileBytes: bytes.length, ...over }
  const { id } = await call('POST', '/v1/imports', body, token)
  return call('POST', `/v1/imports/${id}/parts?at=0`, { content: bytes.toString('base64') }, token)
}
const step = async (id: string, name: 'check' | 'apply' | 'undo', token = admin): Promise<ImportBatch> => {
  await call('POST', `/v1/imports/${id}/${name}`, {}, token)
  await runBatch(testApp.container.systemCtx('imports.work'), importers, { id })
  return call('GET', `/v1/imports/${id}`, undefined, token)
}
const rowsOf = ({ id }: TestVenue) =>
  testApp.container.db
    .selectFrom('reservations')
    .select(['partySize', 'startsLocal', 'status'])
    .where('venueId', '=', id)
    .orderBy('importLine')
    .execute()
const findings = async ({ id }: ImportBatch, reason: string): Promise<ImportFinding[]> =>
  (await testApp.ask({ method: 'GET', url: `/v1/import-findings?filters[importId]=${id}&filters[reason]=${reason}`, token: admin })).json<{
    data: ImportFinding[]
  }>().data

const group = (lines: readonly string[]): string => ['Venue;Ref;Date;Time;Guests;Name', ...lines].join('\n')

test('RE6: a file that names several venues goes to each by its name, number or id; unknown ones wait for a choice', async () => {
  const file = group([
    'Ship Inn;G1;2026-05-01;19:00;2;Ann',
    `S-1;G2;2026-05-01;20:00;2;Ben`,
    `${other.id};G3;2026-05-01;19:00;3;Cy`,
    'anchor;G4;2026-05-02;19:00;4;Di',
    'The Old Anchor;G5;2026-05-02;20:00;5;Ed',
    'Closed Place;G6;2026-05-02;20:00;5;Flo',
  ])
  const sent = await send(file)
  expect(sent.mapping.fields['venue']).toEqual({ columns: ['Venue'], constant: null })
  const words = await call<{ value: string; suggestedName: string | null }[]>('GET', `/v1/imports/${sent.id}/values?field=venue`)
  expect(words.slice(0, 2).map(({ suggestedName }) => suggestedName)).toEqual([null, null])
  expect(Object.fromEntries(words.map(({ value, suggestedName }) => [value, suggestedName]))).toMatchObject({
    'S-1': 'Ship Inn',
    anchor: 'Anchor',
  })
  const open = await step(sent.id, 'check')
  expect(open).toMatchObject({ counts: { rows: 6, made: 4, rejected: 2 }, venueId: null })
  const values = { venue: { 'The Old Anchor': other.id, 'Closed Place': '' } }
  const mapped = await call('PUT', `/v1/imports/${sent.id}/mapping`, { version: open.version, mapping: { ...open.mapping, values } })
  expect(mapped.venues).toEqual([{ id: other.id, name: 'Anchor' }])
  expect(await step(sent.id, 'check')).toMatchObject({ counts: { made: 5, rejected: 1 } })
  expect(await step(sent.id, 'apply')).toMatchObject({ state: 'applied', counts: { made: 5, rejected: 1 } })
  expect([(await rowsOf(venue)).length, (await rowsOf(other)).length]).toEqual([2, 3])
  const again = await send(file)
  expect(await step(again.id, 'check')).toMatchObject({ counts: { made: 0, duplicates: 4 } })
  expect(await step(sent.id, 'undo')).toMatchObject({ state: 'undone' })
  expect([(await rowsOf(venue)).length, (await rowsOf(other)).length]).toEqual([0, 0])
})

test('RE6 AC6: whoever sees some venues reaches no other one by naming it', async () => {
  const sent = await send(group([`${foreign.id};H1;2026-05-01;19:00;2;Ann`, 'Ship Inn;H2;2026-05-01;19:00;2;Ann']), {}, manager)
  const { version, mapping } = sent
  const values = { venue: { 'Ship Inn': foreign.id } }
  await call('PUT', `/v1/imports/${sent.id}/mapping`, { version, mapping: { ...mapping, values } }, manager)
  expect(await step(sent.id, 'check', manager)).toMatchObject({ counts: { made: 0, rejected: 2 } })
  expect(await step(sent.id, 'apply', manager)).toMatchObject({ counts: { made: 0, rejected: 2 } })
  expect(await rowsOf(foreign)).toEqual([])
})

test('RE6: rows without a place are decided one by one: let in, moved, left out, and thought better of', async () => {
  const here = await aVenue(testApp.container.db, { name: 'Small' })
  const lines = ['J1;2026-05-01;20:00;50;Ann', 'J2;2026-05-01;20:00;50;Ben', 'J3;2026-05-01;20:00;50;Cy']
  const { id } = await send(['Ref;Date;Time;Guests;Name', ...lines].join('\n'), { venueId: here.id })
  let batch = await step(id, 'check')
  const found = await findings(batch, 'area.full')
  expect(found[0]).toMatchObject({ line: 2, decision: null, about: { venueName: 'Small', partySize: 50, startsLocal: '2026-05-01T20:00' } })
  const decide = async (line: number, choice: string | null, over: object = {}) =>
    (batch = await call('PUT', `/v1/imports/${id}/decisions`, { line, choice, version: batch.version, ...over }))
  await decide(2, 'accept')
  await decide(3, 'move', { startsLocal: '2026-05-02T19:30' })
  await decide(4, 'skip')
  expect(batch).toMatchObject({ decided: 3, counts: { made: 2, rejected: 1 } })
  await decide(4, null)
  expect(batch).toMatchObject({ decided: 2, counts: { made: 3, rejected: 0 } })
  await decide(4, 'skip')
  for (const [wrong, status] of [
    [{ line: 99, choice: 'skip' }, 404],
    [{ line: 2, choice: 'move' }, 400],
    [{ line: 2, choice: 'move', startsLocal: '2026-02-31T10:00' }, 400],
    [{ line: 2, choice: 'skip', version: 1 }, 409],
  ] as const)
    expect(
      (await testApp.ask({ method: 'PUT', url: `/v1/imports/${id}/decisions`, body: { version: batch.version, ...wrong }, token: admin }))
        .statusCode,
    ).toBe(status)
  batch = await step(id, 'check')
  expect(batch.findings.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['row.left_out', 'row.moved']))
  expect((await findings(batch, 'row.left_out'))[0]).toMatchObject({ decision: { choice: 'skip' }, about: { partySize: 50 } })
  expect(await step(id, 'apply')).toMatchObject({ counts: { made: 2, rejected: 1 } })
  expect((await rowsOf(here)).map(({ startsLocal }) => startsLocal)).toEqual(['2026-05-01T20:00', '2026-05-02T19:30'])
})

test('RE6: the row of names and what separates cells can be said by hand; columns follow', async () => {
  const here = await aVenue(testApp.container.db)
  const file = 'Bookings of May;;\nexported;;\nDatum;Uhrzeit;Personen\n01.05.2026;19:00;2\n'
  const sent = await send(file, { venueId: here.id })
  const url = `/v1/imports/${sent.id}/layout`
  const plain = await call('PUT', url, { headerLine: 0, delimiter: ';', version: sent.version })
  expect(plain.columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2', 'Column 3'])
  const named = await call('PUT', url, { headerLine: 3, delimiter: ';', version: plain.version })
  expect(named).toMatchObject({ state: 'draft', layout: { headerLine: 3 }, mapping: { fields: { date: { columns: ['Datum'] } } } })
  expect((await testApp.ask({ method: 'PUT', url, body: { headerLine: 40, version: named.version }, token: admin })).statusCode).toBe(422)
  expect((await testApp.ask({ method: 'PUT', url, body: { headerLine: 3, version: 1 }, token: admin })).statusCode).toBe(409)
  expect((await call('GET', `/v1/imports/${sent.id}`)).layout).toMatchObject({ headerLine: 3 })
})

test('RE6: the own number of a venue comes in with a file of venues, and means the venue that has it', async () => {
  const file = (rows: readonly string[]): string => ['Name;Venue ID;Country;tz;city', ...rows].join('\n')
  const over = { kind: 'venues', fileName: 'venues.csv', company: venue.companyId }
  const first = await send(file(['Lighthouse;L-7;DE;Europe/Berlin;Kiel', 'Second Ship;S-1;DE;Europe/Berlin;Kiel']), over)
  expect(first.mapping.fields['externalId']).toEqual({ columns: ['Venue ID'], constant: null })
  const checked = await step(first.id, 'check')
  expect(checked).toMatchObject({ counts: { made: 1, changed: 1 } })
  await step(first.id, 'apply')
  const numbers = () =>
    testApp.container.db.selectFrom('venues').select(['name', 'externalId']).where('importBatchId', '=', first.id).orderBy('name').execute()
  expect(await numbers()).toEqual([{ name: 'Lighthouse', externalId: 'L-7' }])
  const again = await send(file(['Lighthouse;L-7;DE;Europe/Berlin;Flensburg']), over)
  await step(again.id, 'check')
  expect(await step(again.id, 'apply')).toMatchObject({ counts: { changed: 1 } })
  expect(await step(again.id, 'undo')).toMatchObject({ state: 'undone' })
  expect((await numbers())[0]).toEqual({ name: 'Lighthouse', externalId: 'L-7' })
})

test('VE1: nothing is imported into an archived venue, whether it was chosen or is named in the file', async () => {
  const gone = await aVenue(testApp.container.db, { name: 'Gone Inn', companyId: venue.companyId })
  const twin = await aVenue(testApp.container.db, { name: 'Twin Inn', companyId: venue.companyId })
  const left = await aVenue(testApp.container.db, { name: 'Twin Inn', companyId: venue.companyId })
  for (const { id } of [gone, left]) await call('POST', `/v1/venues/${id}/archive`, {})
  const file = group(['Gone Inn;G-1;2026-12-24;20:00;4;Ana', 'Twin Inn;G-2;2026-12-24;20:00;2;Ben'])
  const batch = await step((await send(file)).id, 'check')
  expect(await findings(batch, 'venue.archived')).toMatchObject([{ value: 'Gone Inn' }])
  await step(batch.id, 'apply')
  expect([await rowsOf(gone), await rowsOf(left)]).toEqual([[], []])
  expect(await rowsOf(twin)).toMatchObject([{ partySize: 2 }])
  const chosen = await testApp.ask({
    method: 'POST',
    url: '/v1/imports',
    token: admin,
    body: { kind: 'reservations', fileName: 'group.csv', fileBytes: 10, venueId: gone.id },
  })
  expect(chosen.json()).toMatchObject({ code: 'venue.archived' })
})

test('HU3: what a file calls by the name or own id of a merged venue comes to the one that is kept', async () => {
  const kept = await aVenue(testApp.container.db, { name: 'Kept Inn', companyId: venue.companyId })
  const double = await aVenue(testApp.container.db, { name: 'Double Inn', companyId: venue.companyId, externalId: 'D-1' })
  await call('POST', `/v1/venues/${kept.id}/merge`, { other: double.id })
  const file = group(['Double Inn;M-1;2026-12-24;20:00;4;Ana', 'D-1;M-2;2026-12-24;20:00;2;Ben'])
  const batch = await step((await send(file)).id, 'check')
  await step(batch.id, 'apply')
  expect((await rowsOf(kept)).map(({ partySize }) => partySize).toSorted((a, b) => a - b)).toEqual([2, 4])
  expect(await rowsOf(double)).toEqual([])
})
