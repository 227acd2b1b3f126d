import { listingGaps } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import { expect, test } from 'vitest'
import { bodyOf, fields, formOf, isHttps, placeOfGap, tabOf, tabs } from './listing-form.ts'

const hours = {
  known: true,
  timezone: 'Europe/Madrid',
  source: 'book' as const,
  week: [],
  days: [],
  from: '2026-11-26',
  until: '2027-02-23',
  holidays: [],
}
const photo = (id: string, kind: 'food' | 'logo') => ({ id, kind, alt: {}, width: 400, height: 300, sizes: [] })
const listing: ListingDetail = {
  id: 'v',
  venueId: 'v',
  externalId: null,
  version: 3,
  updatedAt: '2026-11-26T10:00:00Z',
  enabled: true,
  status: 'open',
  name: 'Casa',
  venueName: 'Casa',
  displayName: null,
  names: {},
  shortTexts: { en: 'Fire' },
  longTexts: {},
  cuisines: [],
  categories: ['bistro'],
  address: null,
  postalCode: null,
  city: 'Madrid',
  countryCode: 'ES',
  latitude: 40,
  longitude: -3,
  phone: null,
  website: null,
  bookingUrl: null,
  menuUrl: null,
  social: [{ network: 'x', url: 'https://x.example/casa' }],
  priceRange: 2,
  currency: 'EUR',
  attributes: [{ attribute: 'terrace', has: false }],
  payments: [],
  dress: null,
  parking: [],
  photos: [photo('a', 'food')],
  logo: photo('l', 'logo'),
  hours,
  ownWeek: null,
  ownDays: [],
  bookHours: hours,
  score: 50,
  gaps: [],
}
const form = formOf(listing)

test('LI1: nothing is sent of what nobody changed, and a position goes whole', () => {
  expect(bodyOf(form, form)).toEqual({})
  expect(bodyOf(form, { ...form, latitude: 41 })).toEqual({ latitude: 41, longitude: -3 })
  expect(bodyOf(form, { ...form, city: ' ', priceRange: '' })).toEqual({ city: null, priceRange: null })
})

test('LI1: what is not said is not sent; the logo goes with the photos', () => {
  expect(form.attributes).toMatchObject({ terrace: 'no', garden: '' })
  expect(bodyOf(form, { ...form, attributes: { ...form.attributes, garden: 'yes' } })).toEqual({
    attributes: [
      { attribute: 'terrace', has: false },
      { attribute: 'garden', has: true },
    ],
  })
  expect(bodyOf(form, { ...form, photos: form.photos.toReversed() })).toEqual({
    photos: [
      { id: 'l', kind: 'logo', alt: {} },
      { id: 'a', kind: 'food', alt: {} },
    ],
  })
  expect(bodyOf(form, { ...form, social: { ...form.social, x: '' } })).toEqual({ social: [] })
})

test('LI1: every field stands in a tab, and everything that may be missing leads to one', () => {
  expect(new Set(fields)).toEqual(new Set(Object.keys(form)))
  for (const gap of listingGaps) expect(tabs).toContain(placeOfGap[gap].tab)
  expect([tabOf('ownDays.0.fromOn'), tabOf('social.x')]).toEqual(['hours', 'place'])
})

test('LI1: links are whole addresses of https', () => {
  expect(['', 'https://a.example', ' https://a.example/b?c '].map(isHttps)).toEqual([true, true, true])
  expect(['http://a.example', 'https://a', 'javascript:alert(1)', 'a.example'].map(isHttps)).toEqual([false, false, false, false])
})
