import { describe, expect, test } from 'vitest'
import { makeDice } from './dice.ts'
import { cancelShare, leadTimeHours, mealHour, partySize } from './habits.ts'

const draw = (draws: number, from: (dice: ReturnType<typeof makeDice>) => number): number[] => {
  const dice = makeDice(20)
  return Array.from({ length: draws }, () => from(dice))
}
const shareOf = (all: readonly number[], value: number): number => all.filter((one) => one === value).length / all.length
const quantile = (all: readonly number[], share: number): number => all.toSorted((a, b) => a - b)[Math.floor(share * all.length)]!

test('the same seed throws the same dice', () => {
  const [one, other] = [makeDice(5), makeDice(5)]
  expect(Array.from({ length: 20 }, () => one.next())).toEqual(Array.from({ length: 20 }, () => other.next()))
  expect(makeDice(6).next()).not.toBe(makeDice(5).next())
  expect(new Set(draw(2000, (dice) => dice.between(1, 6)))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test('who books later cancels less', () => {
  expect([0, 5, 20, 400].map(cancelShare)).toEqual([0.07, 0.12, 0.31, 0.51])
})

/** What was observed of some ninety thousand reservations, in per cent; of lead times the hours that a quarter, half, three quarters and nine tenths stay under. */
const observed = {
  parties: { 1: 1.8, 2: 41.8, 3: 16.5, 4: 13.3, 5: 6.2, 6: 5.1, 8: 2.7, 10: 1.5, 15: 0.6, 20: 2.3 },
  hours: { 11: 3.2, 12: 3, 17: 10.1, 18: 26.4, 19: 23.8, 20: 14.5, 21: 8.1, 22: 3.5 },
  leads: { 2: [3, 25, 99, 262], 4: [6, 50, 171, 386], 8: [42, 126, 311, 579], 15: [96, 240, 503, 843] },
} as const

describe('drawn often, habits come to the figures they were rounded from', () => {
  test('party sizes', () => {
    const all = draw(50_000, partySize)
    for (const [party, percent] of Object.entries(observed.parties))
      expect(Math.abs(100 * shareOf(all, Number(party)) - percent), party).toBeLessThan(1)
  })

  test('hours of the day people eat at', () => {
    const all = draw(50_000, mealHour)
    for (const [hour, percent] of Object.entries(observed.hours))
      expect(Math.abs(100 * shareOf(all, Number(hour)) - percent), hour).toBeLessThan(1)
  })

  test('lead times by party', () => {
    for (const [party, known] of Object.entries(observed.leads)) {
      const all = draw(50_000, (dice) => leadTimeHours(dice, Number(party)))
      for (const [index, share] of [0.25, 0.5, 0.75, 0.9].entries())
        expect(quantile(all, share) / known[index]!, `${party} at ${share}`).toBeCloseTo(1, 0)
    }
  })
})
