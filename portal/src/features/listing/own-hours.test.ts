import type { ListingHours } from '@tablewire/contracts/listing/profile'
import { expect, test } from 'vitest'
import { closesToday, undated } from './own-hours.ts'

// A Thursday.
const today = '2026-11-26'
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to: '22:00' }))
const told = { known: true, from: today, week: everyDay, days: [] } as unknown as ListingHours
const day = (fromOn: string, toOn: string, spans: { from: string; to: string }[] = []) => ({ fromOn, toOn, name: '', spans })

test('a day without a date is told by its place', () => {
  expect(undated({ ownWeek: null, ownDays: [day(today, today), day('', '')] })).toEqual([1])
})

test('an own day or week without hours closes today where guests read that it is open', () => {
  expect(closesToday({ ownWeek: null, ownDays: [day(today, today)] }, told)).toBe(true)
  expect(closesToday({ ownWeek: null, ownDays: [day('2026-11-20', '2026-12-01')] }, told)).toBe(true)
  expect(closesToday({ ownWeek: everyDay.filter((one) => one.day !== 4), ownDays: [] }, told)).toBe(true)
})

test('nothing is closed by another day, by hours, by the book, or where it was closed before', () => {
  expect(closesToday({ ownWeek: null, ownDays: [day('2026-11-27', '2026-11-27')] }, told)).toBe(false)
  expect(closesToday({ ownWeek: null, ownDays: [day(today, today, [{ from: '12:00', to: '15:00' }])] }, told)).toBe(false)
  expect(closesToday({ ownWeek: null, ownDays: [] }, told)).toBe(false)
  expect(closesToday({ ownWeek: null, ownDays: [day(today, today)] }, { ...told, week: [] })).toBe(false)
  expect(closesToday({ ownWeek: null, ownDays: [day(today, today)] }, { ...told, known: false })).toBe(false)
})
