import { expect, test } from 'vitest'
import { makeReadings, positionOf } from './positions.ts'

const at = (position: bigint, ms: number) => ({ position, monotonicMs: ms, wallMs: 1_000_000 + ms })

test('positions are compared as numbers, also beyond the first four gigabytes', () => {
  expect(positionOf('0/16B3748')).toBe(0x16b3748n)
  expect(positionOf('1/0')).toBe(0x1_0000_0000n)
  expect(positionOf('A/FFFFFFFF') < positionOf('B/0')).toBe(true)
})

test('a standby is as old as the newest reading it has replayed', () => {
  const readings = makeReadings(60_000)
  expect(readings.reached(5n)).toBeUndefined()
  for (const [position, ms] of [
    [10n, 1000],
    [20n, 2000],
    [20n, 3000],
    [30n, 4000],
  ] as const)
    readings.note(at(position, ms))
  expect(readings.reached(9n)).toBeUndefined()
  expect(readings.reached(19n)?.monotonicMs).toBe(1000)
  // Nothing was written between two readings: the later one counts.
  expect(readings.reached(20n)?.monotonicMs).toBe(3000)
  expect(readings.reached(99n)?.monotonicMs).toBe(4000)
})

test('readings are forgotten after their time, when one overtakes another, and when the log went back', () => {
  const readings = makeReadings(5000)
  readings.note(at(10n, 1000))
  readings.note(at(20n, 7000))
  expect(readings.reached(15n)).toBeUndefined()
  readings.note(at(15n, 6500))
  expect(readings.newest()?.position).toBe(20n)
  readings.note(at(12n, 8000))
  expect(readings.reached(30n)?.monotonicMs).toBe(8000)
  expect(readings.reached(11n)).toBeUndefined()
})
