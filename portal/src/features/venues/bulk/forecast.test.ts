import type { BulkPreview } from '@tablewire/contracts/estate/bulk-changes'
import { expect, test } from 'vitest'
import { shareOf, together } from './forecast.ts'

const reason = (meaning: string, venues: number) => ({ outcome: 'refused', code: 'venue.not_found', meaning, venues }) as const
const part: BulkPreview = {
  total: 3000,
  next: 1500,
  changed: 1400,
  unchanged: 60,
  refused: 40,
  reasons: [reason('Not found.', 30), reason('Full.', 10)],
  fields: [{ field: 'shifts', meaning: 'Shifts', venues: 1400 }],
  guests: null,
}

test('parts of many venues are told as one, what is most frequent first', () => {
  expect(together(undefined, part)).toEqual(part)
  const rest: BulkPreview = {
    ...part,
    next: null,
    changed: 1000,
    reasons: [reason('Full.', 25)],
    fields: [
      { field: 'areas', meaning: 'Areas', venues: 1450 },
      { field: 'shifts', meaning: 'Shifts', venues: 5 },
    ],
    guests: { reservations: 2, covers: 5 },
  }
  const whole = together(part, rest)
  expect(whole).toEqual({
    total: 3000,
    next: null,
    changed: 2400,
    unchanged: 120,
    refused: 80,
    reasons: [reason('Full.', 35), reason('Not found.', 30)],
    fields: [
      { field: 'areas', meaning: 'Areas', venues: 1450 },
      { field: 'shifts', meaning: 'Shifts', venues: 1405 },
    ],
    guests: { reservations: 2, covers: 5 },
  })
  expect([part, whole].map(shareOf)).toEqual([0.5, 1])
})
