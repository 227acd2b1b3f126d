import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import { expect, test } from 'vitest'
import { clockOf } from './wait-clock.ts'

const joinedAt = '2026-11-28T19:00:00Z'
const at = (minutes: number): number => Date.parse(joinedAt) + minutes * 60_000
const entry = (more: Partial<WaitlistEntry>): WaitlistEntry =>
  ({ status: 'waiting', joinedAt, quotedMinutes: 20, readyAt: null, offerUntil: null, ...more }) as WaitlistEntry

test('counts down to what the party was told, then up, late', () => {
  expect(clockOf(entry({}), at(5))).toEqual({ key: 'left', count: 15, late: false })
  expect(clockOf(entry({}), at(20))).toEqual({ key: 'left', count: 0, late: false })
  expect(clockOf(entry({}), at(27))).toEqual({ key: 'over', count: 7, late: true })
})

test('an offer and a table that is ready have clocks of their own; who was told nothing has none', () => {
  expect(clockOf(entry({ quotedMinutes: null }), at(5))).toBeUndefined()
  expect(clockOf(entry({ status: 'ready', readyAt: joinedAt }), at(3))).toEqual({ key: 'ready.since', count: 3, late: false })
  expect(clockOf(entry({ status: 'offered', offerUntil: '2026-11-28T19:10:00Z' }), at(4))).toEqual({
    key: 'offer.left',
    count: 6,
    late: false,
  })
  expect(clockOf(entry({ status: 'left' }), at(4))).toBeUndefined()
})
