import { phrasesOf } from '#src/platform/phrases.ts'
import de from './sheet-phrases/de.json' with { type: 'json' }
import en from './sheet-phrases/en.json' with { type: 'json' }
import es from './sheet-phrases/es.json' with { type: 'json' }
import fr from './sheet-phrases/fr.json' with { type: 'json' }
import nl from './sheet-phrases/nl.json' with { type: 'json' }

/** What the team reads in the mail before a meal. */
export const sheetPhrases = phrasesOf({ en, es, fr, de, nl })
