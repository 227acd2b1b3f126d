import { expect, test } from 'vitest'
import { hoursReader } from '#src/features/hours/api.ts'
import type { Finding, Note } from './findings.ts'
import { readPhone, readWebsite } from './read-contact.ts'
import { osmKeyOf, readVenue } from './read-venue.ts'
import type { SourceRow } from './venue-source.ts'

const readHours = hoursReader('2026-11-20')
const empty: SourceRow = {
  id: '',
  address: '',
  currency: '',
  minCovers: '',
  maxCovers: '',
  active: '',
  sdkAccess: '',
  tripadvisorId: '',
  externalId: '',
  line: 2,
  osm: '',
  osmType: 'node',
  osmId: '7',
  name: 'Zum Anker',
  nameEn: '',
  nameAr: '',
  nameHe: '',
  nameFr: '',
  nameRu: '',
  street: '',
  houseNumber: '',
  postcode: '',
  city: '',
  addrCountry: '',
  country: 'DE',
  tz: 'Europe/Berlin',
  tzMethod: 'single_zone',
  lat: '52.5',
  lon: '13.4',
  position: '',
  phone: '',
  website: '',
  cuisine: '',
  openingHours: '',
  capacity: '',
  icon: 'restaurant',
  shop: '',
}
const readRow = (row: Partial<SourceRow>) => {
  const reasons: string[] = []
  const note: Note = (outcome, reason) => void reasons.push(`${outcome} ${reason}`)
  const importKey = osmKeyOf({ ...empty, ...row }, note)
  const venue = importKey === undefined ? undefined : readVenue({ ...empty, ...row }, { importKey, readHours, note })
  return { venue, reasons }
}

test('a good row says nothing', () => {
  const { venue, reasons } = readRow({
    street: 'Hafen 1',
    city: 'Hamburg',
    phone: '+49 40 219869',
    website: 'https://anker.example/karte',
    openingHours: 'Mo-Su 12:00-22:00',
  })
  expect(reasons).toEqual([])
  expect(venue).toMatchObject({
    importKey: 'osm:node/7',
    name: 'Zum Anker',
    address: 'Hafen 1',
    city: 'Hamburg',
    postalCode: null,
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    phoneNumber: '+4940219869',
    website: 'https://anker.example/karte',
    active: true,
  })
  expect(venue && Object.keys(venue)).not.toContain('email')
})

test.each([
  [{ osmId: 'x' }, 'rejected row.no_id'],
  [{ name: ' \u200e ' }, 'rejected name.missing'],
  [{ country: 'ZZ', tz: 'Europe/Nowhere', lat: '', lon: '' }, 'rejected country.unknown'],
  [{ country: 'XX', tz: '', lat: '', lon: '' }, 'rejected country.unknown'],
  // Nobody can choose it in the form either.
  [{ country: 'AQ', tz: '', lat: '', lon: '' }, 'rejected country.unknown'],
  [{ country: 'US', tz: '', lat: '', lon: '' }, 'rejected zone.unknown'],
  [{ country: 'US', tz: 'Mars/Olympus' }, 'rejected zone.unknown'],
])('%j is rejected', (row, reason) => {
  expect(readRow(row)).toEqual({ venue: undefined, reasons: [reason] })
})

test.each([
  [{ name: '', nameAr: 'مطعم النجوم' }, 'repaired name.other_language', { name: 'مطعم النجوم' }],
  [{ name: 'Chili\u0007  House\u202c' }, 'repaired name.cleaned', { name: 'Chili House' }],
  [{ name: 'Chili  House' }, 'repaired name.spaces', { name: 'Chili House' }],
  [{ name: 'La m&aacute;s &amp; m&#225;s' }, 'repaired text.entities', { name: 'La más & más' }],
  [{ city: 'M&uuml;nchen' }, 'repaired text.entities', { city: 'München' }],
  [{ country: '', lat: '45.46', lon: '9.19', tz: 'Europe/Rome' }, 'repaired country.from_position', { countryCode: 'IT' }],
  [{ country: 'XX', tz: 'Europe/Paris', lat: '43.73', lon: '7.42' }, 'repaired country.from_position', { countryCode: 'MC' }],
  [{ country: 'US', tz: '', lat: '40.71', lon: '-74.0' }, 'repaired zone.from_position', { timeZone: 'America/New_York' }],
  [{ name: 'x'.repeat(300) }, 'repaired name.cut', { name: 'x'.repeat(160) }],
  [{ country: '-99', tz: 'Asia/Nicosia', lat: '', lon: '' }, 'repaired country.from_zone', { countryCode: 'CY', currency: 'EUR' }],
  [{ country: '', addrCountry: 'AT', tz: 'Europe/Vienna' }, 'repaired country.from_address', { countryCode: 'AT' }],
  [{ addrCountry: 'AT' }, 'noted country.contradicts', { countryCode: 'DE' }],
  [{ country: 'EG', tz: '' }, 'repaired zone.from_country', { timeZone: 'Africa/Cairo', currency: 'EGP' }],
  [{ tz: 'Europe/Busingen' }, 'repaired zone.enclave', { timeZone: 'Europe/Berlin' }],
  [{ country: 'US', tz: 'America/Boise', tzMethod: 'nearest_in_country' }, 'noted zone.guessed', { timeZone: 'America/Boise' }],
  [{ lat: '91', lon: '13' }, 'dropped position.invalid', { latitude: null, longitude: null }],
  [{ lat: '0', lon: '0' }, 'dropped position.invalid', { latitude: null }],
  [{ lat: 'north', lon: '13' }, 'dropped position.invalid', { latitude: null }],
  [{ lat: '', lon: '', position: 'here' }, 'dropped position.invalid', { latitude: null }],
  [{ capacity: '100+' }, 'dropped capacity.invalid', {}],
  [{ icon: 'supermarket', shop: 'supermarket' }, 'repaired kind.not_dining', { active: false }],
  [{ openingHours: 'off' }, 'repaired hours.closed', { active: false }],
  [{ openingHours: 'when the sun shines' }, 'dropped hours.unreadable', { active: true }],
  [{ city: 'x'.repeat(130) }, 'repaired address.cut', { city: 'x'.repeat(120) }],
])('%j is imported all the same', (row, reason, expected) => {
  const { venue, reasons } = readRow(row)
  expect(reasons).toEqual([reason])
  expect(venue).toMatchObject(expected)
})

