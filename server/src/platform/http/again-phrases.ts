import { phrasesOf } from '#src/platform/phrases.ts'
import de from './again-phrases/de.json' with { type: 'json' }
import en from './again-phrases/en.json' with { type: 'json' }
import es from './again-phrases/es.json' with { type: 'json' }
import fr from './again-phrases/fr.json' with { type: 'json' }
import nl from './again-phrases/nl.json' with { type: 'json' }

/** What people read whose form was sent while no answer could be had. */
export const againPhrases = phrasesOf({ en, es, fr, de, nl })
