import { expect, test } from 'vitest'
import { withoutParts } from './report-about.ts'
import { hasOwnDays, newForm, proposedFor } from './report-form.ts'

test('AN3: days that have no name are none of a report, and whoever plans one is told', () => {
  const today = '2026-11-26'
  expect(hasOwnDays({ from: '2026-11-16', to: '2026-11-22', compare: 'previous' }, today)).toBe(false)
  expect(hasOwnDays({ from: '2026-11-10', to: '2026-11-14', compare: 'previous' }, today)).toBe(true)
  expect(hasOwnDays({ from: '2026-11-16', to: '2026-11-22', compare: 'custom' }, today)).toBe(true)
})

test('AN3: a filter that is taken off is gone, and the last of its kind with it', () => {
  const question = { range: 'lastWeek', channelId: ['A1', 'b2'], brandId: 'c3', partySize: [2] } as const
  const asked = { ...question, channelId: [...question.channelId], partySize: [...question.partySize] }
  expect(withoutParts(asked, ['channelId:a1'])).toEqual({ ...asked, channelId: ['b2'] })
  expect(withoutParts(asked, ['channelId:a1', 'channelId:b2', 'brandId:c3'])).toEqual({ range: 'lastWeek', partySize: [2] })
})

test('AN3: of a period that has only begun whenever a report comes, the finished one is proposed', () => {
  const reader = { email: '', timezone: 'Europe/Berlin', lang: 'en', today: '2026-11-26' } as const
  const proposed = (from: string, to: string) => {
    const query = { from, to, compare: 'previous' } as const
    const { range, rhythm } = newForm(query, reader)
    return { range, rhythm, instead: proposedFor(query, reader.today)?.asked }
  }
  expect(proposed('2026-11-23', '2026-11-29')).toEqual({ range: 'lastWeek', rhythm: 'weekly', instead: 'thisWeek' })
  expect(proposed('2026-11-01', '2026-11-30')).toEqual({ range: 'lastMonth', rhythm: 'monthly', instead: 'thisMonth' })
  expect(proposed('2026-10-01', '2026-10-31')).toEqual({ range: 'lastMonth', rhythm: 'monthly', instead: undefined })
  expect(proposed('2026-11-26', '2026-11-26')).toEqual({ range: 'today', rhythm: 'daily', instead: undefined })
})
