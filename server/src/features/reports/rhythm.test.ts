import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { lastDue, nextDue, type Plan } from './rhythm.ts'

const plan = (over: Partial<Plan>): Plan => ({
  rhythm: 'daily',
  weekday: null,
  monthDay: null,
  atTime: '08:00',
  timeZone: 'Europe/Berlin',
  ...over,
})
const at = (text: string) => Temporal.Instant.from(text)
/** The moments of a plan one after the other, as a process that is always there meets them. */
const course = (of: Plan, from: string, times: number): string[] => {
  const all: string[] = []
  for (let now = at(from); all.length < times;) {
    const due = nextDue(of, now)
    expect(lastDue(of, due.at).at.equals(due.at)).toBe(true)
    expect(lastDue(of, due.at).on.equals(due.on)).toBe(true)
    all.push(`${due.at.toString()} ${due.on.toString()}`)
    now = due.at
  }
  return all
}

describe('AN3: a report comes once on each of its days, by the clock of its zone', () => {
  test('daily, over both nights that set the clock', () => {
    expect(course(plan({}), '2026-03-28T06:00:00Z', 3)).toEqual([
      '2026-03-28T07:00:00Z 2026-03-28',
      '2026-03-29T06:00:00Z 2026-03-29',
      '2026-03-30T06:00:00Z 2026-03-30',
    ])
    expect(course(plan({ atTime: '02:30' }), '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:30:00Z 2026-03-29',
      '2026-03-30T00:30:00Z 2026-03-30',
    ])
    expect(course(plan({ atTime: '02:30' }), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00Z 2026-10-25',
      '2026-10-26T01:30:00Z 2026-10-26',
    ])
  })

  test('at midnight, also where the clock leaves midnight out', () => {
    expect(course(plan({ atTime: '00:00', timeZone: 'Africa/Cairo' }), '2026-04-22T23:00:00Z', 3)).toEqual([
      '2026-04-23T22:00:00Z 2026-04-24',
      '2026-04-24T21:00:00Z 2026-04-25',
      '2026-04-25T21:00:00Z 2026-04-26',
    ])
  })

  test('far from Greenwich, on either side', () => {
    expect(course(plan({ timeZone: 'Pacific/Chatham' }), '2026-01-31T23:00:00Z', 1)).toEqual(['2026-02-01T18:15:00Z 2026-02-02'])
    expect(course(plan({ timeZone: 'Pacific/Marquesas', atTime: '23:30' }), '2026-02-01T00:00:00Z', 1)).toEqual([
      '2026-02-01T09:00:00Z 2026-01-31',
    ])
  })

  test('weekly on its day, monthly on the last day of a shorter month', () => {
    expect(course(plan({ rhythm: 'weekly', weekday: 1 }), '2026-11-23T07:00:00Z', 2)).toEqual([
      '2026-11-30T07:00:00Z 2026-11-30',
      '2026-12-07T07:00:00Z 2026-12-07',
    ])
    expect(course(plan({ rhythm: 'monthly', monthDay: 31 }), '2027-01-31T07:00:00Z', 3)).toEqual([
      '2027-02-28T07:00:00Z 2027-02-28',
      '2027-03-31T06:00:00Z 2027-03-31',
      '2027-04-30T06:00:00Z 2027-04-30',
    ])
  })
})

test('AN3: after a downtime the last one that was missed is due, and only that', () => {
  const weekly = plan({ rhythm: 'weekly', weekday: 1 })
  expect(lastDue(weekly, at('2026-12-20T12:00:00Z')).on.toString()).toBe('2026-12-14')
  expect(nextDue(weekly, at('2026-12-20T12:00:00Z')).on.toString()).toBe('2026-12-21')
  expect(lastDue(plan({ rhythm: 'monthly', monthDay: 31 }), at('2027-03-31T05:59:59Z')).on.toString()).toBe('2027-02-28')
})
