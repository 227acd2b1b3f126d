import type { RemoteBooking } from '@tablewire/connectors/kit/connector'
import { expect, test } from 'vitest'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import { ownAmong } from './find-own.ts'

const startsAt = '2026-11-20T18:00:00Z'
const row = { key: 'k-1', createdAt: '2026-11-01T12:00:00Z' }
const ours = {
  startsAt,
  partySize: 4,
  guestEmail: 'ada@example.com',
  guestPhone: '+49 30 1234567',
  guestFirstName: 'Ada',
  guestLastName: 'Byron',
  channelId: 'c-1',
} as ReservationRecord

const unsaid = { venueId: null, areaId: null, notes: null, cancelActor: null, cancelReason: null, paymentUrl: null }
const there = (id: string, more: Partial<RemoteBooking> = {}): RemoteBooking => ({
  ...unsaid,
  id,
  status: 'confirmed',
  startsAt,
  partySize: 4,
  contact: { email: ' ADA@example.com' },
  key: null,
  channelId: null,
  createdAt: '2026-11-01T12:00:05Z',
  ...more,
})
const among = (...found: RemoteBooking[]) => ownAmong(row, ours, found)

test('the key decides, also about a booking that looks otherwise and is over', () => {
  const keyed = there('a', { key: 'k-1', partySize: 2, contact: null, status: 'canceled' })
  expect(among(there('b'), keyed)).toEqual({ kind: 'one', booking: keyed, sure: true })
  expect(among(keyed, { ...keyed, id: 'c' })).toEqual({ kind: 'several', ids: ['a', 'c'] })
})

test('without a key it is the same guest at the same start in the same number', () => {
  expect(among(there('a'))).toMatchObject({ kind: 'one', sure: false })
  expect(among(there('a', { startsAt: '2026-11-20T19:00:00+01:00', channelId: 'c-1' }))).toMatchObject({ kind: 'one', sure: true })
  expect(among(there('a', { contact: { phone: '0049 30/1234567' } }))).toMatchObject({ kind: 'one' })
  expect(among(there('a'), there('b'))).toEqual({ kind: 'several', ids: ['a', 'b'] })
})

test.each<[string, Partial<RemoteBooking>]>([
  ['carries another key', { key: 'k-2' }],
  ['is over there', { status: 'canceled' }],
  ['was made before ours was wished for', { createdAt: '2026-11-01T11:44:59Z' }],
  ['has another start', { startsAt: '2026-11-20T18:30:00Z' }],
  ['has no start', { startsAt: null }],
  ['has another party', { partySize: 5 }],
  ['is of somebody else', { contact: { email: 'eve@example.com', phone: '+49 30 7654321' } }],
  ['names only the same last name', { contact: { lastName: 'Byron' } }],
])('a booking that %s is not ours', (_, more) => expect(among(there('a', more))).toEqual({ kind: 'none' }))

test('a guest without address and number is known by the whole name', () => {
  const nameless = { ...ours, guestEmail: null, guestPhone: null } as ReservationRecord
  const named = (firstName: string, lastName: string) =>
    ownAmong({ ...row }, nameless, [there('a', { contact: { firstName, lastName } })]).kind
  expect(named('ada', 'byron ')).toBe('one')
  expect(named('Augusta', 'Byron')).toBe('none')
})
