import { systemTimers } from '@tablewire/connectors/kit/timers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Claim, withinBudget } from './within-budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const later = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => void setTimeout(resolve, ms, value))
const after = async <T>(ms: number, asked: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(ms)
  return asked
}

test('what is done in time is answered, and what fails in time fails', async () => {
  expect(
    await after(
      100,
      withinBudget({ timers: systemTimers, ms: 200 }, () => later(100, 'made')),
    ),
  ).toEqual({ inTime: true, value: 'made' })
  await expect(withinBudget({ timers: systemTimers, ms: 200 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('who waited long enough hears nothing, and what ends later may not count on him', async () => {
  let claim: Claim = () => true
  const asked = withinBudget({ timers: systemTimers, ms: 200 }, (given) => {
    claim = given
    return later(1000, 'made')
  })
  expect(await after(200, asked)).toEqual({ inTime: false, claimed: false })
  expect(claim()).toBe(false)
})

test('an outcome that is being written is waited for, but not for ever', async () => {
  const writing = (ms: number) =>
    withinBudget({ timers: systemTimers, ms: 200 }, async (claim) => {
      await later(190, undefined)
      expect(claim()).toBe(true)
      return later(ms, 'written')
    })
  expect(await after(300, writing(50))).toEqual({ inTime: true, value: 'written' })
  expect(await after(400, writing(5000))).toEqual({ inTime: false, claimed: true })
})
