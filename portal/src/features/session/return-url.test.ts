import { expect, test } from 'vitest'
import { safeReturn } from './return-url.ts'

const origin = 'https://panel.example.com'

test.each([
  ['/reservations?date=2026-11-20&status=confirmed#top', '/reservations?date=2026-11-20&status=confirmed#top'],
  ['/settings/account', '/settings/account'],
  [undefined, '/'],
  ['', '/'],
  ['/', '/'],
  ['/login?returnUrl=/login', '/'],
])('%s leads to %s', (given, target) => {
  expect(safeReturn(given, origin)).toBe(target)
})

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'evil.example',
  '/\n//evil.example',
])('%j never leaves this origin', (given) => {
  expect(new URL(safeReturn(given, origin), origin).origin).toBe(origin)
})
