import { phrasesOf } from '#src/platform/phrases.ts'
import de from './invite-phrases/de.json' with { type: 'json' }
import en from './invite-phrases/en.json' with { type: 'json' }
import es from './invite-phrases/es.json' with { type: 'json' }
import fr from './invite-phrases/fr.json' with { type: 'json' }
import nl from './invite-phrases/nl.json' with { type: 'json' }

/** How a restaurant is asked for its step, by mail and on the page it leads to. */
export const invitePhrases = phrasesOf({ en, es, fr, de, nl })
