import type { Lang } from '../kit/wire.ts'
import { filled } from './fill.ts'
import de from './problems/de.json' with { type: 'json' }
import en from './problems/en.json' with { type: 'json' }
import es from './problems/es.json' with { type: 'json' }
import fr from './problems/fr.json' with { type: 'json' }
import nl from './problems/nl.json' with { type: 'json' }
import type { Contradiction, Exactly, PhraseKey } from './phrase-key.ts'

export type { Contradiction, PhraseKey }

const english: Exactly<PhraseKey, typeof en> = en
/** Refusals, and the words they take: problems/<lang>.json, of which a test holds the languages against one another. */
export const phrases: Record<Lang, Record<PhraseKey, string>> = { en: english, es, fr, de, nl }

/** The phrase in that language, `{name}` filled from `values`. */
export const say = (lang: Lang, key: PhraseKey, values: Record<string, string | number> = {}): string =>
  filled(lang, phrases[lang][key], values)
