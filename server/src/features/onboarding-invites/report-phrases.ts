import { phrasesOf } from '#src/platform/phrases.ts'
import de from './report-phrases/de.json' with { type: 'json' }
import en from './report-phrases/en.json' with { type: 'json' }
import es from './report-phrases/es.json' with { type: 'json' }
import fr from './report-phrases/fr.json' with { type: 'json' }
import nl from './report-phrases/nl.json' with { type: 'json' }

/** The words of the report's file. */
export const reportPhrases = phrasesOf({ en, es, fr, de, nl })
