import { phrasesOf } from '#src/platform/phrases.ts'
import de from './page-phrases/de.json' with { type: 'json' }
import en from './page-phrases/en.json' with { type: 'json' }
import es from './page-phrases/es.json' with { type: 'json' }
import fr from './page-phrases/fr.json' with { type: 'json' }
import nl from './page-phrases/nl.json' with { type: 'json' }

/** What guests read on the page of their booking. */
export const pagePhrases = phrasesOf({ en, es, fr, de, nl })
