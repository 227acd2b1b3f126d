import { expect, test } from 'vitest'
import { aParty } from './a-party.ts'
import { countOpen, openKinds, openLines } from './close-rules.ts'
import { expectedEnd } from './service-rules.ts'

const now = Date.parse('2026-11-20T22:00:00Z')
const rows = [
  aParty('over', '2026-11-20T19:00:00Z', { status: 'seated' }),
  aParty('sits', '2026-11-20T21:00:00Z', { status: 'seated' }),
  aParty('missing', '2026-11-20T20:00:00Z'),
  aParty('just', '2026-11-20T21:50:00Z'),
  aParty('coming', '2026-11-20T22:30:00Z'),
  aParty('said', '2026-11-20T21:40:00Z', { lateMinutes: 30 }),
  aParty('asks', '2026-11-20T20:00:00Z', { status: 'pending_confirmation' }),
  aParty('left', '2026-11-20T18:00:00Z', { status: 'completed' }),
  aParty('away', '2026-11-20T18:00:00Z', { status: 'canceled' }),
]

test('every open line stands in one group, and what nobody needs to think about is proposed', () => {
  const lines = openLines(rows, expectedEnd, now)
  expect(openKinds.map((kind) => lines[kind].map(({ row, ripe }) => `${row.id}${ripe ? '!' : ''}`))).toEqual([
    ['over!', 'sits'],
    ['missing!'],
    ['asks!'],
    ['said', 'just', 'coming'],
  ])
})

test('what calls for the close is what is overdue; once the meal is over it is every open line', () => {
  expect(countOpen(rows, { endOf: expectedEnd, now, over: false })).toBe(3)
  expect(countOpen(rows, { endOf: expectedEnd, now, over: true })).toBe(7)
  expect(countOpen(rows, { endOf: expectedEnd, now: Date.parse('2026-11-20T19:30:00Z'), over: false })).toBe(0)
})
