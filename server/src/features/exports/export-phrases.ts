import { phrasesOf } from '#src/platform/phrases.ts'
import de from './export-phrases/de.json' with { type: 'json' }
import en from './export-phrases/en.json' with { type: 'json' }
import es from './export-phrases/es.json' with { type: 'json' }
import fr from './export-phrases/fr.json' with { type: 'json' }
import nl from './export-phrases/nl.json' with { type: 'json' }

/** `{title}`, `{name}`, `{day}` and `{brand}` are filled in. `all`: no filter; `about`: the sheet that says all this. */
export const exportPhrases = phrasesOf({ en, es, fr, de, nl })
