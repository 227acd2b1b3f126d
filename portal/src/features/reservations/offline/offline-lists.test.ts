import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { expect, test, vi } from 'vitest'
import { forgetOfflineLists, keepOfflineList, readOfflineList } from './offline-lists.ts'

const aPlace = (mostChars = 1_000_000) => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > mostChars) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
}
const rows = (count: number): ReservationRow[] => Array.from({ length: count }, (_, n) => ({ id: `r${n}` }) as ReservationRow)
const person = 'host'
const list = (name: string, count = 1) => ({ name, at: Date.now(), rows: rows(count) })

test('the list of an evening is still there after looking at other days', () => {
  const place = aPlace()
  for (const name of ['tonight', 'tomorrow', 'friday']) keepOfflineList(place, 'k', { person, list: list(name) })
  expect(readOfflineList(place, 'k', { person, name: 'tonight' })?.rows).toHaveLength(1)
  expect(readOfflineList(place, 'k', { person, name: 'sunday' })).toBeUndefined()
})

test('what was not looked at for longest goes first, and too many rows of one list are cut', () => {
  const place = aPlace()
  for (let n = 0; n < 12; n++) keepOfflineList(place, 'k', { person, list: list(`day ${n}`) })
  expect(readOfflineList(place, 'k', { person, name: 'day 3' })).toBeUndefined()
  expect(readOfflineList(place, 'k', { person, name: 'day 4' })).toBeDefined()
  keepOfflineList(place, 'k', { person, list: list('all', 3_000) })
  expect(readOfflineList(place, 'k', { person, name: 'all' })?.rows).toHaveLength(2_000)
})

test('nobody else reads it, nor anybody a day later, nor after the end of the session', () => {
  const place = aPlace()
  keepOfflineList(place, 'k', { person, list: list('tonight') })
  expect(readOfflineList(place, 'k', { person: 'another', name: 'tonight' })).toBeUndefined()
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000 })
  expect(readOfflineList(place, 'k', { person, name: 'tonight' })).toBeUndefined()
  vi.useRealTimers()
  keepOfflineList(place, 'k', { person: 'another', list: list('theirs') })
  expect(readOfflineList(place, 'k', { person, name: 'tonight' })).toBeUndefined()
  forgetOfflineLists(place, 'k')
  expect(readOfflineList(place, 'k', { person: 'another', name: 'theirs' })).toBeUndefined()
})

test('where the storage is full, none stays rather than an old one; what an earlier version kept is none', () => {
  const place = aPlace(400)
  keepOfflineList(place, 'k', { person, list: list('tonight') })
  keepOfflineList(place, 'k', { person, list: list('tonight', 500) })
  expect(readOfflineList(place, 'k', { person, name: 'tonight' })).toBeUndefined()
  const old = aPlace()
  old.setItem('k', JSON.stringify({ person, name: 'tonight', at: Date.now(), rows: [] }))
  expect(readOfflineList(old, 'k', { person, name: 'tonight' })).toBeUndefined()
})
