import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { differingZones, firstDifferences } from './zone-data.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const now = Temporal.Instant.from('2026-11-28T12:00:00Z')

test('zones of which both know the same are not named, over both changes of the clock', async () => {
  expect(await differingZones(open.db, ['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'], now)).toEqual(
    [],
  )
  expect(await differingZones(open.db, [], now)).toEqual([])
})

test('a zone that the database does not know, or tells otherwise, is named with the first instant and both offsets', () => {
  const [before, after] = ['2026-12-01T12:00:00Z', '2027-04-01T12:00:00Z'].map((at) => ({
    zone: 'Europe/Madrid',
    at: Temporal.Instant.from(at),
  }))
  expect(firstDifferences([after!, before!], [120, 60])).toEqual([])
  expect(firstDifferences([after!, before!], [60, 60])).toEqual([
    { zone: 'Europe/Madrid', from: '2027-04-01T12:00:00Z', ours: 120, theirs: 60 },
  ])
  expect(firstDifferences([after!, before!], [null, null])).toMatchObject([{ from: '2026-12-01T12:00:00Z', ours: 60, theirs: null }])
})
