import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const langs = ['en', 'de', 'es', 'fr', 'nl'] as const
type Book = Record<string, unknown>

/** `mail.subject: {day} {venue}` for every text in a book, however deep it lies. */
const outline = (book: unknown, path = ''): string[] => {
  if (typeof book === 'string') {
    const gaps = [...new Set(Array.from(book.matchAll(/\{(\w+)\}/g), ([whole]) => whole))].toSorted()
    return [`${path}: ${book.trim() === '' ? 'empty' : gaps.join(' ')}`]
  }
  if (typeof book === 'function') return [`${path}: ${book.length} values`]
  return Object.entries(book as Book)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value]) => outline(value, path ? `${path}.${key}` : key))
}

const isSpoken = (value: unknown): value is Record<(typeof langs)[number], unknown> =>
  typeof value === 'object' && value !== null && langs.every((lang) => lang in value && typeof (value as Book)[lang] === 'object')

/** What the server says to people, in mails and on pages: files named for their phrases, each with a book of five languages. */
const files = globSync('server/src/**/*-phrases.ts', { cwd: root }).map((file) => join(root, file))
const books = await Promise.all(
  files.map(async (file) => {
    const found = Object.entries((await import(file)) as Book).filter(([, value]) => isSpoken(value))
    return { file: relative(root, file), found }
  }),
)
const problems = await Promise.all(
  langs.map(async (lang) => [lang, Object.values((await import(`../../contracts/src/phrases/${lang}.ts`)) as Book)[0]] as const),
)

test('SE4: every book of phrases on the server has all five languages', () => {
  expect(books.length).toBeGreaterThan(0)
  expect(books.filter(({ found }) => found.length === 0).map(({ file }) => file)).toEqual([])
})

test.each(books.flatMap(({ file, found }) => found.map(([name, book]) => [name, file, book] as const)))(
  'SE4: %s of %s says the same, with the same gaps, in all five',
  (_name, _file, book) => {
    const spoken = book as Record<string, unknown>
    for (const lang of langs) expect(outline(spoken[lang]), lang).toEqual(outline(spoken['en']))
  },
)

test.each(problems)('SE4: refusals say the same, with the same gaps, in %s', (_lang, book) => {
  expect(outline(book)).toEqual(outline(problems[0]![1]))
})
