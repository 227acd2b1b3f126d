import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const source = join(import.meta.dirname, '../../../shared/data/derived/restaurant_booking_aggregates_recruit.json')

describe.skipIf(!existsSync(source))(`against the figures they were rounded from (skipped where the file ${source} is absent)`, () => {
  type Aggregates = Record<'party_size_share' | 'visit_hour_share', Record<string, number>> &
    Record<'lead_hours_quantiles_by_party', Record<string, Record<string, number>>>
  const figures = (): Aggregates => JSON.parse(readFileSync(source, 'utf8')) as Aggregates

  test('party sizes', () => {
    const all = draw(50_000, partySize)
    for (const [party, share] of Object.entries(figures().party_size_share))
      expect(Math.abs(shareOf(all, Number(party)) - share), party).toBeLessThan(0.01)
  })

  test('hours of the day people eat at', () => {
    const all = draw(50_000, mealHour)
    for (const hour of [11, 12, 17, 18, 19, 20, 21, 22])
      expect(Math.abs(shareOf(all, hour) - figures().visit_hour_share[hour]!), `${hour}`).toBeLessThan(0.01)
  })

  test('lead times by party', () => {
    for (const [group, party] of [
      ['1-2', 2],
      ['3-4', 4],
      ['7-8', 8],
      ['13-20', 15],
    ] as const) {
      const all = draw(50_000, (dice) => leadTimeHours(dice, party))
      const known = figures().lead_hours_quantiles_by_party[group]!
      for (const share of [0.25, 0.5, 0.75, 0.9]) expect(quantile(all, share) / known[share]!, `${group} at ${share}`).toBeCloseTo(1, 0)
    }
  })
})
