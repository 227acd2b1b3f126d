import { phrasesOf } from '#src/platform/phrases.ts'
import de from './message-phrases/de.json' with { type: 'json' }
import en from './message-phrases/en.json' with { type: 'json' }
import es from './message-phrases/es.json' with { type: 'json' }
import fr from './message-phrases/fr.json' with { type: 'json' }
import nl from './message-phrases/nl.json' with { type: 'json' }

/** Copies of messages by mail, and the page on which they are ended; `{author}`, `{venue}`, `{name}` and `{email}` are filled in. */
export const messagePhrases = phrasesOf({ en, es, fr, de, nl })
/** The line above which an answer is written, in whichever language the mail was. */
export const aboveLines: readonly string[] = [en, es, fr, de, nl].map((phrases) => phrases['mail.above'])
