import { phrasesOf } from '#src/platform/phrases.ts'
import de from './listing-book-phrases/de.json' with { type: 'json' }
import en from './listing-book-phrases/en.json' with { type: 'json' }
import es from './listing-book-phrases/es.json' with { type: 'json' }
import fr from './listing-book-phrases/fr.json' with { type: 'json' }
import nl from './listing-book-phrases/nl.json' with { type: 'json' }

/** What files of figures of listings say beside what all reports say. */
export const listingBookPhrases = phrasesOf({ en, es, fr, de, nl })
