import { Book } from '@tablewire/contracts/estate/book'
import { checkBook } from '#src/features/venues/api.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { draftBook } from './draft-book.ts'
import type { Period } from './hours-rule.ts'
import { hoursReader } from './read-hours.ts'
import { habitsOf } from './habits.ts'

const read = hoursReader('2026-11-20')
const berlin = { country: 'DE', latitude: 52.5, longitude: 13.4 }

const clock = (minute: number): string => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
const said = (periods: readonly Period[]): string => periods.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(' ')
/** Monday to Sunday, hours past midnight counted on: `18:00-26:00`. */
const weekOf = (text: string, country = 'DE'): string[] => read(text, { ...berlin, country }).week.map(said)
const reasonsOf = (text: string, country = 'DE'): string[] => read(text, { ...berlin, country }).findings.map(({ reason }) => reason)

describe('the week', () => {
  test('of plain hours', () => {
    expect(weekOf('Mo-Fr 12:00-14:30,17:30-22:00; Sa 17:30-23:00; Su off')).toEqual([
      ...Array.from({ length: 5 }, () => '12:00-14:30 17:30-22:00'),
      '17:30-23:00',
      '',
    ])
    expect(reasonsOf('Mo-Fr 12:00-14:30,17:30-22:00; Sa 17:30-23:00; Su off')).toEqual([])
  })

  test('keeps a period that crosses midnight whole, whatever the rule of the next day says', () => {
    expect(weekOf('Mo-Th 11:00-22:00; Fr-Sa 11:00-02:00; Su 12:00-20:00').slice(4)).toEqual(['11:00-26:00', '11:00-26:00', '12:00-20:00'])
    expect(weekOf('Mo-Su 17:00-02:00; Tu off').slice(0, 3)).toEqual(['17:00-26:00', '', '17:00-26:00'])
    expect(weekOf('Mo-Su 10:00-26:00')[6]).toBe('10:00-26:00')
  })

  test('cuts at midnight what lasts longer than a day', () => {
    expect(weekOf('24/7')).toEqual(Array.from({ length: 7 }, () => '0:00-24:00'))
    expect(weekOf('Mo-Fr 08:00-24:00; Sa-Su 00:00-24:00').slice(4)).toEqual(['8:00-24:00', '0:00-24:00', '0:00-24:00'])
  })

  test('ends an open end with the last time named, else at eleven', () => {
    expect(weekOf('Mo-Su 10:00-20:00+')[0]).toBe('10:00-20:00')
    expect(weekOf('18:00+')[0]).toBe('18:00-23:00')
    expect(reasonsOf('18:00+')).toEqual(['hours.open_end'])
  })

  test('takes times with a remark, and leaves a fallback out', () => {
    expect(weekOf('Mo-Fr 10:00-20:00 "kitchen until 19"')[0]).toBe('10:00-20:00')
    expect(reasonsOf('Mo-Fr 10:00-20:00 "kitchen until 19"')).toEqual(['hours.comment'])
    expect(weekOf('Mo-Fr 10:00-20:00 || "on request"')).toEqual([...Array.from({ length: 5 }, () => '10:00-20:00'), '', ''])
  })

  test('understands slips with one reading', () => {
    for (const text of ['Mo-Su 12:00-22', 'Mo-Su 12:00:22:00', 'Mo-Su 12:00--22:00', 'Mo-Su 12h00-22h00', 'Mon-Sun 12.00–22.00']) {
      expect(weekOf(text)[0], text).toBe('12:00-22:00')
      expect(reasonsOf(text), text).toEqual(['hours.respelled'])
    }
  })

  test('sets what follows the sun to half hours', () => {
    expect(weekOf('10:00-sunset')[0]).toMatch(/^10:00-\d\d:(00|30)$/)
    expect(reasonsOf('10:00-sunset')).toEqual(['hours.sun'])
  })
})

describe('what is no hours', () => {
  test.each(['open', 'yes', 'Mo-Fr', 'Tu off', '"by appointment"', 'Mo-Su'])('%s says nothing about times', (text) => {
    expect(read(text, berlin)).toMatchObject({ state: 'unknown', exceptions: [] })
    expect(weekOf(text).join('')).toBe('')
    expect(reasonsOf(text)).toContain('hours.no_times')
  })
  test.each(['off', 'closed', 'Mo-Su off', '24/7 off'])('%s is closed', (text) => expect(read(text, berlin).state).toBe('closed'))
  test('nothing is unknown without a word', () => expect(read('', berlin)).toMatchObject({ state: 'unknown', findings: [] }))
  test('prose is unreadable, and says where reading stopped', () => {
    expect(read('only take away', berlin)).toMatchObject({ state: 'unknown', findings: [{ reason: 'hours.unreadable' }] })
  })
})

