import { expect, test } from 'vitest'
import { addressOf, maskedAddress, maskedEmail, maskedPhone, phoneOf } from './guest-contact.ts'

test('staff dial as at home, channels send the country code without a plus', () => {
  const staff = (text: string, countryCode = 'ES') => phoneOf(text, { countryCode, international: false })
  const channel = (text: string, countryCode = 'ES') => phoneOf(text, { countryCode, international: true })
  expect(staff('600 111 222')).toBe('+34600111222')
  expect(staff('+44 20 7946 0958')).toBe('+442079460958')
  expect(staff('0044 20 7946 0958')).toBe('+442079460958')
  expect(staff('030 901820', 'DE')).toBe('+4930901820')
  expect(staff('34600111222')).toBe('+34600111222')
  expect(channel('34600111222')).toBe('+34600111222')
  expect(channel('600111222')).toBe('+34600111222')
  expect(channel('+34600111222')).toBe('+34600111222')
  for (const wrong of ['12', 'call me', '', '+', '00', '6001112223334445']) expect(staff(wrong), wrong).toBeUndefined()
})

test('histories keep a hint of the contact, not the contact', () => {
  expect(maskedEmail('ana.garcia@example.test')).toBe('a…@example.test')
  expect(maskedPhone('+34600111222')).toBe('+34…22')
  expect(maskedAddress(addressOf({ country: 'DE', city: 'Köln', street: 'Am Hof 3', postalCode: '50667' }))).toBe('A…3, Köln, DE')
  expect([maskedEmail(null), maskedPhone(null), maskedAddress(null)]).toEqual([null, null, null])
})

test('an address of nothing is none, and its parts always stand in one order', () => {
  expect(addressOf({ country: null, street: '' })).toBeNull()
  expect(JSON.stringify(addressOf({ city: 'Köln', country: 'DE' }))).toBe(
    '{"country":"DE","city":"Köln","region":null,"street":null,"postalCode":null}',
  )
})
