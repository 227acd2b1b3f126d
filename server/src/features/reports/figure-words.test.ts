import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { langs } from '@tablewire/contracts/kit/wire'
import { expect, test } from 'vitest'
import { figureWord, signedWord, trendWord } from './figure-words.ts'

const folder = join(import.meta.dirname, '../../../..')
const bookAt = (path: string): Record<string, string> => JSON.parse(readFileSync(join(folder, path), 'utf8'))

test('AN3: shares, points and differences are written as each language writes them', () => {
  expect(langs.map((lang) => figureWord(lang, { unit: 'percent' }, 7.44))).toEqual(
    langs.map((lang) => ({ en: '7.4%', nl: '7,4%', de: '7,4\u00a0%', fr: '7,4\u00a0%', es: '7,4\u00a0%' })[lang]),
  )
  expect([trendWord('de', 'percent', [3, 4]), trendWord('de', 'percent', [6, 4]), trendWord('en', 'percent', [5.04, 4])]).toEqual([
    '−1 Punkt',
    '+2 Punkte',
    '+1 point',
  ])
  expect(signedWord('de', -21)).toBe('−21')
})

test('a duration stands in the unit of the longer one beside it, but as no part of one', () => {
  expect(figureWord('de', { unit: 'minutes', beside: 3.9 * 1440 }, 159)).toBe('2,7 Std.')
  expect(figureWord('de', { unit: 'minutes', beside: 3.9 * 1440 }, 39 * 60)).toBe('1,6 Tage')
  expect(langs.map((lang) => figureWord(lang, { unit: 'minutes', beside: 3.9 * 1440 }, 1440))).toEqual(
    langs.map((lang) => ({ en: '1 day', nl: '1 dag', de: '1 Tag', fr: '1 jour', es: '1 día' })[lang]),
  )
})

test('AN3: files and mails call things as the page does', () => {
  const same = {
    'values.meal': 'basis.meal',
    'values.creation': 'basis.creation',
    'sheets.series': 'time.title',
    'sheets.sizes': 'size.title',
    'sheets.leads': 'lead.title',
    'sheets.heat': 'heat.title',
    'sheets.channels': 'channels.title',
    'sheets.systems': 'systems.title',
    'sheets.venues': 'league.title',
    'by.size': 'size.title',
    'columns.value': 'now',
    'columns.compared': 'before',
    'columns.difference': 'difference',
    'columns.bookings': 'bookings',
    'columns.covers': 'covers',
    'filters.basis': 'basis',
    'filters.compared': 'compare',
    'mail.share': 'unit.percent',
  }
  for (const lang of langs) {
    const file = bookAt(`server/src/features/reports/report-phrases/${lang}.json`)
    const page = bookAt(`portal/src/features/analytics/${lang}.json`)
    for (const [inFile, onPage] of Object.entries(same)) expect([lang, inFile, file[inFile]]).toEqual([lang, inFile, page[onPage]])
  }
})
