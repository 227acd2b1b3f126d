import { expect, test } from 'vitest'
import { peakOf } from './occupancy.ts'

const stay = (from: string, to: string, partySize: number, status: 'confirmed' | 'canceled' = 'confirmed') => ({
  status,
  partySize,
  startsAt: `2026-11-20T${from}:00Z`,
  startsLocal: `2026-11-20T${from}`,
  endsAt: `2026-11-20T${to}:00Z`,
})

test('the house is fullest where stays overlap; who leaves makes room, who does not come takes none', () => {
  const rows = [stay('18:00', '20:00', 4), stay('19:00', '21:00', 6), stay('20:00', '22:00', 3), stay('19:00', '22:00', 40, 'canceled')]
  expect(peakOf(rows)).toEqual({ startsLocal: '2026-11-20T19:00', covers: 10 })
  expect(peakOf([])).toBeUndefined()
})
