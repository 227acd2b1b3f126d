import { describe, expect, it } from 'vitest'
import { byClock, mealAt, mealsOf, minutesInto, ofMeal, phaseAt, served } from './phase-rules.ts'

const shift = (id: string, from: string, to: string) => ({ id, name: id, from, to })
const date = '2026-11-20'
const meals = mealsOf({ shifts: [shift('dinner', '18:00', '01:00'), shift('lunch', '12:00', '15:00')] })
const clock = (local: string) => {
  const { meal, phase } = byClock(meals, date, local)
  return [meal?.id, phase]
}

describe('the phase by the clock', () => {
  it('is prepared, worked and closed in the order of the meals, past midnight too', () => {
    expect(clock('2026-11-19T20:00')).toEqual(['lunch', 'briefing'])
    expect(clock('2026-11-20T11:44')).toEqual(['lunch', 'briefing'])
    expect(clock('2026-11-20T11:45')).toEqual(['lunch', 'service'])
    expect(clock('2026-11-20T15:00')).toEqual(['lunch', 'close'])
    expect(clock('2026-11-20T16:00')).toEqual(['dinner', 'briefing'])
    expect(clock('2026-11-20T23:59')).toEqual(['dinner', 'service'])
    expect(clock('2026-11-21T00:30')).toEqual(['dinner', 'service'])
    expect(clock('2026-11-21T01:00')).toEqual(['dinner', 'close'])
    expect(clock('2026-11-23T12:00')).toEqual(['dinner', 'close'])
  })
  it('is the running one where the next meal begins while one is just over', () => {
    const close = mealsOf({ shifts: [shift('early', '17:00', '19:00'), shift('late', '19:00', '23:00')] })
    expect(byClock(close, date, '2026-11-20T18:50')).toMatchObject({ meal: { id: 'late' }, phase: 'service' })
  })
  it('goes by the wall clock in the nights in which it is changed', () => {
    // 02:30 comes twice on the one, and never on the other; the meal ends at 03:00 of the clock on both.
    const night = mealsOf({ shifts: [shift('night', '20:00', '03:00')] })
    for (const [evening, local, phase] of [
      ['2026-10-24', '2026-10-25T02:30', 'service'],
      ['2026-10-24', '2026-10-25T03:00', 'close'],
      ['2026-03-28', '2026-03-29T01:59', 'service'],
      ['2026-03-28', '2026-03-29T03:00', 'close'],
    ] as const)
      expect(byClock(night, evening, local).phase).toBe(phase)
  })
  it('knows days without a meal, and a meal chosen by hand', () => {
    expect(byClock([], date, '2026-11-19T22:00').phase).toBe('briefing')
    expect(byClock([], date, '2026-11-21T04:00').phase).toBe('service')
    expect(byClock([], date, '2026-11-21T05:00').phase).toBe('close')
    expect(phaseAt(meals, 'lunch', { date, nowLocal: '2026-11-20T19:00' })).toBe('close')
    expect(phaseAt(meals, undefined, { date, nowLocal: '2026-11-20T19:00' })).toBe('service')
  })
})

describe('the meal of a party', () => {
  it('is the one that began last, and everybody has one', () => {
    const at = (local: string) => mealAt(meals, minutesInto(date, local))?.id
    expect(['2026-11-20T11:00', '2026-11-20T14:00', '2026-11-20T16:30', '2026-11-21T00:45', '2026-11-21T02:00'].map(at)).toEqual([
      'lunch',
      'lunch',
      'lunch',
      'dinner',
      'dinner',
    ])
    const rows = ['2026-11-20T13:00', '2026-11-21T00:15'].map((startsLocal) => ({ startsLocal }))
    expect(ofMeal(rows, { meals, mealId: 'dinner', date })).toEqual([rows[1]])
    expect(ofMeal(rows, { meals, mealId: undefined, date })).toBe(rows)
  })
})

it('shows who sits in the house whatever the meal, as long as it is served', () => {
  const party = (id: string, status: 'seated' | 'confirmed' | 'completed') => ({ id, status })
  const all = [party('lunch, still there', 'seated'), party('lunch, gone', 'completed'), party('dinner', 'confirmed')]
  expect(served(all, [all[2]!])).toEqual([all[0], all[2]])
  expect(served(all, all)).toBe(all)
})
