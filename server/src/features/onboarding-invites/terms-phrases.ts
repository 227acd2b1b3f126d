import { phrasesOf } from '#src/platform/phrases.ts'
import de from './terms-phrases/de.json' with { type: 'json' }
import en from './terms-phrases/en.json' with { type: 'json' }
import es from './terms-phrases/es.json' with { type: 'json' }
import fr from './terms-phrases/fr.json' with { type: 'json' }
import nl from './terms-phrases/nl.json' with { type: 'json' }

/** What a restaurant agrees to. Whoever changes a word gives them another version. */
export const termsPhrases = phrasesOf({ en, es, fr, de, nl })
export const termsVersion = '2026-11'