test.each([
  [{ lat: '41,3851', lon: '2,1734' }, 41.3851, 2.1734],
  [{ lat: '33.87° S', lon: 'E 151.21°' }, -33.87, 151.21],
  [{ lat: '', lon: '', position: '41.3851, 2.1734' }, 41.3851, 2.1734],
  [{ lat: '', lon: '', position: 'POINT (2.1734 41.3851)' }, 41.3851, 2.1734],
])('%j is a position', (row, latitude, longitude) => {
  expect(readRow(row)).toMatchObject({ reasons: [], venue: { latitude, longitude } })
})

test.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['Alemania', 'DE'],
  ['de', 'DE'],
])('%s is a country', (country, countryCode) => {
  expect(readRow({ country })).toMatchObject({ reasons: [], venue: { countryCode } })
})

test('the village of Büsingen keeps its own zone', () => {
  expect(readRow({ tz: 'Europe/Busingen', lat: '47.6965', lon: '8.6893' }).venue?.timeZone).toBe('Europe/Busingen')
})

test('seats named in the file are the capacity', () => {
  expect(readRow({ capacity: '4' }).venue?.book).toMatchObject({ areas: [{ capacity: 4 }], party: { min: 1, max: 4 } })
})

const phone = (cell: string, country = 'DE') => {
  const notes: Pick<Finding, 'reason' | 'done'>[] = []
  return [
    readPhone(cell, country, (_, reason, { done }) => void notes.push({ reason, done })),
    ...notes.map(({ reason, done }) => `${reason}: ${done}`),
  ]
}

test('phones: one number may hold a slash, several are parted, the first valid one is taken', () => {
  expect(phone('+49 8370/929990')).toEqual(['+498370929990'])
  expect(phone('+43 (0)1/967 14 50', 'AT')).toEqual(['+4319671450'])
  expect(phone('00962-2-6353330', 'JO')).toEqual(['+96226353330'])
  expect(phone('030 901820', 'DE')).toEqual(['+4930901820'])
  expect(phone('+49 3379 201080\u202c')[0]).toMatch(/^\+493379201080$|^$/)
  expect(phone('+49 721 1305738; +49 721 60999977')).toEqual([
    '+497211305738',
    'phone.several: +497211305738 taken, left out: +49 721 60999977',
  ])
  expect(phone('16455, +20 2 27352748', 'EG')).toEqual(['+20227352748', 'phone.several: +20227352748 taken, left out: 16455'])
  expect(phone('*3067', 'IL')).toEqual([null, 'phone.invalid: imported without a phone number'])
  expect(phone('+377 93 30 15 30', 'XX')[0]).toBe('+37793301530')
})

test('web addresses: completed, parted, or left out', () => {
  const reasons: string[] = []
  const web = (cell: string) => readWebsite(cell, (_, reason) => void reasons.push(reason))
  expect(web('https://a.example/map?at=37.8,-122.2')).toBe('https://a.example/map?at=37.8,-122.2')
  expect(reasons).toEqual([])
  expect(web('www.gärten.example')).toBe('https://www.gärten.example')
  expect(web('a.example;b.example')).toBe('https://a.example')
  for (const bad of ['http://anna@mail.example', 'javascript:alert(1)', 'http://localhost', 'Facebook our pizza.place', 'ftp://a.example'])
    expect(web(bad), bad).toBeNull()
  expect(reasons).toEqual(['website.completed', 'website.several', ...Array.from({ length: 5 }, () => 'website.invalid')])
})
