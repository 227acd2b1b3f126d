import { expect, test } from 'vitest'
import { endpoints } from '../all.ts'
import { abilityOf, onDevice, subjects, actions } from './access.ts'
import { deviceRights, isTrivialPin, lockSecondsAfter, openOnDevices, pinShape } from './shared-devices.rules.ts'

/** For the evening's right, and not for a shared tablet, each with why. */
const closed: Readonly<Record<string, string>> = {
  'guestMessages.preview': 'writing what guests are told is the office’s work',
  'guestMessages.reminderEffect': 'a figure of the office',
  'partners.booking': 'of reservation systems',
  'partners.bookings': 'of reservation systems',
  'partners.changeBooking': 'of reservation systems',
  'partners.reports': 'of reservation systems',
  'reviewWork.bookings': 'reviews are answered elsewhere',
  'reviewWork.tie': 'reviews are answered elsewhere',
  'traces.hop': 'what went between partners is the office’s matter',
  'traces.journey': 'what went between partners is the office’s matter',
  'traces.settle': 'what went between partners is the office’s matter',
}

test('of every call for the evening it is said whether a shared tablet may make it, and of no other right is any open', () => {
  const own = (can: unknown): boolean =>
    Array.isArray(can) && deviceRights.some(([action, subject]) => can[0] === action && can[1] === subject)
  const evening = endpoints.filter(({ can }) => own(can)).map(({ id }) => id)
  expect(evening.filter((id) => !openOnDevices.has(id)).toSorted()).toEqual(Object.keys(closed).toSorted())
  const open = [...openOnDevices].map((id) => endpoints.find((endpoint) => endpoint.id === id))
  expect(open.filter((endpoint) => !endpoint || (endpoint.can !== 'session' && !own(endpoint.can)))).toEqual([])
})

test('a person may on a tablet what he may elsewhere, and no more than a tablet', () => {
  const everything = onDevice(abilityOf({ roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], permissions: [] }))
  const may = actions.flatMap((action) =>
    subjects.filter((subject) => everything.can(action, subject)).map((subject) => `${action} ${subject}`),
  )
  expect(may.toSorted()).toEqual(deviceRights.map((right) => right.join(' ')).toSorted())
  expect(onDevice(abilityOf({ roles: ['ROLE_MANAGER'], permissions: [] })).can('read', 'reservation-list')).toBe(false)
  expect(abilityOf({ roles: [], permissions: [], device: {} }).can('update', 'users')).toBe(false)
})

test('PINs: four to six digits, none that is tried first', () => {
  expect(['123', '1234567', '12a4', ''].filter((pin) => pinShape.test(pin))).toEqual([])
  const easy = ['0000', '1111', '1234', '4321', '7890', '1212', '123123', '121212', '1987', '2026', '2580', '654321']
  expect(easy.filter((pin) => !isTrivialPin(pin))).toEqual([])
  expect(['7391', '5208', '739164', '40817'].filter((pin) => isTrivialPin(pin))).toEqual([])
})

test('wrong ones close for twice as long each time, an hour at most', () => {
  const locks = [1, 4, 5, 6, 7, 10, 11, 12, 99].map((wrong) => lockSecondsAfter(wrong, 'person'))
  expect(locks).toEqual([0, 0, 60, 120, 240, 1920, 3600, 3600, 3600])
  expect([19, 20].map((wrong) => lockSecondsAfter(wrong, 'device'))).toEqual([0, 60])
})
