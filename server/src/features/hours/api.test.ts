import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { readOpeningHours } from './api.ts'

let open: OpenDb
const clock = aClock('2026-11-20T12:00:00Z')
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const read = async (text: string) => {
  const venue = await aVenue(open.db, { countryCode: 'DE' })
  return readOpeningHours(aCtx(open.db, { clock }), { venueId: venue.id, text })
}

test('SE2 pasted opening hours become shifts like those the venue has', async () => {
  const { state, openingHours, shifts, findings } = await read('Mo-Fr 12:00-15:00,19:00-23:00; Su off')
  expect([state, openingHours.length, findings]).toEqual(['known', 10, []])
  expect(shifts).toMatchObject([
    { name: 'Lunch', days: [1, 2, 3, 4, 5], from: '12:00', to: '15:00', intervalMinutes: 15 },
    { name: 'Dinner', days: [1, 2, 3, 4, 5], from: '19:00', to: '23:00' },
  ])
})

test('SE2 what was not understood is named', async () => {
  expect(await read('only take away')).toMatchObject({ state: 'unknown', shifts: [], findings: [{ reason: 'hours.unreadable' }] })
  expect((await read('Mo-Su 18:00+')).findings).toEqual([{ reason: 'hours.open_end', detail: null }])
  expect((await read('Mo-Fr 12h00-22h00')).findings).toEqual([{ reason: 'hours.respelled', detail: 'Mo-Fr 12:00-22:00' }])
  const { closures, findings } = await read('Mo-Sa 18:00-23:00; PH off')
  expect(closures).toContainEqual(expect.objectContaining({ fromOn: '2026-12-25', toOn: '2026-12-25' }))
  expect(findings).toMatchObject([{ reason: 'hours.dated', detail: expect.stringMatching(/^\d+$/) as string }])
})
