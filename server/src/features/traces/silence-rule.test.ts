import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { assessSilence, windowsOf } from './silence-rule.ts'

test.each<[string, [seen: number, history: number[], open: number], object]>([
  ['nothing where twelve come', [0, [12, 11, 13, 12, 14, 12], 1], { silent: true, over: false, expected: 12 }],
  ['a little less than usual', [8, [12, 11, 13, 12, 14, 12], 1], { silent: false, over: true }],
  ['nothing where four come', [0, [4, 4, 4, 4, 4, 4], 1], { silent: false, over: true }],
  ['nothing where five come: chance alone brings that', [0, [5, 5, 5, 5, 5, 5], 1], { silent: false, over: false }],
  ['one week of an outage is not what is usual', [0, [12, 0, 13, 12, 14, 12], 1], { silent: true }],
  ['two weeks were as quiet', [0, [12, 0, 0, 12, 14, 12], 1], { silent: false }],
  ['one exuberant week', [3, [400, 4, 5, 6, 5, 6], 1], { silent: false }],
  ['too little history', [0, [50, 50], 1], { silent: false, over: true }],
  ['most venues are closed', [1, [12, 12, 12, 12, 12, 12], 0.1], { silent: false, over: true }],
  ['all venues are closed', [0, [12, 12, 12, 12, 12, 12], 0], { silent: false }],
  ['a third of very many', [3000, [9000, 9100, 8900, 9000, 9050, 9000], 1], { silent: true }],
  ['very many, as ever', [8990, [9000, 9100, 8900, 9000, 9050, 9000], 1], { silent: false }],
])('%s', (_what, asked, expected) => {
  expect(assessSilence(...asked)).toMatchObject(expected)
})

test('an hour keeps its place on the wall when the clocks change', () => {
  // Summer time ended on 25 October 2026 in Madrid; 20:00 is 19:00 UTC after and 18:00 UTC before.
  const windows = windowsOf(Temporal.Instant.from('2026-11-12T19:00:00Z'), 'Europe/Madrid')
  expect(windows).toHaveLength(7)
  expect(windows[0]).toEqual({ from: '2026-11-12T18:00:00Z', to: '2026-11-12T19:00:00Z' })
  expect(windows[2]!.to).toBe('2026-10-29T19:00:00Z')
  expect(windows[3]).toEqual({ from: '2026-10-22T17:00:00Z', to: '2026-10-22T18:00:00Z' })
  // Spring: the wall shows 20:00 a UTC hour later in winter.
  expect(windowsOf(Temporal.Instant.from('2026-04-01T18:00:00Z'), 'Europe/Madrid')[1]!.to).toBe('2026-03-25T19:00:00Z')
  // An hour that the wall shows twice, and one that it never shows, are still an hour long.
  for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-03-29T01:30:00Z'])
    for (const { from, to } of windowsOf(Temporal.Instant.from(at), 'Europe/Madrid'))
      expect(Date.parse(to) - Date.parse(from)).toBe(3_600_000)
})
