import { phrasesOf } from '#src/platform/phrases.ts'
import de from './paused-phrases/de.json' with { type: 'json' }
import en from './paused-phrases/en.json' with { type: 'json' }
import es from './paused-phrases/es.json' with { type: 'json' }
import fr from './paused-phrases/fr.json' with { type: 'json' }
import nl from './paused-phrases/nl.json' with { type: 'json' }

/** `{channel}`, `{name}` and `{brand}` are filled in. */
export const pausedPhrases = phrasesOf({ en, es, fr, de, nl })
