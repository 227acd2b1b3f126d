import { expect, test } from 'vitest'
import { type HistoryEntry, notificationEventOf } from './notification-event.ts'

const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  kind: 'booked',
  move: null,
  fromStatus: null,
  toStatus: 'confirmed',
  source: 'channel',
  changed: [],
  ...over,
})

test('SE3: new, pending, changed and canceled come from what happens to reservations', () => {
  expect(notificationEventOf(entry({}))).toBe('new')
  expect(notificationEventOf(entry({ fromStatus: 'held' }))).toBe('new')
  expect(notificationEventOf(entry({ source: 'phone' }))).toBe('new')
  expect(notificationEventOf(entry({ toStatus: 'pending_confirmation' }))).toBe('pending')
  expect(notificationEventOf(entry({ kind: 'changed', changed: ['startsAt', 'endsAt'] }))).toBe('changed')
  expect(notificationEventOf(entry({ kind: 'changed', changed: ['notes'] }))).toBe('changed')
  expect(notificationEventOf(entry({ kind: 'moved', move: 'cancel', fromStatus: 'confirmed', toStatus: 'canceled' }))).toBe('canceled')
  expect(notificationEventOf(entry({ kind: 'moved', move: 'confirm', fromStatus: 'requires_payment' }))).toBe('new')
})

test('SE3: what nobody has to act on is no news', () => {
  expect(notificationEventOf(entry({ kind: 'held', toStatus: 'held' }))).toBeUndefined()
  expect(notificationEventOf(entry({ toStatus: 'requires_payment' }))).toBeUndefined()
  expect(notificationEventOf(entry({ source: 'walk_in' }))).toBeUndefined()
  expect(notificationEventOf(entry({ source: 'import' }))).toBeUndefined()
  expect(notificationEventOf(entry({ kind: 'changed', changed: ['tags', 'lang'] }))).toBeUndefined()
  expect(notificationEventOf(entry({ kind: 'moved', move: 'seat', fromStatus: 'confirmed', toStatus: 'seated' }))).toBeUndefined()
  expect(notificationEventOf(entry({ kind: 'moved', move: 'confirm', fromStatus: 'pending_confirmation' }))).toBeUndefined()
  expect(
    notificationEventOf(
      entry({ kind: 'changed', fromStatus: 'pending_confirmation', toStatus: 'pending_confirmation', changed: ['partySize'] }),
    ),
  ).toBe('changed')
})
