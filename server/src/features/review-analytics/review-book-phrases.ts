import { phrasesOf } from '#src/platform/phrases.ts'
import de from './review-book-phrases/de.json' with { type: 'json' }
import en from './review-book-phrases/en.json' with { type: 'json' }
import es from './review-book-phrases/es.json' with { type: 'json' }
import fr from './review-book-phrases/fr.json' with { type: 'json' }
import nl from './review-book-phrases/nl.json' with { type: 'json' }

/** What files of figures of reviews say beside what all reports say. */
export const reviewBookPhrases = phrasesOf({ en, es, fr, de, nl })
