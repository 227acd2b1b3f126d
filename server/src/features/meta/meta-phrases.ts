import { phrasesOf } from '#src/platform/phrases.ts'
import de from './meta-phrases/de.json' with { type: 'json' }
import en from './meta-phrases/en.json' with { type: 'json' }
import es from './meta-phrases/es.json' with { type: 'json' }
import fr from './meta-phrases/fr.json' with { type: 'json' }
import nl from './meta-phrases/nl.json' with { type: 'json' }

/** What people read who connect a page at Meta. */
export const metaPhrases = phrasesOf({ en, es, fr, de, nl })
