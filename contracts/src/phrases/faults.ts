import { faultInWords } from '../kit/faults.rules.ts'
import type { Lang } from '../kit/wire.ts'
import attributesDe from './attributes/de.json' with { type: 'json' }
import attributesEn from './attributes/en.json' with { type: 'json' }
import attributesEs from './attributes/es.json' with { type: 'json' }
import attributesFr from './attributes/fr.json' with { type: 'json' }
import attributesNl from './attributes/nl.json' with { type: 'json' }
import de from './faults/de.json' with { type: 'json' }
import en from './faults/en.json' with { type: 'json' }
import es from './faults/es.json' with { type: 'json' }
import fr from './faults/fr.json' with { type: 'json' }
import nl from './faults/nl.json' with { type: 'json' }
import { filled } from './fill.ts'
import { phrases } from './phrases.ts'

const books: Record<Lang, Readonly<Record<string, string>>> = {
  en: { ...phrases.en, ...en, ...attributesEn },
  es: { ...phrases.es, ...es, ...attributesEs },
  fr: { ...phrases.fr, ...fr, ...attributesFr },
  de: { ...phrases.de, ...de, ...attributesDe },
  nl: { ...phrases.nl, ...nl, ...attributesNl },
}

/** What went wrong with another side and what to do, in a language; its own words stay as they are. */
export const sayFault = (text: string, lang: Lang): string => {
  const words = faultInWords(text, (key, values) => {
    const phrase = books[lang][key]
    return phrase && filled(lang, phrase, values)
  })
  return words ? [words.what, words.advice].filter((part) => part !== null).join('. ') : text
}

/** A field of a venue or its book by the name it has in the forms. */
export const sayAttribute = (field: string, lang: Lang): string => books[lang][`attribute.${field}`] ?? field
