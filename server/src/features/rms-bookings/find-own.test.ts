import type { RemoteBooking } from '@tablewire/connectors/kit/connector'
import { expect, test } from 'vitest'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import { ownAmong, tellMoved } from './find-own.ts'

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
const among = (...found: RemoteBooking[]) => ownAmong(row, ours, { found })

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
  ['is of somebody else', { contact: { email: 'eve@example.com', phone: '+49 30 7654321' } }],
  ['names only the same last name', { contact: { lastName: 'Byron' } }],
])('a booking that %s is not ours', (_, more) => expect(among(there('a', more))).toEqual({ kind: 'none' }))

test('a guest without address and number is known by the whole name', () => {
  const nameless = { ...ours, guestEmail: null, guestPhone: null } as ReservationRecord
  const named = (firstName: string, lastName: string) =>
    ownAmong(row, nameless, { found: [there('a', { contact: { firstName, lastName } })] }).kind
  expect(named('ada', 'byron ')).toBe('one')
  expect(named('Augusta', 'Byron')).toBe('none')
})

const at = (hour: number): string => `2026-11-20T${hour}:00:00Z`

test.each<[string, Partial<RemoteBooking>]>([
  ['at another start', { startsAt: at(17) }],
  ['without a start', { startsAt: null }],
  ['in another number', { partySize: 5 }],
  ['of a system that does not say when it was made', { startsAt: at(17), createdAt: null }],
])('one of the same guest %s is taken for ours only by our channel; else it may be a second table', (_, more) => {
  expect(among(there('a', { ...more, channelId: 'c-1' }))).toMatchObject({ kind: 'one', sure: true })
  for (const channelId of [null, 'phone'])
    expect(among(there('a', { ...more, channelId }))).toMatchObject({ kind: 'moved', bookings: [{ id: 'a' }] })
})

test('what stands where ours was wished for goes before what was moved', () => {
  expect(among(there('a', { startsAt: at(17), channelId: 'c-1' }), there('b', { channelId: 'c-1' }))).toMatchObject({
    booking: { id: 'b' },
  })
  expect(among(there('a', { startsAt: at(17) }), there('b', { startsAt: at(20), channelId: 'c-1' }))).toMatchObject({
    booking: { id: 'b' },
  })
  expect(among(there('a', { startsAt: at(17), channelId: 'c-1' }), there('b', { startsAt: at(20), channelId: 'c-1' }))).toEqual({
    kind: 'several',
    ids: ['a', 'b'],
  })
})

test('two tables of one guest, both on their way: each is known by what was wished for, and none is taken for the other', () => {
  const dinner = { ...ours, startsAt: at(20) }
  const beside = (...found: RemoteBooking[]) => ownAmong(row, ours, { found, unfound: [dinner] })
  expect(beside(there('a', { startsAt: at(20), channelId: 'c-1' }))).toEqual({ kind: 'none' })
  expect(beside(there('a', { startsAt: at(20) }), there('b'))).toMatchObject({ kind: 'one', booking: { id: 'b' } })
  // Moved, and nobody can tell which of them it was.
  expect(beside(there('a', { startsAt: at(21), channelId: 'c-1' }))).toMatchObject({ kind: 'moved' })
  const strangers = { ...dinner, guestEmail: 'eve@example.com', guestPhone: null }
  expect(ownAmong(row, ours, { found: [there('a', { startsAt: at(21), channelId: 'c-1' })], unfound: [strangers] })).toMatchObject({
    kind: 'one',
  })
})

test('of a guest known by name alone, no booking elsewhere is surely ours', () => {
  const nameless = { ...ours, guestEmail: null, guestPhone: null }
  const named = there('a', { startsAt: at(17), channelId: 'c-1', contact: { firstName: 'Ada', lastName: 'Byron' } })
  expect(ownAmong(row, nameless, { found: [named] })).toMatchObject({ kind: 'moved' })
})

test('people are told what stands there, in the time of the venue', () => {
  const seen = [there('b7', { startsAt: at(19), partySize: 3 }), there('a1', { startsAt: null, partySize: null })]
  expect(tellMoved(seen, { timeZone: 'Europe/Berlin' })).toBe('the system may have this booking moved: a1; b7, 2026-11-20 20:00, 3')
})
