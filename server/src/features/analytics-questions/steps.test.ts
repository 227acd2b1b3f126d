import { expect, test } from 'vitest'
import { comparedSpan } from './ask.ts'
import { stepsOf } from './steps.ts'

test('steps follow the calendar, but for the first and the last', () => {
  expect(stepsOf({ from: '2026-01-30', to: '2026-03-02' }, 'month')).toEqual([
    { from: '2026-01-30', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-02' },
  ])
  expect(stepsOf({ from: '2026-11-25', to: '2026-12-01' }, 'week')).toEqual([
    { from: '2026-11-25', to: '2026-11-29' },
    { from: '2026-11-30', to: '2026-12-01' },
  ])
  expect(stepsOf({ from: '2026-01-01', to: '2026-01-01' }, 'day')).toHaveLength(1)
})

test('a compared period begins on the same weekday, or on the same date', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' }
  const asked = (more: object) => comparedSpan(november, { ...november, ...more })
  expect(asked({})).toEqual({ from: '2026-09-27', to: '2026-10-26' })
  expect(asked({ align: 'date' })).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(asked({ compare: 'year' })).toEqual({ from: '2025-11-02', to: '2025-12-01' })
  expect(asked({ compare: 'year', align: 'date' })).toEqual({ from: '2025-11-01', to: '2025-11-30' })
  expect(asked({ compare: 'none' })).toBeNull()
  const week = { from: '2026-11-16', to: '2026-11-22' }
  expect(comparedSpan(week, week)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
})
