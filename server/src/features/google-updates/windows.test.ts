import { expect, test } from 'vitest'
import type { GoogleSlot } from '#src/features/google-merchants/api.ts'
import { type Window, windowsOf } from './windows.ts'

const slotAt = (at: string, partySize: number): GoogleSlot => ({
  startSec: Date.parse(at) / 1000,
  durationSec: 3600,
  partySize,
  room: undefined,
  spotsOpen: 1,
  spotsTotal: 1,
  mode: 'CONFIRMATION_MODE_SYNCHRONOUS',
  lastBookableSec: undefined,
})
/** An evening that runs past midnight, for so many parties. */
const evening = (date: string, parties: number): GoogleSlot[] => {
  const night = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  return [`${date}T20:00Z`, `${night}T00:30Z`].flatMap((at) => Array.from({ length: parties }, (_, nth) => slotAt(at, nth + 1)))
}
const span = { from: '2026-03-01', to: '2026-03-08', timeZone: 'UTC' }
const cut = async (pieces: GoogleSlot[][], at = span): Promise<Window[]> => {
  const arrive = async function* () {
    yield* pieces
  }
  const windows: Window[] = []
  for await (const window of windowsOf(arrive(), at)) windows.push(window)
  return windows
}
const days = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, nth) => `2026-03-0${from + nth}`)

test('little is one window over the whole span, also where nothing is told at all', async () => {
  expect(await cut([])).toEqual([{ from: '2026-03-01', to: '2026-03-08', slots: [] }])
  const [window, ...more] = await cut([evening('2026-02-28', 2), evening('2026-03-03', 2)])
  expect(more).toEqual([])
  // Of the evening before only what comes after midnight.
  expect(window).toMatchObject({ from: '2026-03-01', to: '2026-03-08' })
  expect(window!.slots).toHaveLength(6)
})

test('much is cut between days: no gap, nothing twice, nothing lost, each window whole', async () => {
  for (const pieces of [days(1, 8).map((date) => evening(date, 3500)), [days(1, 8).flatMap((date) => evening(date, 3500))]]) {
    const windows = await cut(pieces)
    expect(windows.length).toBeGreaterThan(3)
    expect([windows[0]!.from, windows.at(-1)!.to]).toEqual(['2026-03-01', '2026-03-08'])
    for (const [nth, { from, to, slots }] of windows.entries()) {
      if (nth > 0) expect(Date.parse(from) - Date.parse(windows[nth - 1]!.to)).toBe(86_400_000)
      const told = slots.map(({ startSec }) => new Date(startSec * 1000).toISOString().slice(0, 10))
      expect(told.every((date) => date >= from && date <= to)).toBe(true)
      expect(slots.length).toBeLessThan(20_000)
    }
    const all = windows.flatMap(({ slots }) => slots.map(({ startSec, partySize }) => `${startSec} ${partySize}`))
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(8 * 7000 - 3500)
  }
})

test('a day that is too much by itself stays one window, and days without tables lie in one beside it', async () => {
  const windows = await cut([evening('2026-03-02', 11_000), evening('2026-03-06', 1)])
  expect(windows.map(({ from, to, slots }) => [from, to, slots.length])).toEqual([
    ['2026-03-01', '2026-03-02', 11_000],
    ['2026-03-03', '2026-03-03', 11_000],
    ['2026-03-04', '2026-03-08', 2],
  ])
})

test('dates are the venue’s', async () => {
  const windows = await cut([[slotAt('2026-03-08T12:00Z', 2), slotAt('2026-03-08T10:00Z', 2)]], { ...span, timeZone: 'Pacific/Auckland' })
  expect(windows).toMatchObject([{ slots: [{ startSec: Date.parse('2026-03-08T10:00Z') / 1000 }] }])
})
