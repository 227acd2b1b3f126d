import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pacedReload } from './paced-reload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes together is read once, the next not before its time, and nothing after the end', async () => {
  const read = vi.fn<() => Promise<unknown>>(() => Promise.resolve())
  const { tell, stop } = pacedReload(read, 10_000)
  tell()
  tell()
  await vi.advanceTimersByTimeAsync(500)
  expect(read).toHaveBeenCalledTimes(1)
  tell()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
  tell()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a reading that takes long is repeated the more seldom, and what is told during it is not lost', async () => {
  const read = vi.fn<() => Promise<unknown>>(() => new Promise((resolve) => void setTimeout(resolve, 2_000)))
  const { tell } = pacedReload(read, 10_000)
  tell()
  await vi.advanceTimersByTimeAsync(1_000)
  tell()
  await vi.advanceTimersByTimeAsync(1_500 + 37_900)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(read).toHaveBeenCalledTimes(2)
})
