import type { ShownFacts } from '@tablewire/contracts/listing/copies'
import { expect, test } from 'vitest'
import { type Compared, differencesOf, isSameHouse } from './compare-facts.ts'

const night = { from: '00:00', to: '02:00' }
const every = [1, 2, 3, 4, 5, 6, 7]
const ours: Compared = {
  name: 'The Quiet Garden',
  address: 'Rua da Ribeira Nova 12',
  postalCode: '1200-479',
  city: 'Lisboa',
  countryCode: 'PT',
  latitude: 38.706,
  longitude: -9.146,
  phone: '+351213456789',
  website: 'https://www.quiet.example/',
  menuUrl: 'https://quiet.example/menu',
  hours: every.map((day) => ({ day, from: '18:00', to: '02:00' })),
  specialDays: [
    { date: '2026-12-24', periods: [{ from: '12:00', to: '16:00' }] },
    { date: '2026-12-25', periods: [] },
    { date: '2026-12-31', periods: [{ from: '19:00', to: '03:00' }] },
  ],
}
const fields = (theirs: ShownFacts): string[] => differencesOf(ours, theirs, '2026-11-26').map(({ field }) => field)

test.each<[string, ShownFacts]>([
  ['accents, case, articles and kinds of house in a name', { name: 'quiet garden restaurant' }],
  ['number before the street, short words', { address: '12, R. da Ribeira Nova', postalCode: '1200 479', city: 'LISBOA' }],
  ['a phone without its country', { phone: '21 345 6789' }],
  ['a phone with 00', { phone: '00351 213 456 789' }],
  ['a link with http, without www, from a campaign', { website: 'http://quiet.example?utm_source=guide' }],
  ['a point in the same block', { latitude: 38.707, longitude: -9.1465 }],
  [
    'a night written as two days',
    {
      hours: every.flatMap((day) => [
        { day, from: '18:00', to: '00:00' },
        { day, from: '00:00', to: '02:00' },
      ]),
      specialDays: [
        { date: '2026-12-24', periods: [night, { from: '12:00', to: '16:00' }] },
        { date: '2026-12-25', periods: [] },
        { date: '2026-12-26', periods: [{ from: '18:00', to: '00:00' }] },
        { date: '2026-12-31', periods: [night, { from: '19:00', to: '00:00' }] },
        {
          date: '2027-01-01',
          periods: [
            { from: '00:00', to: '03:00' },
            { from: '18:00', to: '00:00' },
          ],
        },
      ],
    },
  ],
  [
    'the night of a special day written on the day after',
    {
      specialDays: [
        ...ours.specialDays.slice(0, 2),
        { date: '2026-12-31', periods: [{ from: '19:00', to: '00:00' }] },
        {
          date: '2027-01-01',
          periods: [
            { from: '00:00', to: '03:00' },
            { from: '18:00', to: '02:00' },
          ],
        },
      ],
    },
  ],
  ['nothing at all', {}],
  ['what we do not have', { menuUrl: null, phone: null }],
])('LI1: %s is no difference', (_what, theirs) => expect(fields(theirs)).toEqual([]))

test.each<[string, ShownFacts, string[]]>([
  ['another name', { name: 'Loud Garden' }, ['name']],
  ['another number in the street', { address: 'Rua da Ribeira Nova 21' }, ['address']],
  ['another postcode', { address: 'Rua da Ribeira Nova 12', postalCode: '1200-480' }, ['address']],
  ['another phone', { phone: '+351 213 456 780' }, ['phone']],
  ['three streets further', { latitude: 38.7095, longitude: -9.146 }, ['position']],
  ['another page', { website: 'https://other.example', menuUrl: 'https://quiet.example/wine' }, ['website', 'menu']],
  ['closing at midnight', { hours: every.map((day) => ({ day, from: '18:00', to: '00:00' })), specialDays: ours.specialDays }, ['hours']],
  ['no special days', { hours: ours.hours }, ['specialDays']],
])('LI1: %s is a difference', (_what, theirs, wanted) => expect(fields(theirs)).toEqual(wanted))

test('LI1: of special days those are told that differ, as either side is open on them', () => {
  const theirs = { hours: ours.hours, specialDays: [{ date: '2026-12-25', periods: [] }] }
  const [days] = differencesOf(ours, theirs, '2026-11-26')
  expect(days!.ours.specialDays!.map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-31'])
  expect(days!.theirs.specialDays![0]).toEqual({ date: '2026-12-24', periods: [{ from: '18:00', to: '02:00' }] })
  expect(differencesOf(ours, theirs, '2027-01-01')).toEqual([])
})

test('LI1: two of three of name, address and phone are the house', () => {
  const { name, address } = ours
  expect(isSameHouse(ours, { name, address, phone: '+351999999999' })).toBe(true)
  expect(isSameHouse(ours, { name, address: 'Elsewhere 1', phone: '+351999999999' })).toBe(false)
  expect(isSameHouse(ours, { name })).toBe(true)
  expect(isSameHouse(ours, { name: 'Loud', address })).toBe(false)
  expect(isSameHouse(ours, {})).toBe(true)
})