describe('days that differ', () => {
  test('closes on public holidays of the country, by their names', () => {
    const { exceptions } = read('Mo-Sa 18:00-02:00; PH off', berlin)
    expect(exceptions).toContainEqual({ fromOn: '2026-12-25', toOn: '2026-12-25', name: '1. Weihnachtstag', periods: [] })
    expect(exceptions.some(({ fromOn }) => fromOn === '2026-11-26')).toBe(false)
    expect(read('Mo-Sa 18:00-02:00; PH off', { ...berlin, country: 'US' }).exceptions.some(({ fromOn }) => fromOn === '2026-11-26')).toBe(
      true,
    )
  })

  test('opens on holidays with hours of their own', () => {
    const christmas = read('Mo-Sa 10:00-22:00; Su,PH 12:00-18:00', berlin).exceptions.find(({ fromOn }) => fromOn === '2026-12-25')
    expect(said(christmas!.periods)).toBe('12:00-18:00')
  })

  test('says so where nobody knows the holidays, and keeps the rest', () => {
    expect(weekOf('Mo-Fr 10:00-20:00, PH 12:00-18:00, Sa 10:00-14:00', 'TW').slice(4)).toEqual(['10:00-20:00', '10:00-14:00', ''])
    expect(weekOf('PH,Mo-Su 08:00-22:00', 'TW')[6]).toBe('8:00-22:00')
    expect(reasonsOf('Mo-Fr 10:00-20:00; PH off', 'TW')).toEqual(['hours.holidays_unknown'])
    expect(reasonsOf('Mo-Fr 10:00-20:00; SH off')).toEqual(['hours.school_holidays'])
  })

  test('a season is one range over days on which both weeks agree', () => {
    const { week, exceptions } = read('Apr-Oct: Mo-Su 10:00-22:00; Nov-Mar: We-Su 12:00-20:00', berlin)
    expect(week.map(said)).toEqual(['', '', ...Array.from({ length: 5 }, () => '12:00-20:00')])
    expect(exceptions.map(({ fromOn, toOn, periods }) => [fromOn, toOn, said(periods)])).toEqual([
      ['2027-04-01', '2027-10-31', '10:00-22:00'],
    ])
  })

  test('a year of many seasons is too much for a book', () => {
    const text = 'Apr-Oct Mo-Fr 11:00-22:00; Apr-Oct Su,PH 12:00-22:00; Nov-Mar Mo-Fr 11:00-21:30; Nov-Mar Su,PH 12:00-21:30'
    expect(read(text, berlin)).toMatchObject({ exceptions: [], findings: [{ reason: 'hours.seasons' }] })
  })
})

/** As people write them into maps and listings: every kind of days with every kind of times and of what comes after. */
const days = ['Mo-Su', 'Tu-Sa', 'Mo-Fr', 'Su-Th', 'Mo,We-Sa', 'Fr,Sa', 'Sa-Th', 'Mo-Th, Su']
const times = [
  '11:00-23:00',
  '12:00-15:00,17:30-23:00',
  '11:30-14:00, 18:00-22:00',
  '17:00-02:00',
  '18:00-24:00',
  '10:00-26:00',
  '18:00+',
  '9:00-18:00',
  '17:00-00:00',
  '12:00-05:00',
]
const rests = [
  '',
  '; Su off',
  '; Mo off; PH 17:00-22:30+',
  '; PH,Su 12:00-20:00',
  ', Sa,Su,PH 12:00-14:30',
  ' "kitchen until nine"',
  '; Nov-Jan: off',
  '; Dec 24-26 off',
  '; ',
]
const oddities = [
  '24/7',
  'off',
  'open',
  'ma-su 10:00-20:00',
  'Mo-Su 12:00-22',
  'Mon-Sun 12.00–22.00',
  'Apr-Sep Tu-Sa 09:30-17:00; Oct-Mar Tu-Sa 10:00-16:00',
  'Apr-Oct: Mo-Su 10:00-22:00; Nov-Mar: We-Su 12:00-20:00',
  'Su 17:00-12:00; Mo-Sa 17:00-01:00',
  'Mo-Fr 11:00-14:00; 17:00-22:00; PH 17:00-22:00',
  'Tu-Fr 12:00-13:30, Mo-Sa 17:00-18:00+',
  'Mo-Fr 08:00-sunset',
  'PH,Mo-Su 08:00-22:00',
  'only take away',
  'Mo-Su',
]

test('opening hours as people write them are read without a throw into books that can be worked with', () => {
  const texts = [...days.flatMap((on) => times.flatMap((at) => rests.map((rest) => `${on} ${at}${rest}`))), ...oddities]
  const broken: string[] = []
  let known = 0
  // Countries with and without a calendar of holidays, and one the library has never heard of.
  const countries = ['DE', 'US', 'TW', 'XK']
  for (const [index, text] of texts.entries()) {
    const hours = read(text, { ...berlin, country: countries[index % countries.length]! })
    if (hours.state === 'known') known++
    const book = draftBook(hours, habitsOf.restaurant)
    if (!z.safeParse(Book, book).success || checkBook(book).length) broken.push(text)
  }
  expect(broken).toEqual([])
  expect(known / texts.length).toBeGreaterThan(0.9)
})
