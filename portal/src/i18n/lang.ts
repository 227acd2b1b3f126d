import { makeStore } from './store.ts'

/** SE4. The names stand in their own languages, as everybody looks for his own. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', nl: 'Nederlands' } as const
export type Lang = keyof typeof languages
export const langs = Object.keys(languages) as Lang[]

export const isLang = (value: unknown): value is Lang => typeof value === 'string' && Object.hasOwn(languages, value)

/** The attribute of the page is the one place where the language stands: server, screen readers and calls read it there as well. */
export const currentLang = (): Lang => {
  const { lang: ofPage } = document.documentElement
  return isLang(ofPage) ? ofPage : 'en'
}

const lang = makeStore(currentLang())

/** Only `setLang` of phrases.ts calls this, once the phrases are there. */
export const markLang = (next: Lang): void => {
  document.documentElement.lang = next
  lang.set(next)
}

export const useLang = lang.use
