import { phrasesOf } from '#src/platform/phrases.ts'
import de from './link-phrases/de.json' with { type: 'json' }
import en from './link-phrases/en.json' with { type: 'json' }
import es from './link-phrases/es.json' with { type: 'json' }
import fr from './link-phrases/fr.json' with { type: 'json' }
import nl from './link-phrases/nl.json' with { type: 'json' }

/** The mails about a demo: to whom it is offered, and to who offered it once it was used. */
export const linkPhrases = phrasesOf({ en, es, fr, de, nl })
