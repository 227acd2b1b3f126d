import type { ListingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import { expect, test } from 'vitest'
import { courseOf, listingFigures } from './listing-figures.ts'

const week = { from: '2026-11-16', to: '2026-11-22' }
const standing = { listings: 4, average: 70.5, complete: 1, differences: 3 }
const open = { differences: 3, middleMinutes: 60, longestMinutes: 90, rows: { test: '0' } }
const answer = {
  since: '2026-11-01',
  standing: { live: true, now: standing, compared: null, rows: { test: '0' }, completeRows: { test: '0', minScore: '100' } },
  moves: { opened: 2, settled: 1, compared: null },
  course: [{ ...week, standing, compared: null }],
  weeks: [{ ...week, opened: 2, settled: 1 }],
  now: { open },
} as unknown as ListingAnalytics
const valuesOf = (of: ListingAnalytics) => listingFigures(['completeShare', 'differences', 'opened'], of).map(({ value }) => value)

test('AN2: shares are of the listings there are, and what nothing is known of is no zero', () => {
  expect(valuesOf(answer)).toEqual([25, 3, 2])
  expect(courseOf('opened', answer)).toEqual([2])
  const nothing = { ...answer.standing, now: null }
  const unknown = { ...answer, standing: nothing, course: [{ ...week, standing: null, compared: null }] }
  expect(valuesOf(unknown)).toEqual([null, null, null])
  expect(courseOf('opened', unknown)).toEqual([])
})

test('AN2: of a period that is over no age of what is open today is told', () => {
  const ages = (of: ListingAnalytics) => listingFigures(['middleMinutes', 'longestMinutes'], of).map(({ value }) => value)
  expect(ages(answer)).toEqual([60, 90])
  expect(ages({ ...answer, standing: { ...answer.standing, live: false } })).toEqual([null, null])
})
