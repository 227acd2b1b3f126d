import { phrasesOf } from '#src/platform/phrases.ts'
import de from './notification-phrases/de.json' with { type: 'json' }
import en from './notification-phrases/en.json' with { type: 'json' }
import es from './notification-phrases/es.json' with { type: 'json' }
import fr from './notification-phrases/fr.json' with { type: 'json' }
import nl from './notification-phrases/nl.json' with { type: 'json' }

/**
 * What mails and pushes to staff say; `{name}`, `{count}`, `{before}` and `{url}` are filled in. Of a silence: `{name}`, `{seen}` and `{expected}` within
 * an hour. `mixed`: of several kinds; `was`: the time or the number of guests before.
 */
export const notificationPhrases = phrasesOf({ en, es, fr, de, nl })
