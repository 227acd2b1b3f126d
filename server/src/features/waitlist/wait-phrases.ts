import { phrasesOf } from '#src/platform/phrases.ts'
import de from './wait-phrases/de.json' with { type: 'json' }
import en from './wait-phrases/en.json' with { type: 'json' }
import es from './wait-phrases/es.json' with { type: 'json' }
import fr from './wait-phrases/fr.json' with { type: 'json' }
import nl from './wait-phrases/nl.json' with { type: 'json' }

/** What somebody reads who has put himself on a list. */
export const waitPhrases = phrasesOf({ en, es, fr, de, nl })
