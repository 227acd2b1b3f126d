import { expect, test } from 'vitest'
import { aParty } from '../phases/a-party.ts'
import type { Judge } from './room-carry.ts'
import { offersOf } from './offers.ts'

const rows = ['ana', 'bo', 'cleo', 'dora'].map((name) => aParty(name, '2026-11-20T19:20:00Z'))
const judge =
  (verdicts: Record<string, 'may' | 'warn' | 'not'>): Judge =>
  (id) => {
    const verdict = verdicts[id]
    return verdict && { fit: { verdict, tableIds: ['a'], name: 'T1', reasons: [] }, why: verdict === 'may' ? '' : 'why' }
  }

test('a table is offered to whom it suits first, to others with what speaks against it, and not to who cannot have it', () => {
  const [ana, bo, cleo, dora] = rows.map(({ id }) => id)
  const { given, refused, more } = offersOf(rows, 'a', judge({ [ana!]: 'not', [bo!]: 'warn', [cleo!]: 'may', [dora!]: 'may' }))
  expect(given.map(({ row }) => row.id)).toEqual([cleo, dora, bo])
  expect(refused.map(({ row, why }) => [row.id, why])).toEqual([[ana, 'why']])
  expect(more).toBe(0)
})

test('of many the first are offered and the rest is counted', () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ ...rows[0]!, id: String(index) }))
  const { given, refused, more } = offersOf(many, 'a', (id) => judge({ [id]: Number(id) < 8 ? 'may' : 'not' })(id, 'a'))
  expect([given.length, refused.length, more]).toEqual([6, 3, 2])
})
