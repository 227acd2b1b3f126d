import { expect, test } from 'vitest'
import { comparedSpan } from './ask.ts'
import { pairedSteps, stepsOf } from './steps.ts'

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
  const february = { from: '2025-02-01', to: '2025-02-28' }
  expect(comparedSpan(february, { ...february, compare: 'year', align: 'date' })).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  // No day stands on both sides.
  const twelve = { from: '2025-11-01', to: '2026-10-31' }
  expect(comparedSpan(twelve, { ...twelve, compare: 'year' })).toEqual({ from: '2024-10-26', to: '2025-10-25' })
  const week = { from: '2026-11-16', to: '2026-11-22' }
  expect(comparedSpan(week, week)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
})

test('steps are compared with days as many, of the calendar where it is alike; together they are the whole compared period', () => {
  const year = { from: '2026-01-01', to: '2026-12-31' }
  const others = (span: { from: string; to: string }, compared: { from: string; to: string }, period: 'day' | 'week' | 'month') =>
    pairedSteps(span, compared, period).map(({ other }) => other && `${other.from}/${other.to}`)
  const shifted = others(year, { from: '2024-12-26', to: '2025-12-25' }, 'month')
  expect(shifted).toHaveLength(12)
  expect([shifted[0], shifted[1], shifted[11]]).toEqual(['2024-12-26/2025-01-25', '2025-01-26/2025-02-22', '2025-11-25/2025-12-25'])
  expect(others(year, { from: '2025-01-01', to: '2025-12-31' }, 'month')[1]).toBe('2025-02-01/2025-02-28')
  const july = { from: '2025-07-01', to: '2025-07-31' }
  expect(others(july, { from: '2025-06-01', to: '2025-06-30' }, 'week')[0]).toBe('2025-06-01/2025-06-06')
  const june = others({ from: '2025-06-01', to: '2025-06-30' }, { from: '2025-05-01', to: '2025-05-31' }, 'day')
  expect([june.length, june[0], june[29]]).toEqual([30, '2025-05-01/2025-05-01', '2025-05-30/2025-05-31'])
  const march = others({ from: '2025-03-01', to: '2025-03-31' }, { from: '2025-02-01', to: '2025-02-28' }, 'day')
  expect(march.slice(27)).toEqual(['2025-02-28/2025-02-28', null, null, null])
})
