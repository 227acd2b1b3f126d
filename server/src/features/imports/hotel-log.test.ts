import { gzipSync } from 'node:zlib'
import { type ImportBatch, partBytesMax } from '@tablewire/contracts/import/import'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importers } from '#src/app/importers.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const header = [
  'hotel',
  'is_canceled',
  'lead_time',
  'arrival_date_year',
  'arrival_date_month',
  'arrival_date_week_number',
  'arrival_date_day_of_month',
  'adults',
  'children',
  'babies',
  'meal',
  'country',
  'distribution_channel',
  'customer_type',
  'adr',
  'reservation_status',
  'reservation_status_date',
]
const made = 2400
/** One row in four stands there twice, one in a hundred has no guest at all: neither comes in. */
const isTwice = (row: number): boolean => row % 4 === 1
const isEmpty = (row: number): boolean => row % 100 === 7

/** Invented, in the form in which hotels and their software hand out logs: a date in three columns, guests in three, words of their own for states. */
const rowOf = (row: number): string => {
  const status = ['Check-Out', 'Check-Out', 'Canceled', 'Check-Out', 'No-Show'][row % 5]!
  const [year, month, day] = [2015 + (row % 3), months[row % 12]!, 1 + (row % 28)]
  const guests = isEmpty(row) ? '0,0,0' : `${1 + (row % 4)},${row % 7 === 0 ? 'NA' : row % 3},${row % 11 === 0 ? 1 : 0}`
  const channel = ['Direct', 'TA/TO', 'Corporate'][row % 3]!
  const before = `Seaside Hotel,${status === 'Canceled' ? 1 : 0},${row},${year},${month},${1 + (row % 52)},${day}`
  return `${before},${guests},BB,PRT,${channel},Transient,${80 + (row % 50)},${status},${year}-0${1 + (row % 9)}-1${row % 9}`
}
const log = (): Buffer => {
  const rows = Array.from({ length: made }, (_, row) => row).flatMap((row) => (isTwice(row) ? [rowOf(row), rowOf(row)] : [rowOf(row)]))
  return gzipSync(`${[header.join(','), ...rows].join('\n')}\n`)
}
const countOf = (is: (row: number) => boolean): number => Array.from({ length: made }, (_, row) => row).filter(is).length

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await aTestApp()
  token = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())

const call = async (method: string, url: string, body?: unknown): Promise<ImportBatch> => {
  const answer = await testApp.ask({ method, url, token, body })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.body}`)
  return answer.json<{ data: ImportBatch }>().data
}
const from = (...columns: string[]) => ({ columns, constant: null })
const mapping: Mapping = {
  fields: {
    date: from('arrival_date_year', 'arrival_date_month', 'arrival_date_day_of_month'),
    time: { columns: [], constant: '19:00' },
    partySize: from('adults', 'children', 'babies'),
    status: from('reservation_status'),
    tags: from('distribution_channel'),
    leadDays: from('lead_time'),
  },
  dateOrder: 'YMD',
  values: { status: { 'Check-Out': 'completed' } },
}

test('RE6: the booking log of a hotel comes in as it is, once, and goes again', async () => {
  const bytes = log()
  const venue = await aVenue(testApp.container.db, { timeZone: 'Europe/Lisbon', countryCode: 'PT' })
  const file = { kind: 'reservations', venueId: venue.id, fileName: 'log.csv.gz', fileBytes: bytes.length }
  let batch = await call('POST', '/v1/imports', file)
  for (let at = 0; at < bytes.length; at += partBytesMax) {
    const content = bytes.subarray(at, at + partBytesMax).toString('base64')
    batch = await call('POST', `/v1/imports/${batch.id}/parts?at=${at}`, { content })
  }
  // The names of its columns say most of it.
  expect(batch.mapping.fields).toMatchObject({
    date: from('arrival_date_year', 'arrival_date_month', 'arrival_date_day_of_month'),
    partySize: from('adults', 'children', 'babies'),
    status: from('reservation_status'),
    leadDays: from('lead_time'),
  })
  await call('PUT', `/v1/imports/${batch.id}/mapping`, { mapping, version: batch.version })
  const step = async (name: string, body?: object): Promise<ImportBatch> => {
    await call('POST', `/v1/imports/${batch.id}/${name}`, body)
    await runBatch(testApp.container.systemCtx('imports.work'), importers, { id: batch.id })
    return call('GET', `/v1/imports/${batch.id}`)
  }
  const checked = await step('check')
  const rejected = countOf(isEmpty)
  const counts = { made: made - rejected, duplicates: countOf(isTwice), rejected }
  expect(checked.counts).toMatchObject({ rows: made + countOf(isTwice), ...counts })
  expect(checked.findings.filter(({ outcome }) => outcome === 'rejected')).toMatchObject([{ reason: 'party.invalid', rows: rejected }])
  expect((await step('apply')).counts).toMatchObject(counts)
  const rows = await testApp.container.db
    .selectFrom('reservations')
    .select((of) => ['status', of.fn.countAll<number>().as('count')])
    .where('venueId', '=', venue.id)
    .groupBy('status')
    .orderBy('status')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['canceled', 'completed', 'no_show'])
  expect((await step('undo', {})).counts).toMatchObject({ kept: 0 })
  for (const table of ['reservations', 'reservationEvents', 'guests'] as const)
    expect(
      await testApp.container.db.selectFrom(table).select('venueId').where('venueId', '=', venue.id).limit(1).execute(),
      table,
    ).toEqual([])
})
