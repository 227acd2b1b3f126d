import { phrasesOf } from '#src/platform/phrases.ts'
import de from './undo-phrases/de.json' with { type: 'json' }
import en from './undo-phrases/en.json' with { type: 'json' }
import es from './undo-phrases/es.json' with { type: 'json' }
import fr from './undo-phrases/fr.json' with { type: 'json' }
import nl from './undo-phrases/nl.json' with { type: 'json' }

/** Why a request ends whose import is taken back. */
export const undoPhrases = phrasesOf({ en, es, fr, de, nl })
