import { expect, test } from 'vitest'
import { writtenInTurn } from './turns.ts'

test('of a hundred files at once two are written at a time, and all of them in the end', async () => {
  let [running, most, written] = [0, 0, 0]
  const write = async (): Promise<void> => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => void setImmediate(resolve))
    running--
    written++
  }
  await Promise.all(Array.from({ length: 100 }, () => writtenInTurn(write)))
  expect([most, written]).toEqual([2, 100])
})
