import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { decidePlacement } from './api.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

type House = { timeZone: string; hours: number | null }
const made = async ({ timeZone, hours }: House) => {
  const shift = aShift({ pacing: { covers: 10, parties: null }, keptBackCovers: 8, from: '01:00', to: '23:00', lastSeating: '22:00' })
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' }))
  return aVenue(open.db, { timeZone, book: { pressureReleaseHours: hours, shifts: [shift], openingHours } })
}
/** A party of four, of ten covers with eight kept back, as a channel asks for it at that instant. */
const asks = async (house: House, startsAt: string, now: string, asker: 'channel' | 'staff' = 'channel') => {
  const { id } = await made(house)
  const ctx = aCtx(open.db, { clock: aClock(now) })
  const venue = await venueWithBook(ctx, id)
  return decidePlacement(ctx, { venue, startsAt, partySize: 4, areaId: null, asker, override: false }).then(
    () => 'placed',
    (error: { code: string }) => error.code,
  )
}

describe('VE4: covers are kept from channels until N hours before the meal', () => {
  // In the night to 29 March 2026 Madrid's clocks go from 02:00 to 03:00, to 25 October from 03:00 back to 02:00; Lord Howe moves half an hour.
  test.each([
    ['an ordinary evening', 'Europe/Madrid', '2026-11-20T19:00:00Z', 4],
    ['the day that has 23 hours', 'Europe/Madrid', '2026-03-29T11:00:00Z', 12],
    ['the day that has 25 hours', 'Europe/Madrid', '2026-10-25T12:00:00Z', 12],
    ['a clock that moves by half an hour', 'Australia/Lord_Howe', '2026-04-05T01:00:00Z', 12],
    ['a zone of quarters', 'Asia/Kathmandu', '2026-11-20T13:15:00Z', 4],
  ] as const)('to the second, counted in real hours, on %s', async (_what, timeZone, startsAt, hours) => {
    const release = Date.parse(startsAt) - hours * 3_600_000
    const at = (ms: number): string => new Date(release + ms).toISOString()
    expect(await asks({ timeZone, hours }, startsAt, at(-1000))).toBe('slot.taken')
    expect(await asks({ timeZone, hours }, startsAt, at(0))).toBe('placed')
    expect(await asks({ timeZone, hours }, startsAt, at(-1000), 'staff')).toBe('placed')
  })

  test('0 hours never releases before the start, and without a release nothing is kept back', async () => {
    const [timeZone, start] = ['Europe/Madrid', '2026-11-20T19:00:00Z']
    expect(await asks({ timeZone, hours: 0 }, start, '2026-11-20T18:59:59Z')).toBe('slot.taken')
    expect(await asks({ timeZone, hours: null }, start, '2026-11-01T12:00:00Z')).toBe('placed')
  })
})
