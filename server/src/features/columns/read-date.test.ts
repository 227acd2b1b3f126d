import { expect, test } from 'vitest'
import { dateOrderOf, readDate, readTime } from './read-date.ts'

test.each([
  ['2015 July 1', 'YMD', '2015-07-01', null],
  ['2026-05-01', 'DMY', '2026-05-01', null],
  ['2026-05-01T19:30:00', 'DMY', '2026-05-01', 1170],
  ['1.5.2026', 'DMY', '2026-05-01', null],
  ['05/01/2026 7:30 PM', 'MDY', '2026-05-01', 1170],
  ['01/05/26', 'DMY', '2026-05-01', null],
  ['20260501', 'DMY', '2026-05-01', null],
  ['1. Mai 2026, 19:30 Uhr', 'DMY', '2026-05-01', 1170],
  ['1 de mayo de 2026', 'DMY', '2026-05-01', null],
  ['3 août 2026', 'DMY', '2026-08-03', null],
  ['Jul 4, 2026 19:30', 'MDY', '2026-07-04', 1170],
  ['3 maart 2026', 'DMY', '2026-03-03', null],
  ['1 juin 2026', 'DMY', '2026-06-01', null],
  ['2026-05-01 00:00:00', 'DMY', '2026-05-01', 0],
  ['5/1/2026 12:00:00 AM', 'MDY', '2026-05-01', 0],
  ['20260501T193000', 'DMY', '2026-05-01', 1170],
  ['46143', 'DMY', '2026-05-01', null],
  ['46143.8125', 'DMY', '2026-05-01', 1170],
  ['46143,9999999', 'DMY', '2026-05-02', 0],
] as const)('RE6: %s', (text, order, date, minutes) => {
  expect(readDate(text, order)).toEqual({ date, minutes, ms: null })
})

test('RE6: an instant stays one; what is no date is none', () => {
  expect(readDate('2026-05-01T19:30:00+02:00', 'DMY')?.ms).toBe(Date.parse('2026-05-01T17:30:00Z'))
  for (const text of [
    '2026-05-01 19:30:00+02',
    '20260501T173000Z',
    '2026-05-01T17:30Z',
    '2026-05-01 17:30:00.123 UTC',
    '2026-05-01T19:30:00.5+0200',
  ])
    expect(Math.floor((readDate(text, 'DMY')?.ms ?? 0) / 60_000), text).toBe(Date.parse('2026-05-01T17:30:00Z') / 60_000)
  for (const text of ['12345', '99999', '2026-13-01T10:00:00Z', '', 'soon', '31.2.2026', '2026-13-01', '13/13/2026', '0'])
    expect(readDate(text, 'DMY'), text).toBeUndefined()
})

test('RE6: times as people and spreadsheets write them', () => {
  expect(['19:30', '19.30', '19h30', '7:30 pm', '7pm', '19 Uhr', '1930', '0.8125', '12:15 am', '19:30:00', '24:00'].map(readTime)).toEqual([
    1170, 1170, 1170, 1170, 1140, 1140, 1170, 1170, 15, 1170, 0,
  ])
  expect(['', 'noon', '25:00', '19:75', '99'].map(readTime)).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('RE6: the order of a date by the samples that tell it', () => {
  expect(dateOrderOf(['01/02/2026', '05/13/2026'], 'DMY')).toBe('MDY')
  expect(dateOrderOf(['01/02/2026'], 'DMY')).toBe('DMY')
  expect(dateOrderOf(['2026-02-01'], 'DMY')).toBe('YMD')
})
