import type { Lang } from '../kit/wire.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'
import type { Contradiction, PhraseKey, Phrases } from './phrase-key.ts'

export type { Contradiction, PhraseKey }

export const phrases: Record<Lang, Phrases> = { en, es, fr, de, nl }

/** The phrase in that language, `{name}` filled from `values`. */
export const say = (lang: Lang, key: PhraseKey, values: Record<string, string | number> = {}): string =>
  phrases[lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
