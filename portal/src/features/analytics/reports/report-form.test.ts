import { expect, test } from 'vitest'
import { hasOwnDays } from './report-form.ts'

test('AN3: days that have no name are none of a report, and whoever plans one is told', () => {
  const today = '2026-11-26'
  expect(hasOwnDays({ from: '2026-11-16', to: '2026-11-22', compare: 'previous' }, today)).toBe(false)
  expect(hasOwnDays({ from: '2026-11-10', to: '2026-11-14', compare: 'previous' }, today)).toBe(true)
  expect(hasOwnDays({ from: '2026-11-16', to: '2026-11-22', compare: 'custom' }, today)).toBe(true)
})
