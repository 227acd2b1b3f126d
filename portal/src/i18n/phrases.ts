import { useMemo } from 'react'
import { currentLang, type Lang, markLang, useLang } from './lang.ts'
import { type Dictionary, phraseBooks } from './phrase-books.ts'
import { say, type Values } from './say.ts'

/** Every area has one file per language beside its screens, and each is a chunk of its own. */
const files = import.meta.glob<Dictionary>(
  [
    '../{kit,app}/*.json',
    '../app/customizer/*.json',
    '../app/demo/*.json',
    '../app/tablet/*.json',
    '../kit/office/*.json',
    '../features/*/*.json',
    '../features/reservations/{floor,limits,phases,repair,seating,sheet,timeline,waitlist,what-if}/*.json',
    '../features/venues/{floor,sheet,tables,tablets}/*.json',
    // Refusals and faults in the words of the server, which says them in answers and mails.
    '../../../contracts/src/phrases/{faults,problems}/*.json',
  ],
  {
    import: 'default',
  },
)

const pathOf = (area: string, lang: Lang): string => {
  if (area === 'faults' || area === 'problems') return `../../../contracts/src/phrases/${area}/${lang}.json`
  return /^(kit|app)(\/|$)/.test(area) ? `../${area}/${lang}.json` : `../features/${area}/${lang}.json`
}

/**
 * For finding text that is not translated or does not fit: `?pseudo=1` in development, `tablewire:pseudo` in the storage of any browser, and English
 * comes accented, longer and in brackets.
 */
const pseudoWanted = ((): boolean => {
  try {
    const pseudoParam = import.meta.env?.DEV ? new URLSearchParams(location.search).get('pseudo') : null
    if (pseudoParam) localStorage.setItem('tablewire:pseudo', pseudoParam)
    return localStorage.getItem('tablewire:pseudo') === '1'
  } catch {
    return false
  }
})()
const spoken = async (lang: Lang, book: Dictionary): Promise<Dictionary> =>
  pseudoWanted && lang === 'en' ? (await import('./pseudo.ts')).pseudoBook(book) : book

const books = phraseBooks<Lang>({
  read: async (area, lang) => {
    const path = pathOf(area, lang)
    const book = await files[path]?.()
    if (!book) throw new Error(`No phrases: ${path}`)
    return spoken(lang, book)
  },
  current: currentLang,
  show: markLang,
})

export const hasPhrases = (area: string): boolean => books.of(area, currentLang()) !== undefined

/** Brings the phrases of an area in the current language; routes do it beside loading their page. */
export const loadPhrases = books.load

/** Changes the language of the whole portal at once, when all phrases on the screen are there. */
export const setLang = books.change

type Category = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type KeyOf<D> = keyof D extends infer Key ? (Key extends `${infer Stem}_${Category}` ? Stem : Key) : never
export type T<D> = (key: KeyOf<D> & string, values?: Values) => string

const phrasesOf =
  (area: string, lang: Lang): T<Dictionary> =>
  // Asked for each time: what is drawn first may speak before its words have come.
  (key, values) =>
    say({ lang, phrases: books.of(area, lang) ?? {} }, key, values)

/** For the few sentences said outside of any component. */
export const phrasesNow = <D extends Dictionary>(area: string): T<D> => phrasesOf(area, currentLang()) as T<D>

/**
 * The phrases of one area: `export const useT = areaPhrases<typeof en>('reservations')`, then `t('list.title')` or `t('covers', { count: 4 })`,
 * which picks `covers_one` or `covers_other` as the language asks and writes numbers its way.
 */
export const areaPhrases =
  <D extends Dictionary>(area: string) =>
  (): T<D> => {
    const lang = useLang()
    return useMemo(() => phrasesOf(area, lang) as T<D>, [lang])
  }

/** For pages opened before anybody signs in; a profile's own language comes over it. */
export const keepLang = (lang: Lang): void => {
  try {
    localStorage.setItem('tablewire:lang', lang)
  } catch {
    // Then the browser's own language decides next time.
  }
}
