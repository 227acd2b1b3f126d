import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

const langs = ['en', 'de', 'es', 'fr', 'nl'] as const
const categories = ['zero', 'one', 'two', 'few', 'many', 'other']
type Book = Readonly<Record<string, string>>

/** `covers` of `covers_one`; a key like `live.too_many` is whole, as English has no `live.too_other`. */
const stemOf = (key: string, english: Book): string => {
  const stem = key.replace(new RegExp(`_(${categories.join('|')})$`), '')
  return `${stem}_other` in english ? stem : key
}
const gapsOf = (phrase: string): string[] => [...new Set(Array.from(phrase.matchAll(/\{(\w+)\}/g), ([, name]) => name!))].toSorted()
const not = <T>(these: Iterable<T>, those: ReadonlySet<T>): T[] => [...new Set(these)].filter((one) => !those.has(one))

/** Spanish and French keep a form of their own for millions, which nothing here counts to: `other` stands in. */
const formsOf = (lang: string): string[] =>
  new Intl.PluralRules(lang).resolvedOptions().pluralCategories.filter((category) => category !== 'many')

const faultsOfKeys = (book: Book, english: Book): string[] => {
  const own = new Set(Object.keys(book).map((key) => stemOf(key, english)))
  const wanted = new Set(Object.keys(english).map((key) => stemOf(key, english)))
  return [...not(wanted, own).map((key) => `lacks "${key}"`), ...not(own, wanted).map((key) => `has "${key}", which English has not`)]
}

/** A key written twice: the later phrase silently takes the place of the earlier. One key stands on each line. */
const faultsOfRepeats = (text: string): string[] => {
  const keys = Array.from(text.matchAll(/^\s*"([^"]+)":/gm), ([, key]) => key!)
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map((key) => `says "${key}" twice`)
}

const faultsOfForms = (book: Book, lang: string, english: Book): string[] => {
  const plural = new Set(
    Object.keys(book)
      .filter((key) => stemOf(key, english) !== key)
      .map((key) => stemOf(key, english)),
  )
  return [...plural].flatMap((stem) =>
    formsOf(lang)
      .filter((form) => !(`${stem}_${form}` in book))
      .map((form) => `lacks "${stem}_${form}"`),
  )
}

const faultsOfPhrase = (key: string, phrase: string, english: Book): string[] => {
  if (typeof phrase !== 'string' || phrase.trim() === '') return [`says nothing for "${key}"`]
  const source = english[key] ?? english[`${stemOf(key, english)}_other`]
  if (source === undefined) return []
  const own = gapsOf(phrase)
  const wanted = gapsOf(source)
  // The form for one may do without the number.
  const lacking = key.endsWith('_one') ? [] : not(wanted, new Set(own)).map((gap) => `leaves {${gap}} out of "${key}"`)
  return [...lacking, ...not(own, new Set(wanted)).map((gap) => `has {${gap}} in "${key}", which nobody fills`)]
}

/** What is wrong with the phrases in `dir`, one sentence for each fault. */
export const faultsOfArea = (dir: string): string[] => {
  const faultsOf = (lang: string): string[] => {
    const file = join(dir, `${lang}.json`)
    if (!existsSync(file)) return ['is missing']
    const text = readFileSync(file, 'utf8')
    const book = JSON.parse(text) as Book
    const english = JSON.parse(readFileSync(join(dir, 'en.json'), 'utf8')) as Book
    return [
      ...faultsOfRepeats(text),
      ...faultsOfKeys(book, english),
      ...faultsOfForms(book, lang, english),
      ...Object.entries(book).flatMap(([key, phrase]) => faultsOfPhrase(key, phrase, english)),
    ]
  }
  return langs.flatMap((lang) => faultsOf(lang).map((fault) => `${basename(dir)}/${lang}.json ${fault}`))
}

/** Folders that speak: the frame, the kit and every feature with English phrases. */
export const areasIn = (src: string): string[] =>
  [
    join(src, 'kit'),
    join(src, 'kit/office'),
    join(src, 'app'),
    join(src, 'app/customizer'),
    join(src, 'app/demo'),
    ...['faults', 'findings', 'problems'].map((name) => join(src, '../../contracts/src/phrases', name)),
    ...readdirSync(join(src, 'features')).map((name) => join(src, 'features', name)),
  ].filter((dir) => existsSync(join(dir, 'en.json')))

/** SE4: a portal that says less in one language than in another is not built. */
export const wholeLanguages = (src = join(import.meta.dirname, 'src')): Plugin => ({
  name: 'tablewire-languages',
  buildStart() {
    const faults = areasIn(src).flatMap(faultsOfArea)
    if (faults.length === 0) return
    const report = `The languages do not say the same:\n  ${faults.join('\n  ')}`
    // Beside `vite dev` a phrase may come a minute after its screen.
    if (this.meta.watchMode) this.warn(report)
    else this.error(report)
  },
})
