import { expect, test } from 'vitest'
import { overlappedDays, readDay } from './week-hours.ts'

const read = (lines: Record<number, string>) =>
  overlappedDays(
    Object.entries(lines).flatMap(([day, line]) => {
      const periods = readDay(Number(day), line)
      if (typeof periods === 'string') throw new Error(periods)
      return periods
    }),
  )

test('ON2: an evening that goes on after midnight ends before the next day opens, Sunday before Monday', () => {
  expect(read({ 5: '18:00-02:00', 6: '02:00-04:00' })).toEqual([])
  expect(read({ 5: '18:00-02:00', 6: '01:00-04:00' })).toEqual([6])
  expect(read({ 7: '12:00-15:00, 20:00-03:00', 1: '0-1' })).toEqual([1])
  expect(read({ 5: '18:00-24:00', 6: '00:00-04:00' })).toEqual([])
})
