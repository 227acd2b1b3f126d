import { phrasesOf } from '#src/platform/phrases.ts'
import de from './widget-phrases/de.json' with { type: 'json' }
import en from './widget-phrases/en.json' with { type: 'json' }
import es from './widget-phrases/es.json' with { type: 'json' }
import fr from './widget-phrases/fr.json' with { type: 'json' }
import nl from './widget-phrases/nl.json' with { type: 'json' }

/** What guests read who book by themselves. */
export const widgetPhrases = phrasesOf({ en, es, fr, de, nl })
