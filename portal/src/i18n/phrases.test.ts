import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')
const langs = ['en', 'de', 'es', 'fr', 'nl']
const categories = ['zero', 'one', 'two', 'few', 'many', 'other']

const areas = [join(src, 'kit'), join(src, 'app'), ...readdirSync(join(src, 'features')).map((name) => join(src, 'features', name))].filter(
  (dir) => readdirSync(dir).some((file) => file === 'use-t.ts'),
)
const read = (dir: string, lang: string): Record<string, string> =>
  JSON.parse(readFileSync(join(dir, `${lang}.json`), 'utf8')) as Record<string, string>

const stemOf = (key: string): string => key.replace(new RegExp(`_(${categories.join('|')})$`), '')
const isPlural = (key: string): boolean => stemOf(key) !== key
const placeholders = (phrase: string): string[] => [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted()
const phrasesOf = (book: Record<string, string>): string[] => Object.keys(book).map(stemOf)

const cases = areas.flatMap((dir) => langs.map((lang) => [basename(dir), lang, dir] as const))

test('there are areas to look at', () => {
  expect(areas.map((dir) => basename(dir))).toEqual(expect.arrayContaining(['kit', 'app', 'session', 'account', 'mailbox']))
})

test.each(cases)('%s says the same things in %s as in English', (_area, lang, dir) => {
  expect(new Set(phrasesOf(read(dir, lang)))).toEqual(new Set(phrasesOf(read(dir, 'en'))))
})

test.each(cases)('%s has every plural form that %s asks for', (_area, lang, dir) => {
  const book = read(dir, lang)
  const wanted = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
  const missing = Object.keys(book)
    .filter(isPlural)
    .map(stemOf)
    // Spanish and French keep a form of their own for millions, which nothing here counts to: `other` stands in.
    .flatMap((stem) =>
      wanted.filter((category) => category !== 'many' && !(`${stem}_${category}` in book)).map((category) => `${stem}_${category}`),
    )
  expect(missing).toEqual([])
})

test.each(cases)('%s fills the same gaps in %s as in English', (_area, lang, dir) => {
  const [book, english] = [read(dir, lang), read(dir, 'en')]
  const gapsOf = (key: string): string[] => placeholders(english[key] ?? english[`${stemOf(key)}_other`] ?? '')
  for (const [key, phrase] of Object.entries(book)) {
    // The form for one may do without the number.
    if (key.endsWith('_one')) expect(gapsOf(key), key).toEqual(expect.arrayContaining(placeholders(phrase)))
    else expect(placeholders(phrase), key).toEqual(gapsOf(key))
  }
})

test.each(cases)('%s leaves no phrase empty in %s', (_area, lang, dir) => {
  expect(Object.entries(read(dir, lang)).filter(([, phrase]) => phrase.trim() === '')).toEqual([])
})
