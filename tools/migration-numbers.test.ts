import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doubledNumbers, oddNames } from '@tablewire/server/platform/db/migration-names'
import { migrationProblems } from './migration-numbers.ts'

const root = join(import.meta.dirname, '..')

test('no migration of this tree takes the number of another, but for those that landed so', () => {
  expect(migrationProblems(root)).toEqual([])
})

test('a migration with the number of a landed one is refused, whatever its name', () => {
  const landed = readdirSync(join(root, 'server/migrations'))
  const last = landed
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1)!
  const twin = `${last.slice(0, 4)}-another.sql`
  expect(doubledNumbers([...landed, twin])).toEqual([
    { name: last, text: `${last.slice(0, 4)} is also the number of ${twin}` },
    { name: twin, text: `${last.slice(0, 4)} is also the number of ${last}` },
  ])
})

test('the known doubles allow no third', () => {
  expect(doubledNumbers(['0018-display-name-search.sql', '0018-people.sql', '0018-third.sql', '0019-audit.sql'])).toEqual([
    { name: '0018-third.sql', text: '0018 is also the number of 0018-display-name-search.sql, 0018-people.sql' },
  ])
})

test('names of another shape, which would run without a number of their own, are problems', () => {
  const odd = ['0129_twin.sql', '00001-early.sql', '129-late.sql', '0130.sql']
  expect(oddNames([...odd, '0042-link-states.sql']).map(({ name }) => name)).toEqual(odd)
})
