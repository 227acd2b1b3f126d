import { phrasesOf } from '#src/platform/phrases.ts'
import de from './message-phrases/de.json' with { type: 'json' }
import en from './message-phrases/en.json' with { type: 'json' }
import es from './message-phrases/es.json' with { type: 'json' }
import fr from './message-phrases/fr.json' with { type: 'json' }
import nl from './message-phrases/nl.json' with { type: 'json' }

/** `{venue}`, `{day}`, `{time}`, `{party}`, `{name}` and `{phone}` are filled in; `thanks` stands for `call` where a venue has no number. */
export const messagePhrases = phrasesOf({ en, es, fr, de, nl })
