import { expect, test } from 'vitest'
import { mayBeLate, maySplit, splitSteps } from './party-steps.ts'

test('a party is split into what it has, the even parts first, nobody left over', () => {
  expect(splitSteps(8)).toEqual([4, 3, 2, 1])
  expect(splitSteps(5)).toEqual([2, 1])
  expect(splitSteps(2)).toEqual([1])
  expect(splitSteps(40)).toHaveLength(8)
})

test('who is expected may be late, who is expected or seated may be split, and one guest is no two parties', () => {
  expect(mayBeLate({ status: 'confirmed', partySize: 2 })).toBe(true)
  expect(mayBeLate({ status: 'seated', partySize: 2 })).toBe(false)
  expect(maySplit({ status: 'seated', partySize: 2 })).toBe(true)
  expect(maySplit({ status: 'seated', partySize: 1 })).toBe(false)
  expect(maySplit({ status: 'completed', partySize: 8 })).toBe(false)
})
