import { expect, test } from 'vitest'
import { type HistoryEntry, newsOf } from './news-of.ts'

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
  expect(newsOf(entry({}))).toBe('new')
  expect(newsOf(entry({ fromStatus: 'held' }))).toBe('new')
  expect(newsOf(entry({ source: 'phone' }))).toBe('new')
  expect(newsOf(entry({ toStatus: 'pending_confirmation' }))).toBe('pending')
  expect(newsOf(entry({ kind: 'changed', changed: ['startsAt', 'endsAt'] }))).toBe('changed')
  expect(newsOf(entry({ kind: 'changed', changed: ['notes'] }))).toBe('changed')
  expect(newsOf(entry({ kind: 'moved', move: 'cancel', fromStatus: 'confirmed', toStatus: 'canceled' }))).toBe('canceled')
  expect(newsOf(entry({ kind: 'moved', move: 'confirm', fromStatus: 'requires_payment' }))).toBe('new')
})

test('SE3: what nobody has to act on is no news', () => {
  expect(newsOf(entry({ kind: 'held', toStatus: 'held' }))).toBeUndefined()
  expect(newsOf(entry({ toStatus: 'requires_payment' }))).toBeUndefined()
  expect(newsOf(entry({ source: 'walk_in' }))).toBeUndefined()
  expect(newsOf(entry({ source: 'import' }))).toBeUndefined()
  expect(newsOf(entry({ kind: 'changed', changed: ['tags', 'lang'] }))).toBeUndefined()
  expect(newsOf(entry({ kind: 'moved', move: 'seat', fromStatus: 'confirmed', toStatus: 'seated' }))).toBeUndefined()
  expect(newsOf(entry({ kind: 'moved', move: 'confirm', fromStatus: 'pending_confirmation' }))).toBeUndefined()
  expect(
    newsOf(entry({ kind: 'changed', fromStatus: 'pending_confirmation', toStatus: 'pending_confirmation', changed: ['partySize'] })),
  ).toBe('changed')
})
