import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { expect, test } from 'vitest'
import { caseOf, type News, noticeOf, statusChange } from './remote-state-cases.ts'

type Line = [case_: string, event: string | null, notice: string | undefined, news: News]
const news = (now: Status, more: Partial<News> = {}): News => ({ first: false, status: undefined, placed: false, now, ...more })
const first = true
const placed = true

const lines: readonly Line[] = [
  ['made', 'booked', 'booked', news('confirmed', { first, status: 'confirmed' })],
  ['made', 'booked', 'booked', news('confirmed', { first, placed })],
  ['made', 'booked', 'requested', news('pending_confirmation', { first })],
  ['made', 'booked', 'requested', news('requires_payment', { first, status: 'requires_payment' })],
  ['made', 'booked', undefined, news('seated', { first })],
  ['refused', 'moved', 'rejected', news('rejected', { first, status: 'rejected' })],
  ['refused', 'moved', 'canceled', news('canceled', { first, status: 'canceled', placed })],
  ['refused as known here', 'changed', 'canceled', news('canceled', { first })],
  ['moved on', 'moved', 'booked', news('confirmed', { status: 'confirmed' })],
  ['moved on', 'moved', 'booked', news('confirmed', { status: 'confirmed', placed })],
  ['moved on', 'moved', 'rejected', news('rejected', { status: 'rejected' })],
  ['moved on', 'moved', 'canceled', news('canceled', { status: 'canceled' })],
  ['moved on', 'moved', undefined, news('no_show', { status: 'no_show' })],
  ['moved on', 'moved', undefined, news('requires_payment', { status: 'requires_payment', placed })],
  ['placed elsewhere', 'changed', 'changed', news('confirmed', { placed })],
  ['placed elsewhere', 'changed', 'changed', news('pending_confirmation', { placed })],
  ['placed elsewhere', 'changed', undefined, news('seated', { placed })],
  ['placed elsewhere', 'changed', undefined, news('canceled', { placed })],
  ['no news', null, undefined, news('confirmed')],
]
test.each(lines)('%s: event %s, guest hears %s', (name, event, notice, given) => {
  const found = caseOf(given)
  expect(found).toMatchObject({ name, event })
  expect(noticeOf(found, given.now, 'everybody')).toBe(notice)
  expect(noticeOf(found, given.now, 'nobody')).toBeUndefined()
  // A refusal stands in the answer; everything else is mailed all the same.
  expect(noticeOf(found, given.now, 'caller')).toBe(notice === 'rejected' ? undefined : notice)
})

test('a status counts when it is news to both, and when it is insisted on', () => {
  const ask = { here: 'seated', before: 'confirmed', stated: 'confirmed', insist: false } as const
  expect(statusChange(ask)).toBeUndefined()
  expect(statusChange({ ...ask, insist: true })).toBe('confirmed')
  expect(statusChange({ ...ask, stated: 'canceled' })).toBe('canceled')
  expect(statusChange({ ...ask, stated: undefined, insist: true })).toBeUndefined()
  expect(statusChange({ ...ask, stated: 'seated' })).toBeUndefined()
  expect(statusChange({ ...ask, before: null })).toBe('confirmed')
})
