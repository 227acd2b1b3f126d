import { existsSync, readFileSync } from 'node:fs'
import { type ImportBatch, partBytesMax } from '@tablewire/contracts/import'
import type { Mapping } from '@tablewire/contracts/import.rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHouse, type TestHouse } from '../../../../tests/build/a-house.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { runBatch } from './run-batch.ts'

/** A complete booking log of two hotels (CC BY 4.0, Antonio, Almeida, Nunes 2019), where it lies beside the project. */
const log = new URL('../../../../../shared/data/open/hotel_bookings_antonio2019.csv.gz', import.meta.url)

let house: TestHouse
let token: string
beforeAll(async () => {
  house = await aHouse()
  token = await house.signIn(await aUser(house.house.db))
})
afterAll(() => house.close())

const call = async (method: string, url: string, body?: unknown): Promise<ImportBatch> => {
  const answer = await house.ask({ method, url, token, body })
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

test.skipIf(!existsSync(log))(
  'RE6: a real booking log of 119,390 rows comes in as it is, once, and goes again',
  async () => {
    const bytes = readFileSync(log)
    const venue = await aVenue(house.house.db, { timeZone: 'Europe/Lisbon', countryCode: 'PT' })
    const made = { kind: 'reservations', venueId: venue.id, fileName: 'log.csv.gz', fileBytes: bytes.length }
    let batch = await call('POST', '/v1/imports', made)
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
      await runBatch(house.house.systemCtx('imports.work'), { id: batch.id })
      return call('GET', `/v1/imports/${batch.id}`)
    }
    const checked = await step('check')
    // 31,994 rows are exact duplicates; 14 of these are among the 180 without a single guest.
    expect(checked.counts).toMatchObject({ rows: 119_390, made: 87_230, duplicates: 31_980, rejected: 180 })
    expect(checked.findings.filter(({ outcome }) => outcome === 'rejected')).toMatchObject([{ reason: 'party.invalid', rows: 180 }])
    expect((await step('apply')).counts).toMatchObject({ made: 87_230, duplicates: 31_980, rejected: 180 })
    const rows = await house.house.db
      .selectFrom('reservations')
      .select((of) => ['status', of.fn.countAll<number>().as('count')])
      .where('venueId', '=', venue.id)
      .groupBy('status')
      .orderBy('status')
      .execute()
    expect(rows.map(({ status }) => status)).toEqual(['canceled', 'completed', 'no_show'])
    expect((await step('undo', {})).counts).toMatchObject({ kept: 0 })
    for (const table of ['reservations', 'reservationEvents', 'guests'] as const)
      expect(await house.house.db.selectFrom(table).select('venueId').where('venueId', '=', venue.id).limit(1).execute(), table).toEqual([])
  },
  300_000,
)
