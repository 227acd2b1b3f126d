import { expect, test, vi } from 'vitest'

vi.mock('#src/api/forget-copy.ts', () => ({ copyDatabase: 'test' }))
const { copiesMost, copyStore, stillKept } = await import('./copy-store.ts')
const copy = (name: string, more: object = {}) => ({
  name,
  person: 'host',
  venueId: name,
  date: '2026-11-28',
  at: 1_000_000_000,
  answers: [],
  ...more,
})
const now = 1_000_000_000

test('RE5: what is kept is one person’s, of the last day, and a few evenings of it', () => {
  const copies = [copy('theirs', { person: 'other' }), copy('old', { at: now - 25 * 3_600_000 }), copy('tonight')]
  expect(stillKept(copies, 'host', now).map(({ name }) => name)).toEqual(['tonight'])
  const many = Array.from({ length: 6 }, (_, at) => copy(`day ${at}`, { at: now - at }))
  expect(stillKept(many, 'host', now).map(({ name }) => name)).toEqual(['day 0', 'day 1', 'day 2', 'day 3'])
  expect(copiesMost).toBe(4)
})

test('RE5: where a browser keeps nothing, or an evening is larger than sensible, there is no copy, and nothing breaks', async () => {
  expect(await copyStore.read('host')).toEqual([])
  expect(await copyStore.keep(copy('tonight'))).toBe(false)
  expect(await copyStore.keep(copy('huge', { answers: [{ key: [], data: 'x'.repeat(7_000_000) }] }))).toBe(false)
  await copyStore.forget()
})
