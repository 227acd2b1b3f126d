import { phrasesOf } from '#src/platform/phrases.ts'
import de from './venue-page-phrases/de.json' with { type: 'json' }
import en from './venue-page-phrases/en.json' with { type: 'json' }
import es from './venue-page-phrases/es.json' with { type: 'json' }
import fr from './venue-page-phrases/fr.json' with { type: 'json' }
import nl from './venue-page-phrases/nl.json' with { type: 'json' }

/** The words of a venue's public page. */
export const venuePagePhrases = phrasesOf({ en, es, fr, de, nl })
