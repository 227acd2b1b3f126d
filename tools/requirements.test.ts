import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { citations, listedIn, numbersIn, requirementProblems, unlisted } from './requirements.ts'

const root = join(import.meta.dirname, '..')
const listed = listedIn(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))

test('every requirement that is cited can be looked up', () => {
  expect(requirementProblems(root)).toEqual([])
})

test('no number has two lines, and none stands there that nobody cites', () => {
  const used = new Set(citations(root).flatMap(({ text }) => [...numbersIn(text)]))
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted())
  expect(listed.filter((number) => !used.has(number))).toEqual([])
})

test('a number that is not in the list is told with the file that cites it', () => {
  expect(unlisted(['HU4'], [{ path: 'a.ts', text: 'HU4 and HU5, but not VP8 nor HH24' }])).toEqual([
    { file: 'a.ts', text: 'cites HU5, which docs/requirements.md does not have' },
  ])
})
