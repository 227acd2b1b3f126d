import { phrasesOf } from '#src/platform/phrases.ts'
import de from './sales-phrases/de.json' with { type: 'json' }
import en from './sales-phrases/en.json' with { type: 'json' }
import es from './sales-phrases/es.json' with { type: 'json' }
import fr from './sales-phrases/fr.json' with { type: 'json' }
import nl from './sales-phrases/nl.json' with { type: 'json' }

/** What a sales page says; its gaps in braces are filled in. `…_one` and `…_other`: of one, and of any other number. */
export const salesPhrases = phrasesOf({ en, es, fr, de, nl })
