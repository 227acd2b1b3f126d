import { phrasesOf } from '#src/platform/phrases.ts'
import de from './term-phrases/de.json' with { type: 'json' }
import en from './term-phrases/en.json' with { type: 'json' }
import es from './term-phrases/es.json' with { type: 'json' }
import fr from './term-phrases/fr.json' with { type: 'json' }
import nl from './term-phrases/nl.json' with { type: 'json' }

/** The terms of a listing as guests read them. */
export const termPhrases = phrasesOf({ en, es, fr, de, nl })
