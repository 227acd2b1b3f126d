import { phrasesOf } from '#src/platform/phrases.ts'
import de from './request-phrases/de.json' with { type: 'json' }
import en from './request-phrases/en.json' with { type: 'json' }
import es from './request-phrases/es.json' with { type: 'json' }
import fr from './request-phrases/fr.json' with { type: 'json' }
import nl from './request-phrases/nl.json' with { type: 'json' }

/** How guests are asked for a review, by mail and on the page it leads to; `{venue}`, `{name}` and `{day}` are filled in. */
export const requestPhrases = phrasesOf({ en, es, fr, de, nl })
