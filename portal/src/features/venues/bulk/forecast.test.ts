import type { BulkPreview } from '@tablewire/contracts/estate/bulk-changes'
import { expect, test } from 'vitest'
import { shareOf, together } from './forecast.ts'

const reason = (meaning: string, venues: number, names: string[] = []) =>
  ({ outcome: 'refused', code: 'venue.not_found', meaning, venues, names }) as const
const part: BulkPreview = {
  total: 3000,
  next: 1500,
  changed: 1400,
  unchanged: 60,
  refused: 40,
  reasons: [reason('Not found.', 30), reason('Full.', 10, ['Casa'])],
  fields: [{ field: 'shifts', meaning: 'Shifts', venues: 1400 }],
  guests: null,
}

test('parts of many venues are told as one, what is most frequent first', () => {
  expect(together(undefined, part)).toEqual(part)
  const rest: BulkPreview = {
    ...part,
    next: null,
    changed: 1000,
    reasons: [reason('Full.', 25, ['Norte'])],
    fields: [
      { field: 'areas', meaning: 'Areas', venues: 1450 },
      { field: 'shifts', meaning: 'Shifts', venues: 5 },
    ],
    guests: { reservations: 2, covers: 5, latest: { on: '2030-05-02', venue: 'Norte' } },
  }
  const whole = together(part, rest)
  expect(whole).toEqual({
    total: 3000,
    next: null,
    changed: 2400,
    unchanged: 120,
    refused: 80,
    reasons: [reason('Full.', 35, ['Casa', 'Norte']), reason('Not found.', 30)],
    fields: [
      { field: 'areas', meaning: 'Areas', venues: 1450 },
      { field: 'shifts', meaning: 'Shifts', venues: 1405 },
    ],
    guests: { reservations: 2, covers: 5, latest: { on: '2030-05-02', venue: 'Norte' } },
  })
  expect([part, whole].map(shareOf)).toEqual([0.5, 1])
})

test('of guests to come in both parts, the last day and its venue are told', () => {
  const guests = (on: string, venue: string) => ({ reservations: 1, covers: 2, latest: { on, venue } })
  const both = together({ ...part, guests: guests('2030-06-01', 'Casa') }, { ...part, guests: guests('2030-05-01', 'Norte') })
  expect(both.guests).toEqual({ reservations: 2, covers: 4, latest: { on: '2030-06-01', venue: 'Casa' } })
})
