import { expect, test } from 'vitest'
import { newId, newSecret } from './id.ts'

test('ids are all different, say their version, and sort by time of making, also within one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('a secret is 43 characters of a URL, and no command line takes it for an option', () => {
  const secrets = Array.from({ length: 2000 }, () => newSecret())
  expect(new Set(secrets).size).toBe(secrets.length)
  for (const secret of secrets) expect(secret).toMatch(/^\w[\w-]{42}$/)
})
