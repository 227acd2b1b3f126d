import { expect, test } from 'vitest'
import { targetOf } from './return-url.ts'

const origin = 'https://panel.example.com'

test.each([
  ['/reservations?date=2026-11-20&status=confirmed#top', '/reservations?date=2026-11-20&status=confirmed#top'],
  ['/settings/account', '/settings/account'],
  ['https://panel.example.com/mailbox', '/mailbox'],
  [undefined, '/'],
  ['', '/'],
  ['/', '/'],
  ['/login?returnUrl=/login', '/'],
  ['/login/', '/'],
  ['/reset-password/abc', '/'],
  ['/forgot-password', '/'],
])('AC3: %s leads to the page %s', (given, href) => {
  expect(targetOf(given, origin)).toEqual({ kind: 'page', href })
})

test.each([
  ['https://evil.example/', 'evil.example'],
  ['//evil.example/x', 'evil.example'],
  ['/\\evil.example', 'evil.example'],
  ['/\t/evil.example', 'evil.example'],
  ['/\n//evil.example', 'evil.example'],
  ['https://panel.example.com@evil.example/', 'evil.example'],
  ['https://panel.example.com.evil.example/', 'panel.example.com.evil.example'],
  ['http://panel.example.com/', 'panel.example.com'],
  ['https://panel.example.com:9999/', 'panel.example.com:9999'],
])('AC3: %j is another host, named as it is', (given, host) => {
  expect(targetOf(given, origin)).toMatchObject({ kind: 'outside', host })
})

test.each(['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'ftp://example.com/', 'blob:https://panel.example.com/x'])(
  'AC3: %j is refused without asking anybody',
  (given) => {
    expect(targetOf(given, origin)).toEqual({ kind: 'refused', host: new URL(given).protocol })
  },
)
