import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aboutInWords, actionInWords } from './audit-words.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = ['server/src', 'contracts/src'].flatMap((dir) =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, dir, file), 'utf8')),
)
const actions = new Set(
  sources.flatMap((text) => [...text.matchAll(/(?:action|audit): '([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action!)),
)

test('every action the audit may hold has words of its own', () => {
  expect(actions.size).toBeGreaterThan(60)
  const t = ((key: string) => `<${key}>`) as never
  const unspoken = [...actions].filter((action) => !/^<k\.\w+>: <v\.\w+>$/.test(actionInWords(t, action)))
  expect(unspoken).toEqual([])
})

test('an entry is about something with a name; its id stands there only where nothing else does', () => {
  const entry = { before: null, after: null, subjectId: '019a', subjectName: null }
  expect(aboutInWords({ ...entry, after: { name: 'Blue Door' }, subjectName: 'Red Door' })).toBe('Blue Door')
  expect(aboutInWords({ ...entry, after: { firstName: 'Maria' }, subjectName: 'Maria Lopez' })).toBe('Maria Lopez')
  expect(aboutInWords({ ...entry, before: { firstName: 'Maria', lastName: 'Lopez' } })).toBe('Maria Lopez')
  expect(aboutInWords(entry)).toBe('019a')
})
