import { expect, test } from 'vitest'
import { noteClock, serverNow } from './server-clock.ts'

const at = Date.parse('2026-11-28T17:00:00Z')
const answered = (date: string | null) => ({ headers: { get: () => date } as unknown as Headers })

test('a device whose clock is wrong notes the time of the server', () => {
  expect(serverNow(at)).toBe('2026-11-28T17:00:00.000Z')
  noteClock(answered('Sat, 28 Nov 2026 17:40:00 GMT'), at)
  expect(serverNow(at + 60_000)).toBe('2026-11-28T17:41:00.000Z')
  noteClock(answered(null), at)
  noteClock(answered('soon'), at)
  expect(serverNow(at)).toBe('2026-11-28T17:40:00.000Z')
})
