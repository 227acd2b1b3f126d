import { phrasesOf } from '#src/platform/phrases.ts'
import de from './late-phrases/de.json' with { type: 'json' }
import en from './late-phrases/en.json' with { type: 'json' }
import es from './late-phrases/es.json' with { type: 'json' }
import fr from './late-phrases/fr.json' with { type: 'json' }
import nl from './late-phrases/nl.json' with { type: 'json' }

/** Why the hub declined a request; `{hours}` is filled in. */
export const latePhrases = phrasesOf({ en, es, fr, de, nl })
