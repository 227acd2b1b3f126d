import { addressOf } from '@tablewire/contracts/analytics/question.rules'
import { spanOf } from '@tablewire/contracts/analytics/ranges.rules'
import { expect, test } from 'vitest'
import { presetOf, readersZone, readQuestion, strangeIn } from './question.ts'

test('presets are weeks from Monday, months of the calendar and the year', () => {
  const today = '2026-11-24'
  expect(spanOf('today', today)).toEqual({ from: today, to: today })
  expect(spanOf('thisWeek', today)).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(spanOf('lastWeek', today)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(spanOf('thisMonth', today)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(spanOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(spanOf('lastTwelve', today)).toEqual({ from: '2025-11-01', to: '2026-10-31' })
  expect(presetOf(spanOf('lastMonth', today), today)).toBe('lastMonth')
  expect(presetOf({ from: '2026-11-03', to: today }, today)).toBeUndefined()
})

test('an address is a whole question: days and choices that make no sense are left out, filters are asked as they stand', () => {
  expect(readQuestion({}, '2026-11-24')).toEqual({
    from: '2026-11-16',
    to: '2026-11-22',
    basis: 'meal',
    compare: 'previous',
    excludeCanceled: true,
  })
  const id = '01900000-0000-7000-8000-000000000001'
  expect(
    readQuestion(
      {
        from: '2026-02-01',
        to: '2026-02-30',
        range: 'thisYear',
        basis: 'x',
        compare: 'custom',
        venue: `${id},7`,
        party: '2,0',
        canceled: '1',
      },
      '2026-11-24',
    ),
  ).toEqual({
    from: '2026-01-01',
    to: '2026-12-31',
    basis: 'meal',
    compare: 'previous',
    venueId: [id, '7'],
    partySize: [2, 0],
  })
})

test('today is meant by the calendar of the venue asked about, else by one that all share, else by the reader’s own', () => {
  const [berlin, tokyo] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
  const mine = [
    { id: berlin, timezone: 'Europe/Berlin' },
    { id: tokyo, timezone: 'Asia/Tokyo' },
  ]
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(readersZone({ venue: tokyo }, mine)).toBe('Asia/Tokyo')
  expect(readersZone({}, mine.slice(0, 1))).toBe('Europe/Berlin')
  expect(readersZone({}, mine)).toBe(own)
  expect(readersZone({}, [])).toBe(own)
})

test('AN2: the address that a mail or a file names is the whole question again', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const questions = [
    { basis: 'creation', compare: 'custom', compareFrom: '2025-01-01', compareTo: '2025-01-31', period: 'week' },
    { basis: 'meal', compare: 'none', align: 'date', whole: true, venueId: [id], partySize: [2, 8], excludeCanceled: true },
    { basis: 'meal', compare: 'previous', companyId: id, brandId: id, channelId: [id], rmsId: [id] },
  ] as const
  for (const question of questions) {
    const whole = { from: '2026-01-01', to: '2026-01-31', ...question }
    expect(readQuestion(addressOf(whole as never), '2026-11-24')).toEqual(whole)
  }
})

test('what an address says and nobody can mean is named, with the field that shows what is asked instead', () => {
  expect(strangeIn({ range: 'lastMonth', period: 'week', compare: 'custom', align: 'date' })).toEqual([])
  expect(strangeIn({ from: '2026-11-01' })).toEqual([{ field: 'to', what: '' }])
  expect(strangeIn({ from: '2026-02-31', to: '2026-03-01', range: 'last12Months', compare: 'never' })).toEqual([
    { field: 'from', what: '2026-02-31' },
    { field: 'from', what: 'last12Months' },
    { field: 'compare', what: 'never' },
  ])
})
