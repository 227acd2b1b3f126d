import { expect, test } from 'vitest'
import { isOwnWork, ownSteps } from './own-steps.ts'

const id = 'one'
const of = (version: number) => ({ id, version })
const made = (...versions: number[]): Set<string> => new Set(versions.map((version) => `${id} ${version}`))

test('RE4: what was done from here alone is nobody else’s change', () => {
  expect(isOwnWork(made(2, 3), of(1), of(3))).toBe(true)
  expect(isOwnWork(made(3), of(2), of(3))).toBe(true)
})

test('RE4: one step of somebody else between one’s own is told', () => {
  expect(isOwnWork(made(3), of(1), of(3))).toBe(false)
  expect(isOwnWork(made(2), of(1), of(3))).toBe(false)
  expect(isOwnWork(new Set(['other 2']), of(1), of(2))).toBe(false)
})

test('RE4: nothing newer is nothing to take', () => {
  expect(isOwnWork(made(2), of(2), of(2))).toBe(false)
  expect(isOwnWork(made(2), of(3), of(2))).toBe(false)
})

test('an act is taken back from the newest version that came about here, and no later one', () => {
  ownSteps.made({ id: 'chain', version: 3 })
  ownSteps.made({ id: 'chain', version: 4 })
  ownSteps.made({ id: 'chain', version: 6 })
  expect([2, 4, 5, 9].map((version) => ownSteps.newest('chain', version))).toEqual([4, 4, 6, 9])
})
